// Runs work with a form as this process knows it, and again when it turns out to have changed meanwhile.
// [forms.versions-under-way]
import { errors, ServiceError } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { type ApiRequest, callerOf } from '../http/api-request.ts';
import { findFormAccount } from '../store/forms/forms.ts';
import type { LoadedForm } from './load-form.ts';

/** What the work answers when the form it was given is no longer the one in the database. */
export const formChanged = Symbol('form changed');

const maxAttempts = 10;

/** The copy at hand may be old: a refusal by it is confirmed before it counts, and a write confirms its version. */
export async function withCurrentForm<T>(
  id: string,
  services: Pick<Services, 'forms'>,
  work: (form: LoadedForm) => Promise<T | typeof formChanged>,
): Promise<T> {
  let form = await services.forms.get(id);
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    try {
      const result = await work(form);
      if (result !== formChanged) return result;
      form = await services.forms.getFresh(id);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const fresh = await services.forms.getFresh(id);
      if (fresh.version === form.version) throw error;
      form = fresh;
    }
  }
  throw errors.conflict();
}

/** A missing file is one too, although it is a 500: it may be gone because the form is. [files.missing] */
function isRefusal(error: unknown): boolean {
  return error instanceof ServiceError && (error.status < 500 || error.situation === 'fileMissing');
}

/** As refuseForeignForm, for a request that needs nothing else of the form. */
export async function refuseForeignFormId(
  id: string,
  request: ApiRequest,
  services: Pick<Services, 'db'>,
): Promise<void> {
  const account = await findFormAccount(services.db.sql, id);
  if (account === undefined) throw errors.formNotFound(id);
  if (account !== callerOf(request).account) throw errors.insufficientPermissions();
}
