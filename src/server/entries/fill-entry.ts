// Save and submit, new and continued.
// [entries.save] [entries.submit] [entries.submit.without-data] [entries.submit.again] [entries.flags] [forms.closed]
//
//   form -> checked (400 with every message) -> files confirmed -> PDFs made -> shared commit -> emails -> answer
import type { SavedEntry, SubmittedEntry } from '../../api-types/entries.ts';
import { entryStatusNumber } from '../../core/entry-status.ts';
import type { Budget } from '../../core/expression/budget.ts';
import type { JsonObject } from '../../core/form-definition.ts';
import type { EntryCheck } from '../../core/validation/validate-entry.ts';
import { writeWithRenders } from '../after-actions/archive-renders.ts';
import { type Numbers, OtherNumbers } from '../after-actions/number-lines.ts';
import { owedEmails, sendEmails } from '../after-actions/send-emails.ts';
import { uiActions } from '../after-actions/ui-actions.ts';
import { makeBewit } from '../entry-facts/bewit.ts';
import { entryScope, noteUnfinishedRules } from '../entry-facts/entry-facts.ts';
import { presentEntry } from '../entry-facts/present-entry.ts';
import { errors } from '../errors.ts';
import { deleteSentFiles, dropMissingFiles } from '../files/files-of-entries.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import { refuseClosed } from '../forms/start-form.ts';
import { type ApiRequest, ApiResponse } from '../http/api-request.ts';
import type { MailAttachment } from '../mail/mail.ts';
import { refuseGrownDraft } from '../quotas/entry-room.ts';
import { largeDataLength, ownTurn } from '../run-in-slices.ts';
import type { Services } from '../services.ts';
import { type EntryRow, findEntry } from '../store/entries.ts';
import { findLastNumbers } from '../store/entry-numbers.ts';
import type { OwedEmails } from '../store/outbox.ts';
import type { DraftChange } from '../store/write-entries.ts';
import { makeAction, refuseFullHistory } from './actions.ts';
import { checkEntry } from './check-entry.ts';
import { formChanged, refuseForeignForm, withCurrentForm } from './current-form.ts';
import { findCloneAction } from './find-clone-action.ts';
import { rowShownTo } from './hide-staff.ts';
import { answerOnce, keyUsed } from './idempotency.ts';
import { maxRaces, pauseAfterLostRace } from './lost-race.ts';
import { openDraft } from './open-draft.ts';
import { newPdfEntry, storedPdfEntry } from './pdf-entry.ts';
import { writeNewEntry } from './write-new-entry.ts';

export interface FillPayload {
  readonly data?: JsonObject;
  readonly skipEmails?: boolean;
  readonly skipRenders?: boolean;
  readonly skipUiActions?: boolean;
  readonly testEmailAddress?: string;
}

export interface NewEntryPayload extends FillPayload {
  readonly form: string;
  /** The entry that this one starts from. */
  readonly clonedFrom?: string;
}

export interface BewitQuery {
  readonly bewit?: string;
}

type Trigger = 'save' | 'submit';

const effects = {
  save: { status: 'saved', rules: 'postSave' },
  submit: { status: 'submitted', rules: 'postSubmit' },
} as const;

type NewRequest = ApiRequest<unknown, unknown, NewEntryPayload>;
type DraftRequest = ApiRequest<{ entryId: string }, BewitQuery, FillPayload>;

/** What the JSON of answerText holds. */
type Saved = Promise<ApiResponse<SavedEntry>>;
type Submitted = Promise<ApiResponse<SubmittedEntry>>;

export const saveNewEntry = (request: NewRequest, services: Services): Saved => fillNew('save', request, services);
export const submitNewEntry = (request: NewRequest, services: Services): Submitted =>
  fillNew('submit', request, services);
export const saveDraft = (request: DraftRequest, services: Services): Saved => fillDraft('save', request, services);
export const submitDraft = (request: DraftRequest, services: Services): Submitted =>
  fillDraft('submit', request, services);

