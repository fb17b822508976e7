// Puts one new entry into the shared commit and gives its row. [entries.shared-commits]

import type { ActionType, ApiAction } from '../../api-types/entries.ts';
import type { JsonObject } from '../../core/definition/form-definition.ts';
import { type EntryStatus, entryStatusNumber } from '../../core/plan/entry-status.ts';
import type { ArchivedRenders, Numbering } from '../after-actions/archive-renders.ts';
import { OtherNumbers } from '../after-actions/predict-entry-number.ts';
import type { Services } from '../base/services.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import { formChanged } from '../forms/with-current-form.ts';
import type { ApiRequest } from '../http/api-request.ts';
import type { IdempotencyKey } from '../http/idempotency-key.ts';
import { quotaHeadroom } from '../quotas/quota-headroom.ts';
import type { EntryRow } from '../store/entries/entries.ts';
import type { OwedEmails } from '../store/jobs/outbox.ts';
import { makeAction } from './actions.ts';
import { keyUsed } from './idempotency.ts';
import { takeEntryData } from './take-entry-data.ts';
import type { Inserted } from './write-queue.ts';

type Needs = Pick<Services, 'quotas' | 'notices' | 'writes' | 'disk' | 'entryBytes'>;

/** Close to a limit each batch may take only one of them: more than a batch holds. */
const maxTries = 300;

export interface EntryToWrite {
  readonly id: string;
  readonly actionId: string;
  /** Of the clone action that comes first, where the entry was begun from another one. */
  readonly cloneId?: string | undefined;
  readonly form: LoadedForm;
  readonly status: EntryStatus;
  readonly trigger: ActionType;
  readonly data: JsonObject;
  readonly request: ApiRequest;
  readonly key: IdempotencyKey | undefined;
  readonly renders: ArchivedRenders;
  readonly owed?: OwedEmails | undefined;
  readonly numbering?: Numbering | undefined;
}

export async function writeNewEntry(
  input: EntryToWrite,
  services: Needs,
): Promise<{ form: LoadedForm; row: EntryRow } | OtherNumbers | typeof formChanged | typeof keyUsed> {
  const { id, form, request, key, numbering } = input;
  const data = form.writeData(input.data);
  const isDraft = input.status === 'saved';
  const isAnonymous = request.caller === undefined;
  const dataBytes = Buffer.byteLength(data);
  await takeEntryData({ form, isAnonymous, bytes: dataBytes, bytesBefore: 0, isNewDraft: isDraft }, services);
  const draftBytes = isDraft ? dataBytes : undefined;
  const room = await quotaHeadroom({ form, isAnonymous, draftBytes }, services);
  const insert = () =>
    services.writes.insert(
      {
        id,
        account: form.account,
        form: form.id,
        dataBytes,
        limitedAccount: room.account === undefined ? undefined : form.account,
        key,
        build: (time) => ({
          id,
          account: form.account,
          form: form.id,
          version: form.version,
          status: entryStatusNumber(input.status),
          data,
          dataBytes,
          actions: JSON.stringify(actionsOf(input, time)),
          archivedRenders: `[${input.renders.items.join(',')}]`,
          idempotency: key,
          room,
          owed: input.owed,
          expected: numbering?.numbers,
        }),
        isNumbered: numbering !== undefined,
      },
      numbering?.tx,
    );
  let inserted = await insert();
  for (let tries = 1; inserted.insertion.outcome === 'crowded' && tries < maxTries; tries += 1)
    inserted = await insert();
  if (inserted.insertion.outcome === 'full') throw services.quotas.refusal(inserted.insertion.limit);
  if (inserted.insertion.outcome === 'crowded') throw services.quotas.refusal('form.entries');
  if (inserted.insertion.outcome === 'formChanged') return formChanged;
  if (inserted.insertion.outcome === 'keyUsed') return keyUsed;
  if (inserted.insertion.outcome === 'otherNumbers') return new OtherNumbers(inserted.insertion.last);
  return { form, row: rowOf(inserted) };
}

function actionsOf({ actionId, cloneId, trigger, request }: EntryToWrite, time: string): ApiAction[] {
  const own = makeAction({ id: actionId, type: trigger, time }, request);
  return cloneId === undefined ? [own] : [makeAction({ id: cloneId, type: 'clone', time }, request), own];
}

/** The row as it now stands in the database; reading it again would cost a question per submit. */
function rowOf({ entry, insertion, time }: Inserted): EntryRow {
  if (insertion.outcome !== 'inserted') throw new Error('Only an inserted entry has a row.');
  const isSubmitted = entry.status === entryStatusNumber('submitted');
  return {
    id: entry.id,
    account: entry.account,
    form: entry.form,
    status: entry.status,
    data: entry.data,
    actions: entry.actions,
    archivedRenders: entry.archivedRenders,
    idx: insertion.idx,
    submitIdx: insertion.submitIdx,
    sentEmails: '[]',
    name: null,
    revision: 0,
    bewitGeneration: isSubmitted ? 1 : 0,
    createTime: time,
    modifyTime: time,
    changedAt: insertion.changedAt,
    submitTime: isSubmitted ? time : null,
    deletedAt: null,
  };
}
