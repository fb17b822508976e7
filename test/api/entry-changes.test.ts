// The history of an entry: what each edit and each save of a draft changed, who did it, and what becomes of it when entries go.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeForm, asAlice as openAlice, root, time } from '../support/entries.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let alice: ReturnType<typeof openAlice>;
let form: string;
const rootElem = root(
  { type: 'fInput', name: 'name', label: 'Name' },
  { type: 'fLngTxt', name: 'note', label: 'Note' },
  { type: 'fRadio', name: 'meal', label: 'Meal', options: [['v', 'Vegetarian'], 'meat'] },
  {
    type: 'cSection',
    name: 'address',
    label: 'Address',
    secFlat: false,
    children: [{ type: 'fInput', name: 'city', label: 'City' }],
  },
  {
    type: 'cRepeat',
    name: 'guests',
    label: 'Guests',
    children: [
      { type: 'fInput', name: 'name', label: 'Guest' },
      { type: 'fInput', name: 'age', label: 'Age', typeValidator: 'num' },
    ],
  },
);
beforeAll(async () => {
  service = await startService();
  alice = openAlice(service);
  form = await makeForm(service, { formSchema: { rootElem } });
});
afterAll(() => service.close());

const submit = async (data: object): Promise<string> =>
  (await alice('POST', '/entry/submit', { form, data })).body.entryId;
const edit = async (entry: string, body: object) => {
  const reply = await alice('POST', `/entry/${entry}/edit`, { updateMode: 'assign', ...body });
  expect(reply.status).toBe(200);
};
const historyOf = async (entry: string) => {
  const reply = await alice('GET', `/entry/${entry}/history`);
  expect(reply.status).toBe(200);
  return reply.body;
};
const rowsOf = async (entry: string) => {
  const rows = await service.services.db.sql`select action, bytes from entry_changes where entry = ${entry}`;
  return rows.length;
};

test('[entries.history] [conventions.lists] an edit tells field by field what changed, who did it and from where; the first data is compared with nothing', async () => {
  const entry = await submit({
    name: 'Ruth',
    address: { city: 'Acre' },
    guests: [{ name: 'Dan', age: 9 }, { name: 'Noa' }],
  });
  expect(await rowsOf(entry)).toBe(0);
  await edit(entry, {
    data: {
      name: 'Ruth L.',
      meal: 'v',
      address: { city: null },
      guests: [{ name: 'Dan', age: 10 }, { name: 'Lia' }, { name: 'Noa' }],
    },
  });
  await edit(entry, { data: { name: 'Ruth L.' } });
  await edit(entry, { status: 'saved' });
  const { data, changes, isMore } = await historyOf(entry);
  const { id: user, name } = (await alice('GET', '/me')).body;
  const about = {
    id: expect.any(String),
    time,
    ip: '127.0.0.1',
    address: '127.0.0.1',
    userAgent: expect.any(String),
    user,
    by: { id: user, name },
  };
  const [edited, submitted] = [
    { ...about, type: 'edit', action: 'edit' },
    { ...about, type: 'submit', action: 'submit' },
  ];
  // [conventions.lists] `changes` is the earlier name.
  expect(data).toEqual(changes);
  expect(isMore).toBe(false);
  expect(changes).toEqual([
    { ...edited, detail: 'whole', status: { old: 'submitted', new: 'saved' }, fields: [] },
    { ...edited, detail: 'none', fields: [] },
    {
      ...edited,
      detail: 'whole',
      fields: [
        { path: 'name', keys: ['name'], label: 'Name', old: 'Ruth', new: 'Ruth L.' },
        { path: 'meal', keys: ['meal'], label: 'Meal', old: null, new: 'v' },
        { path: 'guests.0.age', keys: ['guests', 0, 'age'], label: 'Guests › 1 › Age', old: 9, new: 10 },
        { path: 'guests.1', keys: ['guests', 1], label: 'Guests › 2', old: null, new: { name: 'Lia' } },
        { path: 'address.city', keys: ['address', 'city'], label: 'Address › City', old: 'Acre', new: null },
      ],
    },
    { ...submitted, detail: 'none', fields: [] },
  ]);
  // Of the account alone.
  const { chelsea } = service.people;
  const other = await service.call('GET', `/entry/${entry}/history`, { key: chelsea.key });
  expect([other.status, JSON.stringify(other.body)]).toEqual([403, expect.not.stringContaining('Ruth')]);
});

