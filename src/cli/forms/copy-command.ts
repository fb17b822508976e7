// `formstead forms copy FORM --to URL`: a form with its options sets, layouts and pictures into another service, or another account. What
// is there already is used, so a copy that was ended at any moment goes on when it is run again. [running.commands.forms.copy]
import { resolve } from 'node:path';
import { type FormsteadClient, FormsteadError } from '../../../packages/client/src/index.ts';
import { type CommandContext, CommandError } from '../command.ts';
import { openClient, readKey, readServiceUrl } from '../connection-settings.ts';
import { findFormId, listForms } from '../find-form.ts';
import { accessFlags, withAccess } from '../open-access.ts';
import { openProgress } from '../progress.ts';
import { readArguments } from '../read-arguments.ts';
import { again } from '../sets/send-options.ts';
import { findServiceSet } from '../sets/service-set.ts';
import { findSetIds, moveSetLinks } from '../sets/set-links.ts';
import { shownText } from '../shown-text.ts';
import { diffText } from './compare-forms.ts';
import { findPicture, findPictureIds, markOf, movePictures } from './copy-pictures.ts';
import { type CopiedSet, type CopyEnds, makeSet, type PlannedSet, planSet } from './copy-sets.ts';
import { type FormContent, hashOf } from './form-content.ts';
import { findServiceForm } from './service-form.ts';
import { type FormTarget, writeCopy } from './write-copy.ts';

export interface CopyResult {
  readonly from: { readonly url: string; readonly form: string };
  readonly to: {
    readonly url: string /** None of a form that a dry run would make. */;
    readonly form: string | undefined;
  };
  /** `same`: it was there already. */
  readonly state: 'created' | 'changed' | 'same';
  readonly sets: readonly CopiedSet[];
  readonly pictures: number;
  /** What the copy does not have. */
  readonly notes: readonly string[];
  readonly isDryRun: boolean;
}

const usage =
  'formstead forms copy FORM --to URL --to-key K|--to-key-file F [--user EMAIL --password-file F [--code C]] [--name NAME | --into FORM] [--dry-run]';

export async function copyCommand(rest: readonly string[], context: CommandContext): Promise<CopyResult> {
  const { values, switches, plain } = readArguments(rest, {
    usage,
    values: [...accessFlags, 'to', 'to-key', 'to-key-file', 'name', 'into'],
    switches: ['dry-run'],
    arguments: { min: 1, max: 1 },
  });
  if (values.to === undefined) throw new CommandError(`Where to? Say it by --to.\nUsage: ${usage}`);
  if (values.name !== undefined && values.into !== undefined)
    throw new CommandError('--name and --into cannot be given together.');
  const toUrl = readServiceUrl(values.to, '--to');
  const toKey = readKey(
    { from: '--to-key', key: values['to-key'], ...toKeyFile(values['to-key-file'], context) },
    context,
  );
  const target = openClient({ url: toUrl, key: toKey });
  const asked = { name: values.name, into: values.into, isDryRun: switches.has('dry-run'), context };
  return withAccess(values, context, ({ url, client: source }) =>
    copyForm(plain[0] as string, { source, target, urls: [url, toUrl] }, asked),
  );
}

function toKeyFile(file: string | undefined, { folder }: CommandContext) {
  return file === undefined ? {} : { from: '--to-key-file', file: resolve(folder, file) };
}

interface Ends extends Omit<CopyEnds, 'onProgress'> {
  /** Of both services. */
  readonly urls: readonly [string, string];
}

interface Asked {
  readonly name: string | undefined;
  readonly into: string | undefined;
  readonly isDryRun: boolean;
  readonly context: CommandContext;
}