async function fillNew<Body>(trigger: Trigger, request: NewRequest, services: Services): Promise<ApiResponse<Body>> {
  const formId = request.payload.form;
  const work = {
    request,
    formOrAccount: request.caller?.account ?? `form ${formId}`,
    async run(key: Parameters<typeof writeNewEntry>[0]['key']) {
      const written = await withCurrentForm(formId, services, async (form) => {
        refuseForeignForm(form, request);
        refuseClosed(form);
        const id = services.newId();
        const cloneId =
          request.payload.clonedFrom === undefined ? undefined : await findCloneAction(form, request, services);
        const actionId = services.newId();
        const { status, rules } = effects[trigger];
        const check = await checkEntry({ form, data: request.payload.data ?? {}, status, entry: { id } }, services);
        const { data, budget, deletedFiles: sentFiles } = check;
        const entry = (numbers: Numbers) => newPdfEntry({ id, status, data }, numbers, services);
        const gives = trigger === 'submit' ? (['idx', 'submitIdx'] as const) : (['idx'] as const);
        const { skipRenders } = request.payload;
        const isAnonymous = request.caller === undefined;
        return writeWithRenders(
          { form, rules, actionId, entry, gives, skipRenders, isAnonymous, budget },
          services,
          async (renders, numbering) => {
            const { mainPdf } = renders;
            const owed = owedEmails({ form, rules, entry: id, actionId, mainPdf, request });
            const toWrite = {
              id,
              actionId,
              cloneId,
              form,
              status,
              trigger,
              data,
              request,
              key,
              renders,
              owed,
              numbering,
            };
            const done = await writeNewEntry(toWrite, services);
            if (typeof done === 'symbol' || done instanceof OtherNumbers) return done;
            const { row } = done;
            // Named one by one: a copy of an object costs as much as a check of the entry.
            return { trigger, request, form, row, owed, budget, mainPdf, sentFiles, dataBefore: '{}' };
          },
        );
      });
      if (written === keyUsed) return keyUsed;
      return finish(written, services);
    },
    async rebuild(entry: string) {
      const row = await findEntry(services.db.sql, entry);
      if (row === undefined) throw errors.entryNotFound(entry);
      return answerText({ trigger, request, form: await services.forms.getFresh(row.form), row }, services);
    },
  };
  return answerOnce(work, services);
}

async function fillDraft<Body>(
  trigger: Trigger,
  request: DraftRequest,
  services: Services,
): Promise<ApiResponse<Body>> {
  const { entryId } = request.params;
  for (let race = 1; race <= maxRaces; race += 1) {
    const draft = await openDraft({ entryId, request, trigger }, services);
    if (trigger === 'save') refuseFullHistory(draft.row);
    const { status, rules } = effects[trigger];
    // Without data the draft itself is what is saved or submitted; then it must not change under the check.
    const { data = undefined } = request.payload;
    const written = await withCurrentForm(draft.row.form, services, async (form) => {
      if (draft.row.data.length >= largeDataLength) await ownTurn();
      const input = data ?? (JSON.parse(draft.row.data) as JsonObject);
      const toCheck = { form, data: input, status, entry: { id: entryId } };
      const check = await checkEntry(toCheck, services).catch(async (error) => {
        // A file may be gone because the entry is: then that is the answer.
        if (form.plan.hasFiles) await openDraft({ entryId, request, trigger }, services);
        throw error;
      });
      const { budget, deletedFiles: sentFiles } = check;
      const actionId = services.newId();
      const isSubmit = trigger === 'submit';
      const entry = (numbers: Numbers) =>
        storedPdfEntry({ row: draft.row, status, data: check.data, isSubmit, numbers }, services);
      const gives = isSubmit && draft.row.submitIdx === null ? (['submitIdx'] as const) : [];
      const { skipRenders } = request.payload;
      const isAnonymous = request.caller === undefined;
      return writeWithRenders(
        { form, rules, actionId, entry, gives, skipRenders, isAnonymous, budget },
        services,
        async (renders, numbering) => {
          const written = form.writeData(check.data);
          const { mainPdf } = renders;
          const owed = owedEmails({ form, rules, entry: entryId, actionId, mainPdf, request });
          const draftBytes = trigger === 'save' ? Buffer.byteLength(written) : 0;
          const limits = await services.quotas.limitsOf(form.account);
          const maxStrangerDraftBytes = isAnonymous ? limits['form.strangerDraftBytes'] : 0;
          const build = (time: string): DraftChange => ({
            id: entryId,
            form: form.id,
            version: form.version,
            status: entryStatusNumber(status),
            data: written,
            revision: data === undefined ? draft.row.revision : null,
            bewitGeneration: draft.bewitGeneration,
            action: JSON.stringify(makeAction({ id: actionId, type: trigger, time }, request)),
            archivedRenders: `[${renders.items.join(',')}]`,
            draftBytes,
            maxStrangerDraftBytes,
            owed,
            expectedSubmitIdx: numbering?.numbers.submitIdx,
          });
          const toContinue = { id: entryId, form: form.id, actionId, build, isNumbered: numbering !== undefined };
          const row = await services.writes.continueDraft(toContinue, numbering?.tx);
          if (row !== undefined) return { row, form, owed, budget, mainPdf, sentFiles, dataBefore: draft.row.data };
          if (isAnonymous && draftBytes > 0)
            await refuseGrownDraft({ entry: entryId, form, bytes: draftBytes }, services);
          const other = numbering && (await findOtherNumbers(form.id, numbering.numbers, services));
          if (other !== undefined) return other;
          const fresh = await services.forms.getFresh(form.id);
          return fresh.version === form.version ? undefined : formChanged;
        },
      );
    });
    // Lost a race: the next look at the entry gives the answer this request would have got had it come later.
    if (written !== undefined) return ApiResponse.ofJson(await finish({ trigger, request, ...written }, services));
    await pauseAfterLostRace(race);
  }
  throw errors.conflict();
}

