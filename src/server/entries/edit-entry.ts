// POST /entry/{entryId}/edit. SPEC.md "Transitions", "Entry endpoint rules" 6 to 8.
import { type EntryStatus, entryStatusNumber, nextStatus, statusFromNumber } from '../../core/entry-status.ts';
import type { JsonObject } from '../../core/form-definition.ts';
import { applyUpdate, type UpdateMode } from '../../core/update-mode.ts';
import { uiActions } from '../after-actions/ui-actions.ts';
import { errors } from '../errors.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import { Answer, type ApiRequest, callerOf } from '../http/api-request.ts';
import { isoNow, type Services } from '../services.ts';
import type { Transaction } from '../store/db.ts';
import { addToCounters, changeEntry, type EntryRow, findEntry } from '../store/entries.ts';
import { makeAction } from './actions.ts';
import { checkEntry } from './check-entry.ts';
import { currentChange } from './counters.ts';
import { formChanged, withCurrentForm } from './current-form.ts';
import { entryScope } from './entry-facts.ts';
import type { FillPayload } from './fill-entry.ts';
import { presentEntry } from './present-entry.ts';

interface EditPayload extends FillPayload {
  readonly status?: 'saved' | 'submitted';
  readonly updateMode: UpdateMode;
}

type EditRequest = ApiRequest<{ entryId: string }, unknown, EditPayload>;

const maxAttempts = 10;

export async function editEntry(request: EditRequest, services: Services): Promise<Answer> {
  const { entryId } = request.params;
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const row = await getOwnEntry(entryId, request, services);
    const status = statusAfterEdit(row, request.payload.status);
    const edited = await withCurrentForm(row.form, services, (form) =>
      writeEdit({ form, row, status, request }, services),
    );
    if (edited === undefined) continue;
    const { form } = edited;
    const actions = request.payload.skipUiActions
      ? []
      : uiActions(form, 'postEdit', entryScope(form, edited.row, services));
    return Answer.ofJson(`{"entry":${presentEntry(edited.row, services)},"uiActions":${JSON.stringify(actions)}}`);
  }
  throw errors.conflict();
}

export async function getOwnEntry(entryId: string, request: ApiRequest, services: Services): Promise<EntryRow> {
  const row = await findEntry(services.db.sql, entryId);
  if (row === undefined) throw errors.entryNotFound(entryId);
  if (row.account !== callerOf(request).account) throw errors.insufficientPermissions();
  return row;
}

function statusAfterEdit(row: EntryRow, wanted: EntryStatus | undefined): EntryStatus {
  const transition = nextStatus(statusFromNumber(row.status) as EntryStatus, 'edit', wanted);
  if (!transition.allowed) throw errors.refused(transition.refusal);
  return transition.status;
}

interface Edit {
  readonly form: LoadedForm;
  readonly row: EntryRow;
  readonly status: EntryStatus;
  readonly request: EditRequest;
}

/** Undefined when the entry changed meanwhile: the edit then starts over from what it is now. */
async function writeEdit(
  edit: Edit,
  services: Services,
): Promise<{ form: LoadedForm; row: EntryRow } | typeof formChanged | undefined> {
  const { form } = edit;
  const data = await editedData(edit, services);
  try {
    const row = await services.db.transaction((tx) => changeRow(tx, { ...edit, data }, services));
    return row === undefined ? undefined : { form, row };
  } catch (error) {
    if (error instanceof FormChangedMeanwhile) return formChanged;
    throw error;
  }
}

async function changeRow(
  tx: Transaction,
  { form, row, status, request, data }: Edit & { data: string | undefined },
  services: Services,
): Promise<EntryRow | undefined> {
  const time = isoNow(services.clock);
  const statusNumber = entryStatusNumber(status);
  const changed = await changeEntry(tx, {
    id: row.id,
    revision: row.revision,
    status: statusNumber,
    data,
    action: JSON.stringify(makeAction({ id: services.newId(), type: 'edit', time }, request)),
    archivedRenders: [],
    isModified: data !== undefined || statusNumber !== row.status,
    time,
  });
  if (changed === undefined) return undefined;
  const counters = await addToCounters(tx, form.id, { current: currentChange(row.status, statusNumber) });
  if (data !== undefined && counters?.version !== form.version) throw new FormChangedMeanwhile();
  return changed;
}

/** Rolls back an edit that was checked against an older form. */
class FormChangedMeanwhile extends Error {}

/** The data to store, or undefined for a status-only edit, which checks nothing. */
async function editedData({ form, row, status, request }: Edit, services: Services): Promise<string | undefined> {
  const { data: sent, updateMode } = request.payload;
  if (sent === undefined) return undefined;
  const data = applyUpdate(updateMode, JSON.parse(row.data) as JsonObject, sent);
  const check = await checkEntry({ form, data, status, entry: { id: row.id } }, services);
  return JSON.stringify(check.data);
}
