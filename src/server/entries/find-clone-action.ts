// Whether a new entry was begun from another one, by its clone link: then it gets a clone action before its first own. The
// other entry stays as it is, so that strangers who open a template do not move its changedAt. [entries.clone]
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { findEntry } from '../store/entries/entries.ts';
import { isOrWasTemplate } from './is-or-was-template.ts';

/** The id of the clone action. An entry that the caller may not clone, or of another form, is a 400 that tells nothing more. */
export async function findCloneAction(
  form: LoadedForm,
  { payload, caller }: ApiRequest<unknown, unknown, { clonedFrom?: string }>,
  services: Pick<Services, 'newId' | 'db'>,
): Promise<string | undefined> {
  const { clonedFrom } = payload;
  if (clonedFrom === undefined) return undefined;
  const row = await findEntry(services.db.sql, clonedFrom);
  // One that was deleted while the form was being filled counts: what was filled in is not refused for that.
  const mayClone = row?.form === form.id && (isOrWasTemplate(row) || caller?.account === row.account);
  if (mayClone) return services.newId();
  const message = '"clonedFrom" must be an entry of the form that may be cloned';
  throw errors.requestInvalid(message, { source: 'payload', keys: ['clonedFrom'] });
}