async function copyForm(named: string, ends: Ends, asked: Asked): Promise<CopyResult> {
  const { source, target, urls } = ends;
  const { isDryRun, context } = asked;
  const notes: string[] = [];
  const formId = await findFormId(named, source);
  const form = await findServiceForm(formId, source);
  if (form === undefined) throw new CommandError(`There is no form with the id ${formId}.`);
  const content: FormContent = asked.name === undefined ? form.content : { ...form.content, name: asked.name };

  const planned = await planSets(content, ends, notes);
  const pictures = await readPictures(content, urls[0], notes);
  const base = await findApiUrl(urls[1]);
  const ids = (sets: readonly { from: string; to: string | undefined; name: string }[]) =>
    new Map(sets.map(({ from, to, name }) => [from, to ?? `(new: ${name})`]));
  // As it would be there, with marks instead of pictures.
  const wanted = movePictures(moveSetLinks(content, { base, ids: ids(planned) }), pictures);
  const found = await findTarget(wanted, { ...asked, url: urls[1], pictures }, target);
  const titles = {
    before: found.form === undefined ? 'nothing' : `${found.form.id} (${urls[1]})`,
    after: `${formId} (${urls[0]})`,
  };
  const diff = diffText({ title: titles.before, content: found.content }, { title: titles.after, content: wanted });
  if (diff !== '') context.print(diff);
  for (const note of notes) context.stderr.write(`formstead: ${shownText(note)}\n`);
  const state = found.form === undefined ? 'created' : diff === '' ? 'same' : 'changed';
  const result = {
    from: { url: urls[0], form: formId },
    state,
    pictures: pictures.size,
    notes,
    isDryRun,
  } as const;
  if (isDryRun) return { ...result, to: { url: urls[1], form: found.form?.id }, sets: planned.map(presentSet) };

  const progress = openProgress('copy options', context);
  const sets: CopiedSet[] = [];
  for (const set of planned) {
    const to = await makeSet(set, { ...ends, onProgress: (_name, done, total) => progress.set(done, total) });
    sets.push(presentSet({ ...set, to }));
  }
  progress.end();
  const moved = moveSetLinks(content, { base, ids: ids(sets) });
  const made = await writeCopy(
    { original: formId, content: moved, pictures, isSame: state === 'same', form: found.form },
    ends,
  );
  return { ...result, to: { url: urls[1], form: made }, sets };
}

function presentSet({ name, from, to, options, state }: PlannedSet | CopiedSet): CopiedSet {
  return { name, from, to, options, state };
}

async function planSets(content: FormContent, { source, target }: Ends, notes: string[]): Promise<PlannedSet[]> {
  const planned: PlannedSet[] = [];
  for (const id of findSetIds(content)) {
    const set = await findServiceSet(id, source);
    const plan = set && (await planSet(set, source, target));
    if (set === undefined)
      notes.push(`The form names an options set ${id} that is not there. Its address was left as it is.`);
    else if (plan === undefined)
      notes.push(`The other service does not have "${set.name}". Its address was left as it is.`);
    if (set?.allowsAutocomplete === false) notes.push(`Searching "${set.name}" is switched off; in a copy it is not.`);
    if (plan !== undefined) planned.push(plan);
  }
  return planned;
}

/** Marks by id. */
async function readPictures(content: FormContent, url: string, notes: string[]): Promise<Map<string, string>> {
  const marks = new Map<string, string>();
  for (const id of findPictureIds(content)) {
    const bytes = await findPicture(url, id);
    if (bytes === undefined)
      notes.push(`The form names a picture ${id} that is not there. Its address was left as it is.`);
    else marks.set(id, markOf(bytes));
  }
  return marks;
}

interface FoundTarget {
  readonly form: FormTarget | undefined;
  /** With marks instead of pictures; empty without a form. */
  readonly content: FormContent;
}

/** The form that is to be changed, or one that is the same already. */
async function findTarget(
  wanted: FormContent,
  { into, url, pictures }: Pick<Asked, 'into'> & { url: string; pictures: ReadonlyMap<string, string> },
  target: FormsteadClient,
): Promise<FoundTarget> {
  const look = async (id: string): Promise<FoundTarget | undefined> => {
    const form = await findServiceForm(id, target);
    if (form === undefined) return undefined;
    const marks = new Map(pictures);
    for (const one of findPictureIds(form.content)) {
      const bytes = marks.has(one) ? undefined : await findPicture(url, one);
      if (bytes !== undefined) marks.set(one, markOf(bytes));
    }
    return { form, content: movePictures(form.content, marks) };
  };
  if (into !== undefined) {
    const found = await look(await findFormId(into, target));
    if (found === undefined) throw new CommandError(`There is no form with the id ${into} to copy into.`);
    return found;
  }
  const others: string[] = [];
  for (const { id, name } of await listForms(target)) {
    if (name === undefined || name !== wanted['name']) continue;
    const found = await look(id);
    if (found !== undefined && isSame(found.content, wanted)) return found;
    if (found !== undefined) others.push(id);
  }
  if (others.length > 0) {
    throw new CommandError(
      `${url} has a form of this name that differs: ${others.join(', ')}. --into ID changes it, --name gives the copy another name.`,
    );
  }
  return { form: undefined, content: {} };
}

function isSame(one: FormContent, other: FormContent): boolean {
  return hashOf(one) === hashOf(other);
}

/** The address that forms of the service name, which need not be the one it was asked at. */
async function findApiUrl(url: string): Promise<string> {
  const response = await again(async () =>
    fetch(`${url}/v1.0/openapi.json`).catch((cause: unknown) => {
      throw new FormsteadError({ status: 0, cause });
    }),
  );
  const document = response.ok ? ((await response.json()) as { servers?: { url?: unknown }[] }) : undefined;
  const named = document?.servers?.[0]?.url;
  return typeof named === 'string' && /^https?:\/\//.test(named) ? named.replace(/\/+$/, '') : `${url}/v1.0`;
}