test('[entries.history] a draft that is saved or submitted again tells what changed; a draft that was never filled does not', async () => {
  const saved = (await service.call('POST', '/entry/save', { body: { form, data: { name: 'a' } } })).body;
  const again = (verb: string, data: object) =>
    service.call('POST', `/entry/${saved.entryId}/${verb}`, { query: { bewit: saved.bewit }, body: { data } });
  expect((await again('save', { name: 'b' })).status).toBe(200);
  expect((await again('save', { name: 'b' })).status).toBe(200);
  expect((await again('submit', { name: 'b', note: 'x' })).status).toBe(200);
  const { changes } = await historyOf(saved.entryId);
  const short = changes.map(({ action, by, fields }: never) => [
    action,
    by,
    (fields as { path: string; old: unknown; new: unknown }[]).map((field) => [field.path, field.old, field.new]),
  ]);
  expect(short).toEqual([
    ['submit', undefined, [['note', null, 'x']]],
    ['save', undefined, []],
    ['save', undefined, [['name', 'a', 'b']]],
    ['save', undefined, []],
  ]);
  expect(await rowsOf(saved.entryId)).toBe(2);
  const made = (await alice('POST', `/form/${form}/generateEntries`, { num: 1 })).body.createdEntries[0];
  const filled = { query: { bewit: made.bewit }, body: { data: { name: 'c' } } };
  expect((await service.call('POST', `/entry/${made.id}/submit`, filled)).status).toBe(200);
  expect(await rowsOf(made.id)).toBe(0);
});

test('[entries.history.bounded] values of a change above 64 kB are left out; the oldest changes of an entry give way', async () => {
  const entry = await submit({ name: 'a' });
  await edit(entry, { data: { name: 'b', note: 'x'.repeat(70_000) } });
  const [large] = (await historyOf(entry)).changes;
  expect([large.detail, large.fields]).toEqual([
    'paths',
    [
      { path: 'name', keys: ['name'], label: 'Name', old: null, new: null },
      { path: 'note', keys: ['note'], label: 'Note', old: null, new: null },
    ],
  ]);
  const { sql } = service.services.db;
  for (let at = 0; at < 14; at += 1) await edit(entry, { data: { note: String(at % 10).repeat(30_000) } });
  const [row] = await sql`select sum(bytes)::int as bytes from entry_changes where entry = ${entry}`;
  expect(row?.['bytes']).toBeLessThanOrEqual(512_000);
  const { changes } = await historyOf(entry);
  const details = changes.map(({ detail }: { detail: string }) => detail);
  expect(details.slice(0, 7)).toEqual(Array(7).fill('whole'));
  expect(details.slice(-3)).toEqual(['none', 'none', 'none']);
  // Somebody with a link alone fills no more than one change of 64 kB.
  const saved = (await service.call('POST', '/entry/save', { body: { form, data: { note: '-' } } })).body;
  for (let at = 0; at < 4; at += 1) {
    const body = { data: { note: String(at).repeat(20_000) } };
    await service.call('POST', `/entry/${saved.entryId}/save`, { query: { bewit: saved.bewit }, body });
  }
  const [drafts] = await sql`select sum(bytes)::int as bytes from entry_changes where entry = ${saved.entryId}`;
  expect(drafts?.['bytes']).toBeLessThanOrEqual(64_000);
});

test('[entries.history.erased] a history goes with its entry and with the entries of a deleted form, in the same commit', async () => {
  const [one, two, three] = [await submit({ name: 'a' }), await submit({ name: 'b' }), await submit({ name: 'c' })];
  for (const entry of [one, two, three]) await edit(entry, { data: { name: 'secret' } });
  await alice('DELETE', `/entry/${one}`);
  expect([await rowsOf(one), await rowsOf(two)]).toEqual([0, 1]);
  const { changes } = await historyOf(one);
  expect([changes[0].action, JSON.stringify(changes)]).toEqual(['delete', expect.not.stringContaining('secret')]);
  await alice('POST', '/entry/delete', { query: { _id: two } });
  expect([await rowsOf(two), await rowsOf(three)]).toEqual([0, 1]);
  expect((await alice('DELETE', `/form/${form}`)).status).toBe(200);
  const left = await service.services.db.sql`select 1 from entry_changes where form = ${form}`;
  expect(left.length).toBe(0);
});

test('[entries.history] a draft that somebody else saved between the look and the write is not told wrongly', async () => {
  const other = await makeForm(service, { formSchema: { rootElem } });
  const saved = (await service.call('POST', '/entry/save', { body: { form: other, data: { name: '0' } } })).body;
  const save = (name: string) =>
    service.call('POST', `/entry/${saved.entryId}/save`, { query: { bewit: saved.bewit }, body: { data: { name } } });
  await Promise.all(Array.from({ length: 12 }, (_, at) => save(String(at + 1))));
  const { changes } = await historyOf(saved.entryId);
  const told = changes.filter(({ detail }: { detail: string }) => detail === 'whole').reverse();
  expect(changes.length).toBe(13);
  // Whatever is told begins where the one before it ended, or after one that is not told.
  for (const change of told) {
    const at = changes.indexOf(change);
    const before = changes[at + 1];
    if (before.detail === 'whole') expect(change.fields[0].old).toBe(before.fields[0].new);
  }
});
