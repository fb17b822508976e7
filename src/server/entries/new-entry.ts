// A new entry, saved, submitted or made as a template, from the form to the commit:
//
//   form as it is now -> checked (400 with every message) -> PDFs made -> shared commit

import type { JsonObject } from '../../core/definition/form-definition.ts';
import type { Budget } from '../../core/expression/budget.ts';
import type { EntryCheck } from '../../core/validation/check-row.ts';
import { type ArchivedRenders, type Numbering, writeWithRenders } from '../after-actions/archive-renders.ts';
import { type Numbers, OtherNumbers } from '../after-actions/predict-entry-number.ts';
import { owedEmails } from '../after-actions/send-emails.ts';
import type { Services } from '../base/services.ts';
import { newPdfEntry } from '../entry-facts/pdf-entry.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import { refuseClosed, refuseForeignForm } from '../forms/start-form.ts';
import { type formChanged, withCurrentForm } from '../forms/with-current-form.ts';
import type { ApiRequest } from '../http/api-request.ts';
import type { IdempotencyKey } from '../http/idempotency-key.ts';
import type { MailAttachment } from '../mail/mail.ts';
import type { EntryRow } from '../store/entries/entries.ts';
import type { OwedEmails } from '../store/jobs/outbox.ts';
import { checkEntry } from './check-entry.ts';
import type { NewEntryPayload } from './fill-payload.ts';
import { findCloneAction } from './find-clone-action.ts';
import type { keyUsed } from './idempotency.ts';
import { refuseDroppedAnswers } from './refuse-dropped-answers.ts';
import { writeNewEntry } from './write-new-entry.ts';

type Needs = Pick<
  Services,
  | 'config'
  | 'clock'
  | 'newId'
  | 'log'
  | 'outbound'
  | 'fetchForForm'
  | 'pdfs'
  | 'db'
  | 'quotas'
  | 'secrets'
  | 'forms'
  | 'pdf'
  | 'predictedNumbers'
  | 'notices'
  | 'writes'
  | 'latestAccounts'
  | 'storage'
  | 'disk'
  | 'slowForms'
  | 'entryBytes'
>;

export const kinds = {
  save: { status: 'saved', rules: 'postSave', gives: ['idx'] },
  submit: { status: 'submitted', rules: 'postSubmit', gives: ['idx', 'submitIdx'] },
  template: { status: 'template', rules: 'postTemplate', gives: ['idx'] },
} as const;

export interface NewEntry {
  readonly trigger: keyof typeof kinds;
  readonly request: ApiRequest<unknown, unknown, NewEntryPayload>;
  readonly key: IdempotencyKey | undefined;
  /** A link to it is made after the commit and before the emails, which may show it. */
  readonly hasLink?: boolean | undefined;
}

export interface MadeEntry {
  readonly form: LoadedForm;
  readonly row: EntryRow;
  readonly owed: OwedEmails | undefined;
  /** What is left for the rules that follow. */
  readonly budget: Budget;
  readonly mainPdf: MailAttachment | undefined;
  readonly sentFiles: EntryCheck['deletedFiles'];
}

export function makeNewEntry(making: NewEntry, services: Needs): Promise<MadeEntry | typeof keyUsed> {
  return withCurrentForm(making.request.payload.form, services, (form) => checkAndWrite(making, form, services));
}

type Outcome = MadeEntry | typeof keyUsed | typeof formChanged;

async function checkAndWrite(making: NewEntry, form: LoadedForm, services: Needs): Promise<Outcome> {
  const { trigger, request } = making;
  const { status, rules, gives } = kinds[trigger];
  const { payload } = request;
  refuseForeignForm(form, request);
  // The owner can make templates of a closed form too. [forms.closed]
  if (trigger !== 'template') refuseClosed(form);
  const id = services.newId();
  const cloneId = payload.clonedFrom === undefined ? undefined : await findCloneAction(form, request, services);
  const actionId = services.newId();
  const check = await checkEntry({ form, data: payload.data ?? {}, status, entry: { id } }, services);
  const { data, budget, deletedFiles: sentFiles } = check;
  refuseDroppedAnswers({ form, query: request.query, sent: payload.data, stored: data });
  const entry = (numbers: Numbers) => newPdfEntry({ id, status, data }, numbers, services);
  const isAnonymous = request.caller === undefined;
  const checked: CheckedEntry = { id, actionId, cloneId, form, data, budget, sentFiles };
  return writeWithRenders(
    { form, rules, actionId, entry, gives, skipRenders: payload.skipRenders, isAnonymous, budget },
    services,
    (renders, numbering) => write(making, checked, renders, numbering, services),
  );
}

interface CheckedEntry {
  readonly id: string;
  readonly actionId: string;
  readonly cloneId: string | undefined;
  readonly form: LoadedForm;
  readonly data: JsonObject;
  readonly budget: Budget;
  readonly sentFiles: EntryCheck['deletedFiles'];
}

async function write(
  { trigger, request, key, hasLink }: NewEntry,
  { id, actionId, cloneId, form, data, budget, sentFiles }: CheckedEntry,
  renders: ArchivedRenders,
  numbering: Numbering | undefined,
  services: Needs,
): Promise<Outcome | OtherNumbers> {
  const { status, rules } = kinds[trigger];
  const { mainPdf } = renders;
  const owed = owedEmails({ form, rules, entry: id, actionId, mainPdf, hasLink, request });
  // Named one by one: spreading an object costs as much as checking the entry.
  const toWrite = { id, actionId, cloneId, form, status, trigger, data, request, key, renders, owed, numbering };
  const done = await writeNewEntry(toWrite, services);
  if (typeof done === 'symbol' || done instanceof OtherNumbers) return done;
  return { form, row: done.row, owed, budget, mainPdf, sentFiles };
}
