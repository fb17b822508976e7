// Statements of the store that are put together from pieces, as the server gets them: the functions run with a runner that writes down
// what it is given and sends nothing. Each has the variants that differ in their text.

import type { Transaction } from '../../src/server/store/connection/db.ts';
import { createRunner, type Row, type Rows } from '../../src/server/store/connection/sql.ts';
import { createStatementTexts } from '../../src/server/store/connection/statement-texts.ts';
import { countEntries } from '../../src/server/store/entries/count-entries.ts';
import {
  appendResumeAction,
  appendSentEmails,
  changeEntry,
  moveEntriesToMarkers,
  setEntryName,
} from '../../src/server/store/entries/entries.ts';
import type { NewEntry } from '../../src/server/store/entries/entry-headroom.ts';
import { listKeyChanges, listKeys, loadKeySet } from '../../src/server/store/entries/entry-keys.ts';
import { listExportRows } from '../../src/server/store/entries/export-entries.ts';
import { findSkipPosition } from '../../src/server/store/entries/find-skip-position.ts';
import { insertCreatedEntries } from '../../src/server/store/entries/generate-entries.ts';
import { insertEntries } from '../../src/server/store/entries/insert-entries.ts';
import { listInsightRows } from '../../src/server/store/entries/insight-rows.ts';
import {
  type EntryPage,
  findEntriesToDelete,
  listEntries,
  listEntrySizes,
  listLightEntries,
  lockEntriesToDelete,
  markDeleted,
} from '../../src/server/store/entries/list-entries.ts';
import { listEntryTexts } from '../../src/server/store/entries/list-entry-texts.ts';
import { areFewMarkers, listMarkers } from '../../src/server/store/entries/list-markers.ts';
import { listTeamEntries } from '../../src/server/store/entries/notes.ts';
import { listRowsOfRuns, listSearchRows } from '../../src/server/store/entries/search-rows.ts';
import { continueEntries, type DraftChange } from '../../src/server/store/entries/write-entries.ts';
import {
  listLeavingFiles,
  markAbandonedClaims,
  releaseOldHolds,
  settleUnused,
} from '../../src/server/store/files/upload-quotas.ts';
import { countVisits } from '../../src/server/store/forms/form-visits.ts';
import { listForms } from '../../src/server/store/forms/forms.ts';
import { listActivity } from '../../src/server/store/identity/activity-log.ts';
import { listAuditLines } from '../../src/server/store/identity/audit.ts';
import { setKeyUses, setSessionUses } from '../../src/server/store/identity/last-uses.ts';
import { findFullPart, giveParts, takeParts } from '../../src/server/store/identity/quotas.ts';
import { listSessions } from '../../src/server/store/identity/sessions.ts';
import { listFailedEmails } from '../../src/server/store/jobs/failed-emails.ts';
import { correctFutureTimes } from '../../src/server/store/jobs/future-times.ts';
import { insertOwed } from '../../src/server/store/jobs/outbox.ts';
import { listOptionsSets } from '../../src/server/store/options-sets/options-sets.ts';

export interface Assembled {
  readonly name: string;
  readonly text: string;
}

/** `found`: what its first statements find, one after another; the next one ends the work. */
interface Call {
  readonly name: string;
  readonly run: (sql: Transaction) => Promise<unknown>;
  readonly found?: readonly Row[][];
}

export async function listAssembled(): Promise<Assembled[]> {
  const all: Assembled[] = [];
  for (const call of calls()) for (const text of await textsOf(call)) all.push({ name: call.name, text });
  return all;
}

class NothingFound extends Error {}

async function textsOf({ run, found = [] }: Call): Promise<string[]> {
  const texts: string[] = [];
  const results = [...found];
  const sender = {
    texts: createStatementTexts({ prepares: false }),
    label: () => undefined,
    send({ text, resolve, reject }: Parameters<Parameters<typeof createRunner>[0]['send']>[0]) {
      texts.push(text);
      const rows = results.shift();
      if (rows === undefined) reject(new NothingFound());
      else resolve(Object.assign(rows, { count: rows.length }) as Rows);
    },
  };
  await run(createRunner(sender) as Transaction).catch((error: unknown) => {
    if (!(error instanceof NothingFound)) throw error;
  });
  return texts;
}

