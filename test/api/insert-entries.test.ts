// The statement that makes new entries, in each of its shapes, against a model that makes them one by one.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NewEntry } from '../../src/server/store/entries/entry-headroom.ts';
import { type Insertion, insertEntries } from '../../src/server/store/entries/insert-entries.ts';
import type { BatchMode } from '../../src/server/store/entries/insert-text.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let account: string;
const models = new Map<string, Model>();
beforeAll(async () => {
  service = await startService();
  for (let count = 0; count < 3; count += 1) {
    const { body } = await service.call('POST', '/form', { key: service.people.alice.key, body: {} });
    account = body.account;
    const zero = { idx: 0, submitIdx: 0, all: 0, submitted: 0, saved: 0, templates: 0, strangers: 0, bytes: 0 };
    models.set(body.id, { ...zero, entryBytes: 0 });
  }
});
afterAll(() => service.close());

interface Model {
  idx: number;
  submitIdx: number;
  all: number;
  submitted: number;
  saved: number;
  templates: number;
  strangers: number;
  bytes: number;
  entryBytes: number;
}

interface Shape {
  readonly mode: BatchMode;
  readonly hasOthers: boolean;
  readonly hasKeys: boolean;
  readonly hasExpected: boolean;
  readonly hasOwed: boolean;
}

/** When it was changed is the database's to say. */
type WithoutTime<One> = One extends unknown ? Omit<One, 'changedAt'> : never;
type Outcome = WithoutTime<Insertion>;

const both = [false, true];
const shapes: Shape[] = (['alone', 'together'] as const).flatMap((mode) =>
  both.flatMap((hasOthers) =>
    both.flatMap((hasKeys) =>
      both.flatMap((hasExpected) => both.map((hasOwed): Shape => ({ mode, hasOthers, hasKeys, hasExpected, hasOwed }))),
    ),
  ),
);

let seed = 20_261_116;
/** From 0 to `below` - 1. */
function random(below: number): number {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
}
const usedKeys: string[] = [];
let made = 0;

function makeEntry(form: string, shape: Shape): NewEntry {
  const model = models.get(form) as Model;
  const { newId } = service.services;
  const id = newId();
  const status = shape.hasOthers ? ([1, 1, 2, 4] as const)[random(4)]! : 2;
  made += 1;
  const key = usedKeys.length > 0 && random(4) === 0 ? usedKeys[random(usedKeys.length)] : undefined;
  const limit = (now: number) => (random(3) === 0 ? 0 : Math.max(1, now + random(5)));
  const data = `{"text":"\\u001e \\"${made}\\" {},"}`;
  return {
    id,
    account,
    form,
    version: random(6) === 0 ? 7 : 1,
    status,
    data,
    dataBytes: data.length,
    actions: `[{"id":"${id}","type":"submit","time":"2026-11-16T01:00:00.000Z"}]`,
    archivedRenders: '[]',
    idempotency:
      shape.hasKeys && random(3) > 0
        ? { scope: 'test', key: key ?? `key ${made}`, requestHash: `hash ${made}` }
        : undefined,
    room: {
      entries: limit(model.all),
      drafts: limit(model.saved),
      strangerDrafts: limit(model.strangers),
      strangerDraftBytes: limit(model.bytes),
      draftBytes: status === 1 && random(2) === 0 ? 1 + random(3) : 0,
      account: undefined,
    },
    owed:
      shape.hasOwed && random(2) === 0
        ? {
            action: `action ${id}`,
            entry: id,
            form,
            rules: 'postSubmit',
            testAddress: null,
            isAnonymous: true,
            mainPdf: null,
            hasLink: false,
          }
        : undefined,
    expected: shape.hasExpected
      ? { idx: model.idx + 1 + (random(4) === 0 ? 1 : 0), submitIdx: model.submitIdx + 1 }
      : undefined,
  };
}

function makeBatch(shape: Shape): NewEntry[] {
  const forms = [...models.keys()];
  if (shape.hasExpected) return forms.map((form) => makeEntry(form, shape));
  const batch = Array.from({ length: 1 + random(12) }, () => makeEntry(forms[random(forms.length)]!, shape));
  // No two of a batch have the same key.
  return batch.filter(
    ({ idempotency: own }, place) =>
      own === undefined || batch.findIndex(({ idempotency: other }) => other?.key === own.key) === place,
  );
}

/** What must become of each entry; the model is as the counters are afterwards. */
function play(batch: readonly NewEntry[]): Map<string, Outcome> {
  const results = new Map<string, Outcome>();
  for (const [form, model] of models) {
    const before = { ...model };
    const current = batch.filter((entry) => entry.form === form && entry.version === 1);
    const areExpected = current.every(
      ({ expected }) =>
        expected === undefined || (expected.idx === model.idx + 1 && expected.submitIdx === model.submitIdx + 1),
    );
    const taken = fullOf(current, before) === undefined ? current : current.slice(0, 1);
    const isAnyTaken = areExpected && fullOf(taken, before) === undefined;
    for (const entry of batch.filter((one) => one.form === form)) {
      const full = fullOf([entry], before);
      if (entry.version !== 1) results.set(entry.id, { outcome: 'formChanged' });
      else if (!areExpected) {
        const last = { idx: before.idx, submitIdx: before.submitIdx };
        results.set(entry.id, { outcome: 'otherNumbers', last });
      } else if (!isAnyTaken || !taken.includes(entry)) {
        results.set(entry.id, full === undefined ? { outcome: 'crowded' } : { outcome: 'full', limit: full });
      } else if (usedKeys.includes(entry.idempotency?.key ?? '')) results.set(entry.id, { outcome: 'keyUsed' });
      else results.set(entry.id, add(entry, model));
    }
  }
  return results;
}

