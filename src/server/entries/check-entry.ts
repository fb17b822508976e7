// Checks what was sent for an entry: core's rules, remote validators, files.
// [validation.when] [validation.messages] [validation.bounded]

import type { ItemMessage } from '../../core/definition/definition-parts.ts';
import type { FileObject, JsonObject } from '../../core/definition/form-definition.ts';
import { type Budget, maxWork, openBudget } from '../../core/expression/budget.ts';
import { serverItemText } from '../../core/locale/server-item-texts.ts';
import type { EntryStatus } from '../../core/plan/entry-status.ts';
import type { EntryCheck } from '../../core/validation/check-row.ts';
import { inFormOrder } from '../../core/validation/form-order.ts';
import { runRemoteChecks } from '../../core/validation/run-remote-checks.ts';
import { mustCheckSaved, mustCheckTemplate, validateEntry } from '../../core/validation/validate-entry.ts';
import { errors, ServiceError } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { attachFiles } from '../files/attach-files.ts';
import { checkFileOwners, checkFiles } from '../files/check-files.ts';
import { formFacts, refuseTooMuchWork } from '../forms/form-facts.ts';
import { formVersionHeaders } from '../forms/form-version.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import { cleanHtml } from '../html/clean-html.ts';
import { limitMessages } from './limit-messages.ts';

type Needs = Pick<
  Services,
  'config' | 'clock' | 'fetchForForm' | 'db' | 'secrets' | 'latestAccounts' | 'storage' | 'slowForms'
>;

export interface EntryToCheck {
  readonly form: LoadedForm;
  readonly data: unknown;
  /** The status the entry will have: it decides which rules count. */
  readonly status: EntryStatus;
  /** `data.entry` in expressions. */
  readonly entry: JsonObject;
  /** What a submitted entry holds: files that stand in it as they are were confirmed at the submit. */
  readonly dataBefore?: string;
  /** false for data that is only looked at: nobody holds its files then. */
  readonly isStored?: boolean;
}

type Rules = 'all' | 'types';

/** Checks and rules run in turns of their own: each may hold the event loop for as long. */
const workAfterCheck = maxWork;

export interface CheckedEntry extends EntryCheck {
  /** What is left of the work of the check, and as much again: for the conditions and rules that follow it. */
  readonly budget: Budget;
}

/** The data to store. Throws the 400 with every message; nothing is stored then. */
export function checkEntry(input: EntryToCheck, services: Needs): Promise<CheckedEntry> {
  services.latestAccounts.note(input.form.account);
  return services.slowForms.run(input.form, () => checkNow(input, services));
}

async function checkNow(input: EntryToCheck, services: Needs): Promise<CheckedEntry> {
  const { form, data, status, isStored = true } = input;
  const htmlRefusal = serverItemText(form.plan.locale, 'richText');
  const budget = openBudget(services.clock.now());
  const context = { entry: input.entry, form: formFacts(form), cleanHtml, htmlRefusal, budget };
  let rules: Rules = status === 'submitted' ? 'all' : 'types';
  let check = validateEntry(form.plan, data, { rules, context });
  if (
    (status === 'saved' && mustCheckSaved(form.plan, check.data, context)) ||
    (status === 'template' && mustCheckTemplate(form.plan, check.data, context))
  ) {
    rules = 'all';
    check = validateEntry(form.plan, data, { rules, context });
  }
  if (check.messages.length === 0) refuseTooMuchWork(form, budget);
  const isFailed = check.messages.length > 0;
  const remote =
    check.remoteChecks.length === 0
      ? []
      : await runRemoteChecks(check.remoteChecks, services.fetchForForm, {
          isFailed,
          unaskedText: serverItemText(form.plan.locale, 'tooManyChecks'),
        });
  // Remote validators of the levels warning, info and success only inform: they do not block.
  const asked = [...check.messages, ...remote.filter((message) => message.type === 'error')];
  const ofFiles = form.plan.hasFiles ? await checkStoredFiles(input, check, { rules, messages: asked }, services) : [];
  const messages = [...asked, ...ofFiles];
  if (messages.length > check.messages.length) {
    throw errors.entryFailedValidation(limitMessages(inFormOrder(form.plan, messages)), formVersionHeaders(form));
  }
  if (messages.length > 0) throw errors.entryFailedValidation(limitMessages(messages), formVersionHeaders(form));
  if (form.plan.hasFiles && isStored) await adopt(input, check, rules, services);
  const { notices, remoteChecks, files, deletedFiles } = check;
  budget.work += workAfterCheck;
  return { data: check.data, messages, notices, remoteChecks, files, deletedFiles, budget };
}

/** A file that ended between the check and here must not be stored as if it were there. */
async function adopt(
  { form, status, entry, dataBefore }: EntryToCheck,
  { data, files }: EntryCheck,
  rules: Rules,
  services: Pick<Services, 'config' | 'clock' | 'db' | 'secrets'>,
): Promise<void> {
  const holder = status === 'render' ? undefined : String(entry['id']);
  const stored = await attachFiles({ form, data, files, account: form.account, entry: holder }, services);
  if (rules === 'types') return;
  const isKnown = knownFiles(dataBefore);
  if (files.some(({ file }) => !isKnown(file) && !stored.has(file.storageKey))) throw errors.fileMissing();
}

/** Files that are in the entry as they are. */
function knownFiles(dataBefore = ''): (file: FileObject) => boolean {
  return (file) => dataBefore.includes(JSON.stringify(file));
}

/** Whose files they are is always asked; where rules count, the files themselves are looked at. */
async function checkStoredFiles(
  { form, dataBefore }: EntryToCheck,
  { files }: EntryCheck,
  { rules, messages }: { rules: Rules; messages: readonly ItemMessage[] },
  services: Pick<Services, 'db' | 'storage'>,
): Promise<ItemMessage[]> {
  if (rules === 'types') return checkFileOwners({ form, files, account: form.account }, services);
  const isKnown = knownFiles(dataBefore);
  try {
    return await checkFiles({ form, files, account: form.account, isKnown }, services);
  } catch (error) {
    // What is wrong with the data is said before what is missing in storage.
    if (messages.length > 0 && error instanceof ServiceError && error.situation === 'fileMissing') return [];
    throw error;
  }
}
