// Did the form lose questions while somebody answered them? Whoever sends answers says which version of the form they saw; where
// another one is in force and would drop some of the answers, nothing is stored and the caller can show what is lost.
// [entries.form-version]
import { isPlainObject } from '../../core/values/value-type.ts';
import { errors } from '../base/errors.ts';
import { formVersionHeaders } from '../forms/form-version.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import type { FillQuery } from './fill-payload.ts';

export interface ReceivedAnswers {
  readonly form: LoadedForm;
  readonly query: unknown;
  readonly sent: unknown;
  readonly stored: unknown;
}

/** Throws the 412. Without a version in the query nothing is compared. */
export function refuseDroppedAnswers({ form, query, sent, stored }: ReceivedAnswers): void {
  const { formVersion } = (query ?? {}) as FillQuery;
  if (formVersion === undefined || formVersion === form.version) return;
  if (isDropped(sent, stored)) throw errors.formChangedMeanwhile(formVersionHeaders(form));
}

/** Whether a value was sent where nothing is stored. Values that are stored in another spelling are not dropped. */
function isDropped(sent: unknown, stored: unknown): boolean {
  if (isEmpty(sent)) return false;
  if (stored === undefined || stored === null) return true;
  if (Array.isArray(sent)) {
    // Values of a list, such as the options of a multiple choice, are not compared one by one: the check of the entry refuses them.
    return Array.isArray(stored) && sent.some((row, at) => isPlainObject(row) && isDropped(row, stored[at]));
  }
  if (!isPlainObject(sent) || !isPlainObject(stored)) return false;
  return answersIn(sent).some(([name, value]) => isDropped(value, stored[name]));
}

/** Without the state of the screen. */
function answersIn(data: Readonly<Record<string, unknown>>): [string, unknown][] {
  return Object.entries(data).filter(([name]) => !name.startsWith('__'));
}

/** What no form stores: nothing, and files that the caller deletes. */
function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (Array.isArray(value)) return value.every(isEmpty);
  if (!isPlainObject(value)) return false;
  return value['deleted'] === true || answersIn(value).every(([, member]) => isEmpty(member));
}