const account = 'account';
const form = 'form';
const time = '2026-11-15T02:48:03.123Z';
const ids = ['id'];
const page: EntryPage = { account, filter: {}, includesDeleted: false, after: undefined, limit: 10 };
const ofForm = { ...page, filter: { form: { eq: form } } };
const few = [[{ count: 1 }]];
const many = [[{ count: 20_000 }]];

/** The filters of a list, by name; `found` is for those that ask first how much has changed. */
const lists: readonly (readonly [string, EntryPage, Row[][]?])[] = [
  ['of an account', page],
  ['of a form, after an entry', { ...ofForm, after: 'id' }],
  ['newest first', { ...ofForm, isNewestFirst: true }],
  ['drafts of a form', { ...page, filter: { form: { eq: form }, status: { in: [0, 1] } } }],
  ['with markers, few have changed', { ...page, includesDeleted: true, filter: { changedAt: { gte: time } } }, few],
  ['with markers, many have changed', { ...page, includesDeleted: true, filter: { changedAt: { gte: time } } }, many],
  [
    'every condition',
    {
      ...page,
      filter: {
        form: { in: ids, notIn: ids, ne: form },
        id: { gt: 'id', lte: 'id' },
        status: { eq: 2 },
        hasReopened: true,
        modifyTime: { gt: time },
        createTime: { gte: time, lt: time },
        submitTime: { lte: time },
      },
    },
  ],
];

const entry: NewEntry = {
  ...{ id: 'id', account, form, version: 1, status: 2, data: '{}', dataBytes: 2, actions: '[]', archivedRenders: '[]' },
  idempotency: undefined,
  room: { entries: 1, drafts: 1, strangerDrafts: 1, strangerDraftBytes: 1, draftBytes: 0, account: undefined },
};
const owed = {
  ...{ action: 'action', entry: 'id', form, rules: 'postSubmit', testAddress: null, isAnonymous: true },
  ...{ mainPdf: null, hasLink: false },
};
const noted = { entry: 'id', action: 'action', form, delta: '{}', revision: 1, maxBytes: 1 };
const draft: DraftChange = {
  ...{ id: 'id', form, version: 1, status: 2, data: '{}', revision: null, bewitGeneration: null, action: '{}' },
  ...{ archivedRenders: '[]', draftBytes: 0, maxStrangerDraftBytes: 0 },
};
const grown = { ...draft, status: 1, draftBytes: 2, maxStrangerDraftBytes: 10, owed, noted, expectedSubmitIdx: 1 };
const change = {
  ...{ id: 'id', revision: 1, status: 2, action: '{}', archivedRenders: [], isModified: false, time },
  ...{ data: undefined, noted: undefined },
};
const part = { kind: 'emails', part: '', day: '2026-11-15', amount: 1, max: 10 };
const uploads = { account, form, stranger: 'stranger' };
const use = { id: 'id', time, ip: '127.0.0.1', isOfApp: true };
const everyAudit = { from: time, to: time, user: 'user', action: 'action', object: 'form', objectId: 'id' };
const rows = { maxBytes: 1_000 };

