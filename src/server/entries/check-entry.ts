// Checks what was sent for an entry: core's rules, remote validators, files. SPEC.md "Required and conditional fields".
import type { EntryStatus } from '../../core/entry-status.ts';
import type { JsonObject } from '../../core/form-definition.ts';
import { runRemoteChecks } from '../../core/validation/remote.ts';
import {
  type EntryCheck,
  mustCheckSaved,
  mustCheckTemplate,
  validateEntry,
} from '../../core/validation/validate-entry.ts';
import { cleanHtml } from '../clean-html.ts';
import { errors } from '../errors.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import type { Services } from '../services.ts';

export interface EntryToCheck {
  readonly form: LoadedForm;
  readonly data: unknown;
  /** The status the entry will have: it decides which rules count. */
  readonly status: EntryStatus;
  /** `data.entry` in expressions. */
  readonly entry: JsonObject;
}

/** The data to store. Throws the 400 with every message; nothing is stored then. */
export async function checkEntry(input: EntryToCheck, services: Services): Promise<EntryCheck> {
  const { form, data, status } = input;
  const context = { entry: input.entry, form: formFacts(form), cleanHtml };
  let check = validateEntry(form.plan, data, { rules: status === 'submitted' ? 'all' : 'types', context });
  if (
    (status === 'saved' && mustCheckSaved(form.plan, check.data, context)) ||
    (status === 'template' && mustCheckTemplate(form.plan, check.data, context))
  ) {
    check = validateEntry(form.plan, data, { rules: 'all', context });
  }
  const remote =
    check.remoteChecks.length === 0 ? [] : await runRemoteChecks(check.remoteChecks, services.requestForForm);
  const messages = [...check.messages, ...remote];
  if (messages.length > 0) throw errors.entryFailedValidation(messages);
  return check;
}

/** `data.form` in expressions and templates. */
export function formFacts(form: LoadedForm): JsonObject {
  const { name, publicName } = form.definition;
  return { id: form.id, name: name ?? null, publicName: publicName ?? null, displayName: name || form.id };
}
