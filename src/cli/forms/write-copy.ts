// Writes the copy of a form: whole in one request, its pictures after that, because a picture is sent for a form. Ended in between, the
// form has the addresses of the original's pictures, and the next run puts its own there. [running.commands.forms.copy]
import { randomUUID } from 'node:crypto';
import { type FormsteadClient, FormsteadError } from '../../../packages/client/src/index.ts';
import { isPlainObject } from '../../core/values/value-type.ts';
import { CommandError } from '../command.ts';
import { findPicture, findPictureIds, movePictures, sendPicture } from './copy-pictures.ts';
import { keyOf } from './copy-sets.ts';
import { type FormContent, hashOf, writableNames } from './form-content.ts';
import { presentServiceForm, type ServiceForm } from './service-form.ts';

export type FormTarget = ServiceForm;

export interface Copy {
  /** The id of the form that is copied. */
  readonly original: string;
  /** With the other service's sets, and the original's pictures. */
  readonly content: FormContent;
  /** Those of the original that are there, by id. */
  readonly pictures: ReadonlyMap<string, unknown>;
  /** It has everything, pictures perhaps left out. */
  readonly isSame: boolean;
  /** None yet. */
  readonly form: FormTarget | undefined;
}

interface CopyPlaces {
  readonly target: FormsteadClient;
  readonly urls: readonly [string, string];
}

/** The id of the form. */
export async function writeCopy(copy: Copy, { target, urls }: CopyPlaces): Promise<string> {
  const { content, pictures, isSame, form } = copy;
  const made = form ?? (await createForm(copy, target));
  const named = isSame || form === undefined ? made.content : content;
  const left = findPictureIds(named).filter((id) => pictures.has(id));
  if (left.length === 0 && (isSame || form === undefined)) return made.id;
  const addresses = new Map<string, string>();
  for (const id of left) {
    const bytes = await findPicture(urls[0], id);
    if (bytes !== undefined) addresses.set(id, await sendPicture(bytes, made.id, target));
  }
  const wanted = keepLogo(movePictures(named, addresses), named);
  if (hashOf(wanted) !== made.hash) await changeForm(wanted, made, target);
  return made.id;
}

/** A service without https cannot have a logo of its own: the form shows the original's. */
function keepLogo(moved: FormContent, { theme: before }: FormContent): FormContent {
  const { theme } = moved;
  if (!isPlainObject(theme) || !isPlainObject(before) || !/^http:/i.test(String(theme['logo']))) return moved;
  return { ...moved, theme: { ...theme, logo: before['logo'] ?? null } };
}

async function createForm({ content, original }: Copy, target: FormsteadClient): Promise<ServiceForm> {
  const key = keyOf([original, hashOf(content)]);
  try {
    const { form, isNew } = await postForm(content, key, target);
    if (isNew || form.hash === hashOf(content)) return form;
    throw new CommandError(
      `The form was copied already as ${form.id} and changed there since. --into ${form.id} changes it back.`,
    );
  } catch (error) {
    // An earlier copy was deleted since: this is another one.
    if (error instanceof FormsteadError && error.code === 'formNotFound')
      return (await postForm(content, randomUUID(), target)).form;
    throw error;
  }
}

async function postForm(content: FormContent, key: string, { api }: FormsteadClient) {
  const { data, response } = await api.POST('/form', {
    params: { header: { 'Idempotency-Key': key } },
    body: content as never,
  });
  const form = presentServiceForm(data as unknown as Readonly<Record<string, unknown>>, response);
  return { form, isNew: response.headers.get('idempotent-replayed') !== 'true' };
}

/** Only while it is as it was compared. */
async function changeForm(content: FormContent, form: ServiceForm, { api }: FormsteadClient): Promise<void> {
  const gone = writableNames.filter((name) => Object.hasOwn(form.content, name) && !Object.hasOwn(content, name));
  await api.PATCH('/form/{formId}', {
    params: { path: { formId: form.id }, header: { 'If-Match': form.etag } },
    body: { ...content, ...Object.fromEntries(gone.map((name) => [name, null])) } as never,
  });
}