function fullOf(entries: readonly NewEntry[], now: Model) {
  const drafts = entries.filter(({ status }) => status === 1);
  const strangers = drafts.filter(({ room }) => room.draftBytes > 0);
  const bytes = strangers.reduce((sum, { room }) => sum + room.draftBytes, 0);
  const isOver = (max: number, after: number) => max > 0 && after > max;
  if (entries.some(({ room }) => isOver(room.entries, now.all + entries.length))) return 'form.entries';
  if (drafts.some(({ room }) => isOver(room.drafts, now.saved + drafts.length))) return 'form.drafts';
  if (strangers.some(({ room }) => isOver(room.strangerDrafts, now.strangers + strangers.length)))
    return 'form.strangerDrafts';
  if (strangers.some(({ room }) => isOver(room.strangerDraftBytes, now.bytes + bytes)))
    return 'form.strangerDraftBytes';
  return undefined;
}

function add({ status, room, idempotency, dataBytes }: NewEntry, model: Model): Outcome {
  model.idx += 1;
  model.all += 1;
  if (status === 2) model.submitIdx += 1;
  if (status === 2) model.submitted += 1;
  if (status === 1) model.saved += 1;
  if (status === 4) model.templates += 1;
  if (room.draftBytes > 0) model.strangers += 1;
  model.bytes += room.draftBytes;
  model.entryBytes += dataBytes;
  if (idempotency !== undefined) usedKeys.push(idempotency.key);
  return { outcome: 'inserted', idx: model.idx, submitIdx: status === 2 ? model.submitIdx : null };
}

async function readState(batch: readonly NewEntry[]) {
  const { sql } = service.services.db;
  const ids = batch.map(({ id }) => id);
  const rows = await sql<{ id: string }[]>`
    select id, account, form, status, idx, submit_idx as "submitIdx", data::text as data, actions::text as actions, draft_bytes as "draftBytes",
      submit_time is not null as "isSubmitted", bewit_generation as generation from entries where id = any(${ids}::text[])`;
  const owed = await sql<{ entry: string }[]>`select entry from outbox where entry = any(${ids}::text[])`;
  const keys = await sql<{ entry: string }[]>`select entry from idempotency_keys where entry = any(${ids}::text[])`;
  const counters = await sql<{ form: string }[]>`
    select form, idx, submit_idx as "submitIdx", current_all as all, current_submit as submitted, current_save as saved,
      current_template as templates, stranger_drafts as strangers, stranger_draft_bytes as bytes,
      entry_bytes as "entryBytes" from form_counters
    where form = any(${[...models.keys()]}::text[]) and count_all = current_all and count_submit = current_submit
      and count_save = current_save and count_template = current_template`;
  return {
    rows: new Map(rows.map((row) => [row.id, row])),
    owed: owed.map(({ entry }) => entry).sort(),
    keys: keys.map(({ entry }) => entry).sort(),
    counters: new Map(counters.map(({ form, ...row }) => [form, row])),
  };
}

test('[entries.shared-commits] batches of every shape: outcomes, numbers, counters, keys and owed emails are those of a model', async () => {
  const seen = new Set<string>();
  for (const shape of [...shapes, ...shapes, ...shapes]) {
    const batch = makeBatch(shape);
    const now = Date.now();
    const times = { time: new Date(now).toISOString(), keysFrom: new Date(now - 86_400_000).toISOString() };
    const results = await insertEntries(service.services.db.sql, batch, times, shape.mode);
    const wanted = play(batch);
    const isMade = (id: string) => wanted.get(id)?.outcome === 'inserted';
    for (const { outcome } of results.values()) seen.add(outcome);
    const shown = [...results].map(([id, one]): [string, Outcome] => {
      if (one.outcome !== 'inserted') return [id, one];
      const { changedAt, ...rest } = one;
      expect(changedAt >= times.time).toBe(true);
      return [id, rest];
    });
    expect(new Map(shown)).toEqual(wanted);
    const state = await readState(batch);
    expect(state.counters).toEqual(models);
    expect(state.owed).toEqual(batch.flatMap(({ id, owed }) => (owed && isMade(id) ? id : [])).sort());
    expect(state.keys).toEqual(batch.flatMap(({ id, idempotency }) => (idempotency && isMade(id) ? id : [])).sort());
    const rows = batch.flatMap(({ id, form, status, data, actions, room }) => {
      const result = wanted.get(id) as Insertion;
      if (result.outcome !== 'inserted') return [];
      const { idx, submitIdx } = result;
      const { draftBytes } = room;
      const isSubmitted = status === 2;
      const generation = isSubmitted ? 1 : 0;
      return { id, account, form, status, idx, submitIdx, data, actions, draftBytes, isSubmitted, generation };
    });
    expect(state.rows).toEqual(new Map(rows.map((row) => [row.id, row])));
  }
  expect([...seen].sort()).toEqual(['crowded', 'formChanged', 'full', 'inserted', 'keyUsed', 'otherNumbers']);
});