function calls(): Call[] {
  const times = { time, keysFrom: time };
  const insights = { account, form, statuses: [2], from: undefined, to: undefined, after: undefined, limit: 10 };
  const sets = { after: undefined, limit: undefined, ids: {} };
  const setPage = { after: 'id', limit: 10, ids: { in: ids, notIn: ids } };
  return [
    ...lists.map(
      ([what, asked, found]): Call => ({
        name: `entries/list-entries.ts listEntries: ${what}`,
        run: (sql) => listEntries(sql, asked),
        ...(found && { found }),
      }),
    ),
    { name: 'entries/list-entries.ts listEntrySizes', run: (sql) => listEntrySizes(sql, ofForm) },
    { name: 'entries/list-entries.ts listLightEntries', run: (sql) => listLightEntries(sql, ofForm) },
    {
      name: 'entries/list-entry-texts.ts listEntryTexts',
      run: (sql) => listEntryTexts(sql, ofForm, ['{"_id":"', { column: 'id' }, '","data":', { column: 'data' }, '}']),
    },
    { name: 'entries/list-entries.ts findEntriesToDelete', run: (sql) => findEntriesToDelete(sql, ofForm) },
    {
      name: 'entries/list-entries.ts lockEntriesToDelete',
      run: (sql) => lockEntriesToDelete(sql, { account, filter: ofForm.filter, ids }),
    },
    {
      name: 'entries/list-entries.ts markDeleted',
      run: (sql) => markDeleted(sql, [{ id: 'id', action: '{}' }], { account, time }),
    },
    ...[true, false].map(
      (areFew): Call => ({
        name: `entries/list-markers.ts listMarkers: ${areFew ? 'few' : 'many'}`,
        run: (sql) => listMarkers(sql, { ...ofForm, areFew }),
      }),
    ),
    {
      name: 'entries/list-markers.ts areFewMarkers',
      run: (sql) => areFewMarkers(sql, { account, filter: { changedAt: { gte: time } } }),
    },
    { name: 'entries/count-entries.ts countEntries: by the counters', run: (sql) => countEntries(sql, ofForm) },
    {
      name: 'entries/count-entries.ts countEntries: one by one',
      run: (sql) => countEntries(sql, { account, filter: { createTime: { gte: time } } }),
    },
    {
      name: 'entries/find-skip-position.ts findSkipPosition: by the counters',
      run: (sql) => findSkipPosition(sql, { ...ofForm, skip: 5 }),
      found: [[{ count: 100 }]],
    },
    {
      name: 'entries/find-skip-position.ts findSkipPosition: submitted entries',
      run: (sql) =>
        findSkipPosition(sql, {
          account,
          after: undefined,
          filter: { form: { eq: form }, status: { eq: 2 } },
          skip: 5,
        }),
      found: [[{ count: 100 }]],
    },
    {
      name: 'entries/find-skip-position.ts findSkipPosition: one by one',
      run: (sql) =>
        findSkipPosition(sql, { account, after: undefined, filter: { createTime: { gte: time } }, skip: 5 }),
    },
    {
      name: 'entries/export-entries.ts listExportRows',
      run: (sql) => listExportRows(sql, { ...ofForm, ...rows }, new Set(['data', 'idx'])),
    },
    {
      name: 'entries/insight-rows.ts listInsightRows: all',
      run: (sql) => listInsightRows(sql, { ...insights, ...rows }),
    },
    {
      name: 'entries/insight-rows.ts listInsightRows: every condition',
      run: (sql) => listInsightRows(sql, { ...insights, ...rows, from: time, to: time, after: 'id', ids }),
    },
    {
      name: 'entries/search-rows.ts listSearchRows: all',
      run: (sql) => listSearchRows(sql, { ...ofForm, ...rows }),
    },
    {
      name: 'entries/search-rows.ts listSearchRows: a run, with notes of the team',
      run: (sql) => listSearchRows(sql, { ...ofForm, ...rows, ids, run: { fromId: 'a', toId: 'b' }, hasTeam: true }),
    },
    {
      name: 'entries/search-rows.ts listRowsOfRuns',
      run: (sql) => listRowsOfRuns(sql, { ...ofForm, ...rows, runs: [{ fromId: 'a', toId: 'b' }] }),
    },
    ...(['alone', 'together'] as const).flatMap((mode): Call[] => [
      {
        name: `entries/insert-entries.ts insertEntries: submitted, ${mode}`,
        run: (sql) => insertEntries(sql, [entry], times, mode),
      },
      {
        name: `entries/insert-entries.ts insertEntries: drafts too, with keys, numbers and emails, ${mode}`,
        run: (sql) => insertEntries(sql, [fullEntry], times, mode),
      },
      {
        name: `entries/write-entries.ts continueEntries: submitted, ${mode}`,
        run: (sql) => continueEntries(sql, [draft], time, mode),
      },
      {
        name: `entries/write-entries.ts continueEntries: drafts of strangers, with numbers, emails and history, ${mode}`,
        run: (sql) => continueEntries(sql, [grown], time, mode),
      },
    ]),
    {
      name: 'entries/generate-entries.ts insertCreatedEntries',
      run: (sql) =>
        insertCreatedEntries(sql, {
          form,
          account,
          data: '{}',
          items: [{ id: 'id', actions: '[]' }],
          chunkSize: 10,
          time,
          max: 0,
        }),
    },
    { name: 'entries/entries.ts changeEntry: the status', run: (sql) => changeEntry(sql, change) },
    {
      name: 'entries/entries.ts changeEntry: the data, with a PDF and history',
      run: (sql) => changeEntry(sql, { ...change, data: '{}', archivedRenders: ['{}'], isModified: true, noted }),
    },
    {
      name: 'entries/entries.ts appendSentEmails',
      run: (sql) =>
        appendSentEmails(sql, {
          id: 'id',
          turn: { action: 'action', taken: 0 },
          sentEmails: ['{}'],
          attempts: [{ email: 'email', state: 'sent', words: '' } as never],
          time,
        }),
    },
    {
      name: 'entries/entries.ts appendResumeAction',
      run: (sql) => appendResumeAction(sql, { id: 'id', action: '{}', time }),
    },
    { name: 'entries/entries.ts setEntryName', run: (sql) => setEntryName(sql, { id: 'id', name: 'name', time }) },
    {
      name: 'entries/entries.ts moveEntriesToMarkers',
      run: (sql) => moveEntriesToMarkers(sql, { account, ids, time }),
    },
    ...[false, true].map(
      (isTeam): Call => ({
        name: `entries/entry-keys.ts loadKeySet: ${isTeam ? 'of the team' : 'of answers'}`,
        run: (sql) => loadKeySet(sql, { account, form, path: 'path', isTeam }),
      }),
    ),
    ...[undefined, 'id'].map(
      (after): Call => ({
        name: `entries/entry-keys.ts listKeyChanges: ${after === undefined ? 'first page' : 'next page'}`,
        run: (sql) => listKeyChanges(sql, { account, form, set: 'set', after }),
      }),
    ),
    ...[undefined, { id: 'id', key: 'key' }, { id: 'id', key: undefined }].map(
      (after): Call => ({
        name: `entries/entry-keys.ts listKeys: ${after === undefined ? 'first page' : after.key === undefined ? 'among the empty' : 'next page'}`,
        run: (sql) => listKeys(sql, { set: 'set', isDescending: after !== undefined, after, limit: 10 }),
      }),
    ),
    ...[undefined, 'id'].map(
      (after): Call => ({
        name: `entries/notes.ts listTeamEntries: ${after === undefined ? 'first page' : 'next page'}`,
        run: (sql) => listTeamEntries(sql, { form, after, limit: 10 }),
      }),
    ),
    { name: 'files/upload-quotas.ts releaseOldHolds', run: (sql) => releaseOldHolds(sql, { before: time, limit: 10 }) },
    {
      name: 'files/upload-quotas.ts releaseOldHolds: of a stranger',
      run: (sql) => releaseOldHolds(sql, { of: uploads, before: time, limit: 10 }),
    },
    { name: 'files/upload-quotas.ts listLeavingFiles', run: (sql) => listLeavingFiles(sql, { limit: 10 }) },
    {
      name: 'files/upload-quotas.ts listLeavingFiles: of a form',
      run: (sql) => listLeavingFiles(sql, { form, limit: 10 }),
    },
    {
      name: 'files/upload-quotas.ts markAbandonedClaims',
      run: (sql) => markAbandonedClaims(sql, { of: uploads, before: time, now: time, limit: 10 }),
    },
    { name: 'files/upload-quotas.ts settleUnused', run: (sql) => settleUnused(sql, { limit: 10 }) },
    { name: 'files/upload-quotas.ts settleUnused: of a form', run: (sql) => settleUnused(sql, { form, limit: 10 }) },
    {
      name: 'forms/form-visits.ts countVisits',
      run: (sql) => countVisits(sql, { form, from: undefined, to: undefined }),
    },
    {
      name: 'forms/form-visits.ts countVisits: of days',
      run: (sql) => countVisits(sql, { form, from: time, to: time }),
    },
    { name: 'forms/forms.ts listForms: all', run: (sql) => listForms(sql, { account, ...sets }, 1_000) },
    { name: 'forms/forms.ts listForms: every condition', run: (sql) => listForms(sql, { account, ...setPage }, 1_000) },
    {
      name: 'options-sets/options-sets.ts listOptionsSets: all',
      run: (sql) => listOptionsSets(sql, { accounts: [account], ...sets }),
    },
    {
      name: 'options-sets/options-sets.ts listOptionsSets: every condition',
      run: (sql) => listOptionsSets(sql, { accounts: [account], ...setPage }),
    },
    ...[undefined, 'id'].flatMap((before): Call[] => [
      {
        name: `identity/activity-log.ts listActivity: ${before === undefined ? 'first page' : 'next page'}`,
        run: (sql) => listActivity(sql, { account, before, limit: 10 }),
      },
      {
        name: `identity/audit.ts listAuditLines: ${before === undefined ? 'all' : 'every condition'}`,
        run: (sql) =>
          listAuditLines(sql, { account, filter: before === undefined ? {} : everyAudit, before, limit: 10 }),
      },
    ]),
    { name: 'identity/last-uses.ts setSessionUses', run: (sql) => setSessionUses(sql, [use]) },
    { name: 'identity/last-uses.ts setKeyUses', run: (sql) => setKeyUses(sql, [use]) },
    {
      name: 'identity/quotas.ts takeParts',
      run: (sql) => takeParts(sql, account, [part]),
      found: [[{ isKnown: false, full: null }]],
    },
    {
      name: 'identity/quotas.ts takeParts: with a change',
      run: (sql) => takeParts(sql, account, [part], sql`select 1 where (select is_taken from verdict)`),
    },
    { name: 'identity/quotas.ts findFullPart', run: (sql) => findFullPart(sql, account, [part]) },
    { name: 'identity/quotas.ts giveParts', run: (sql) => giveParts(sql, account, [part]) },
    {
      name: 'identity/sessions.ts listSessions',
      run: (sql) => listSessions(sql, { user: 'user', now: time, limit: 10 }),
    },
    {
      name: 'identity/sessions.ts listSessions: one',
      run: (sql) => listSessions(sql, { user: 'user', now: time, only: 'id', limit: 10 }),
    },
    {
      name: 'jobs/failed-emails.ts listFailedEmails: first page',
      run: (sql) => listFailedEmails(sql, { account, after: undefined, limit: 10, leftAfterMs: 1 }),
    },
    {
      name: 'jobs/failed-emails.ts listFailedEmails: next page',
      run: (sql) =>
        listFailedEmails(sql, { account, after: { time, entry: 'id', email: 'email' }, limit: 10, leftAfterMs: 1 }),
    },
    {
      name: 'jobs/future-times.ts correctFutureTimes',
      run: (sql) => correctFutureTimes(sql, { now: Date.parse(time), leadMs: 1 }),
      found: Array.from({ length: 100 }, () => []),
    },
    { name: 'jobs/outbox.ts insertOwed', run: (sql) => insertOwed(sql, owed) },
  ];
}

const fullEntry: NewEntry = {
  ...entry,
  status: 1,
  idempotency: { scope: 'scope', key: 'key', requestHash: 'hash' },
  room: { ...entry.room, draftBytes: 2, account: { entries: 10, drafts: 10 } },
  owed,
  expected: { idx: 1, submitIdx: 1 },
};