/** Whether somebody else got the number that a submit was to get. */
async function findOtherNumbers(
  form: string,
  { submitIdx }: Numbers,
  { db }: Services,
): Promise<OtherNumbers | undefined> {
  const last = await findLastNumbers(db.sql, form);
  return last === undefined || last.submitIdx + 1 === submitIdx ? undefined : new OtherNumbers(last);
}

interface Filled {
  /** What the check has left of it; without one the rules have a full one. */
  readonly budget?: Budget;
  readonly trigger: Trigger;
  readonly request: ApiRequest<unknown, unknown, FillPayload>;
  readonly form: LoadedForm;
  readonly row: EntryRow;
}

interface JustFilled extends Filled {
  readonly owed: OwedEmails | undefined;
  readonly mainPdf: MailAttachment | undefined;
  readonly sentFiles: EntryCheck['deletedFiles'];
  readonly dataBefore: string;
}

/** What follows the commit; all of it before the response. */
async function finish(filled: JustFilled, services: Services): Promise<string> {
  const { form, owed, sentFiles, dataBefore } = filled;
  const { id: entry, data } = filled.row;
  if (sentFiles.length > 0) {
    const isByOwner = filled.request.caller?.account === form.account;
    await deleteSentFiles({ form, entry, sent: sentFiles, dataBefore, isByOwner }, services);
  }
  await dropMissingFiles({ form, entry, dataBefore, data }, services);
  const row = owed === undefined ? filled.row : await sendEmails({ ...filled, owed }, services);
  if (data.length >= largeDataLength) await ownTurn();
  return answerText({ ...filled, row }, services);
}

function answerText({ trigger, request, form, row, budget }: Filled, services: Services): string {
  const { rules } = effects[trigger];
  const actions = request.payload.skipUiActions
    ? []
    : uiActions(form, rules, entryScope({ form, row, budget }, services));
  noteUnfinishedRules({ form, row, budget }, services);
  const entry = presentEntry(rowShownTo(request, row), services);
  const start = `{"entry":${entry},"uiActions":${JSON.stringify(actions)},"entryId":"${row.id}"`;
  if (trigger === 'submit') return `${start}}`;
  const bewit = makeBewit(row, services.secrets.bewit);
  return `${start},"userCanResume":true,"formId":"${row.form}","bewit":"${bewit}"}`;
}
