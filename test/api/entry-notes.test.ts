// What a team writes about an entry for itself: notes, status, assignee and tags. Nobody else sees any of it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asAlice, id, makeForm, memberForm, time } from '../support/entries.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let alice: ReturnType<typeof asAlice>;
let form: string;
const asBob = (method: string, path: string, body?: unknown) =>
  service.call(method, path, { key: service.people.bob.key, body });
beforeAll(async () => {
  service = await startService();
  alice = asAlice(service);
  form = await makeForm(service, memberForm);
});
afterAll(() => service.close());

const submit = async (name = 'Dana', into = form): Promise<string> =>
  (await service.call('POST', '/entry/submit', { body: { form: into, data: { name } } })).body.entryId;
const linesAbout = async (entry: string) =>
  (await alice('GET', `/audit?objectId=${entry}`)).body.data.map(
    ({ action, detail }: { action: string; detail: object }) => [action, detail],
  );

test('[entries.notes] notes are listed oldest first with who wrote them; one deletes only one’s own', async () => {
  const entry = await submit();
  expect((await alice('GET', `/entry/${entry}/notes`)).body).toEqual({ data: [] });
  const text = '  Called her.\n<b>שלום</b> 👋 \u0000 ';
  const first = await alice('POST', `/entry/${entry}/notes`, { text });
  expect(first.body).toEqual({
    id,
    time,
    by: { id: service.people.alice.user, name: expect.any(String) },
    text: 'Called her.\n<b>שלום</b> 👋',
  });
  expect(first.body.by.name).not.toBe('');
  const second = await asBob('POST', `/entry/${entry}/notes`, { text: 'Thanks' });
  expect((await asBob('GET', `/entry/${entry}/notes`)).body).toEqual({ data: [first.body, second.body] });

  const ofOther = await asBob('DELETE', `/entry/${entry}/notes/${first.body.id}`);
  expect([ofOther.status, ofOther.headers.get('x-service-error')]).toEqual([403, 'insufficientPermissions']);
  // By the address of another entry it is not found.
  const elsewhere = await asBob('DELETE', `/entry/${await submit()}/notes/${second.body.id}`);
  expect([elsewhere.status, elsewhere.body.message]).toEqual([404, `Could not find a note with ID ${second.body.id}.`]);
  expect((await asBob('DELETE', `/entry/${entry}/notes/${second.body.id}`)).body).toEqual({
    message: 'The note was deleted.',
  });
  expect((await asBob('DELETE', `/entry/${entry}/notes/${second.body.id}`)).status).toBe(404);
  expect((await alice('GET', `/entry/${entry}/notes`)).body).toEqual({ data: [first.body] });
  // The trail says that, never what.
  expect(await linesAbout(entry)).toEqual([
    ['noteDelete', { form, note: second.body.id }],
    ['noteAdd', { form, note: second.body.id }],
    ['noteAdd', { form, note: first.body.id }],
  ]);
});

test('[entries.notes] [entries.team] neither the entry, fillers, pollers nor exports see any of it', async () => {
  const saved = await service.call('POST', '/entry/save', { body: { form, data: { name: 'Eli' } } });
  const entry = saved.body.entryId;
  const before = (await alice('GET', `/entry/${entry}`)).text;
  await alice('POST', `/entry/${entry}/notes`, { text: 'secret note' });
  await alice('PATCH', `/entry/${entry}/team`, { status: 'secret status', tags: ['secret tag'] });
  expect((await alice('GET', `/entry/${entry}`)).text).toBe(before);
  const resumed = await service.call('GET', `/entry/${entry}/resume?bewit=${saved.body.bewit}`);
  const again = await service.call('POST', `/entry/${entry}/save?bewit=${saved.body.bewit}`, { body: {} });
  const listed = await alice('GET', `/entry?fields=${JSON.stringify(['id', 'team', 'notes'])}`);
  for (const { status, text } of [resumed, again, listed]) {
    expect(status).toBe(200);
    expect(text).not.toContain('secret');
  }
});

test('[entries.notes] empty and long texts are a 400, and the five hundred and first note a 403', async () => {
  const entry = await submit();
  for (const text of ['', ' \n ', 'x'.repeat(5001), 7, undefined]) {
    expect((await alice('POST', `/entry/${entry}/notes`, { text })).status).toBe(400);
  }
  expect((await alice('POST', `/entry/${entry}/notes`, { text: 'x'.repeat(5000) })).status).toBe(200);
  await service.services.db.sql`
    insert into entry_notes (id, entry, form, author, text, create_time)
    select lpad(n::text, 24, '0'), ${entry}, ${form}, ${'a'.repeat(24)}, 'x', now() from generate_series(1, 498) as n`;
  expect((await alice('POST', `/entry/${entry}/notes`, { text: 'the last' })).status).toBe(200);
  const full = await alice('POST', `/entry/${entry}/notes`, { text: 'one more' });
  expect([full.status, full.headers.get('x-service-error')]).toEqual([403, 'notesFull']);
  expect((await alice('GET', `/entry/${entry}/notes`)).body.data).toHaveLength(500);
});

test('[entries.team] status, assignee and tags: what is not sent stays, people of other accounts are not found', async () => {
  const entry = await submit();
  const path = `/entry/${entry}/team`;
  expect((await alice('GET', path)).body).toEqual({ status: '', assignee: null, assigneeName: '', tags: [] });
  const { alice: me, bob, chelsea } = service.people;
  const set = { status: ' In work ', assignee: bob.user.toUpperCase(), tags: ['vip', 'דחוף', ' vip '] };
  const whole = { status: 'In work', assignee: bob.user, assigneeName: 'bob', tags: ['vip', 'דחוף'] };
  expect((await alice('PATCH', path, set)).body).toEqual(whole);
  expect((await asBob('PATCH', path, { assignee: me.user })).body).toEqual({
    ...whole,
    assignee: me.user,
    assigneeName: 'alice',
  });
  expect((await asBob('PATCH', path, { assignee: null, status: '' })).body).toEqual({
    ...{ status: '', assignee: null, assigneeName: '', tags: ['vip', 'דחוף'] },
  });
  expect((await alice('PATCH', path, { tags: [] })).body).toEqual({
    status: '',
    assignee: null,
    assigneeName: '',
    tags: [],
  });
  const foreign = await alice('PATCH', path, { assignee: chelsea.user });
  expect([foreign.status, foreign.body.message]).toEqual([404, `Could not find a user with ID ${chelsea.user}.`]);
  const bad = [
    { status: 'x'.repeat(41) },
    { tags: ['x'.repeat(41)] },
    { tags: [''] },
    { tags: Array.from({ length: 21 }, (_, n) => `t${n}`) },
    { assignee: 'bob' },
    { owner: 'x' },
  ];
  for (const body of bad) expect([body, (await alice('PATCH', path, body)).status]).toEqual([body, 400]);
  expect((await alice('GET', path)).body).toEqual({ status: '', assignee: null, assigneeName: '', tags: [] });
  const lines = await linesAbout(entry);
  expect(lines).toHaveLength(4);
  expect(lines.at(-1)).toEqual(['teamChange', { form, changes: ['status', 'assignee', 'tags'] }]);
  expect(JSON.stringify(lines)).not.toContain('vip');
});

test('[entries.team] two who change different things at once: both changes stay', async () => {
  const entry = await submit();
  const path = `/entry/${entry}/team`;
  await Promise.all([
    alice('PATCH', path, { status: 'open' }),
    asBob('PATCH', path, { tags: ['a'] }),
    alice('PATCH', path, { assignee: service.people.bob.user }),
  ]);
  expect((await alice('GET', path)).body).toEqual({
    status: 'open',
    assignee: service.people.bob.user,
    assigneeName: 'bob',
    tags: ['a'],
  });
});

test('[entries.team.words] the words of a form are suggested, most used first; those of another form are not', async () => {
  const [own, other] = [await makeForm(service, memberForm), await makeForm(service, memberForm)];
  const teams = [
    { status: 'open', tags: ['a', 'b'] },
    { status: 'open', tags: ['b'] },
    { status: 'done' },
    { tags: ['c'] },
  ];
  for (const team of teams) await alice('PATCH', `/entry/${await submit('x', own)}/team`, team);
  await alice('PATCH', `/entry/${await submit('x', other)}/team`, { status: 'elsewhere' });
  expect((await alice('GET', `/form/${own}/team`)).body).toEqual({ statuses: ['open', 'done'], tags: ['b', 'a', 'c'] });
  const foreign = await service.call('GET', `/form/${own}/team`, { key: service.people.chelsea.key });
  expect(foreign.status).toBe(403);
});

test('[entries.team.column] the table has it where `fields` asks for it, large entries too', async () => {
  const own = await makeForm(service, memberForm);
  const [plain, marked, large] = [await submit('a', own), await submit('b', own), await submit('c'.repeat(9000), own)];
  await alice('PATCH', `/entry/${marked}/team`, { status: 'open', assignee: service.people.bob.user });
  await alice('PATCH', `/entry/${large}/team`, { tags: ['big'] });
  const list = async (fields: string[]) =>
    (await alice('GET', `/form/${own}/entries?fields=${JSON.stringify(fields)}`)).body.data;
  expect(await list(['id', 'team'])).toEqual([
    { id: large, team: { status: '', assignee: null, assigneeName: '', tags: ['big'] } },
    { id: marked, team: { status: 'open', assignee: service.people.bob.user, assigneeName: 'bob', tags: [] } },
    { id: plain, team: { status: '', assignee: null, assigneeName: '', tags: [] } },
  ]);
  expect(await list(['team'])).toHaveLength(3);
  const found = await alice('GET', `/form/${own}/entries?search=b&fields=${JSON.stringify(['id', 'team'])}`);
  expect(found.body.data).toEqual([
    { id: marked, team: { status: 'open', assignee: service.people.bob.user, assigneeName: 'bob', tags: [] } },
  ]);
  expect(await list(['id'])).toEqual([{ id: large }, { id: marked }, { id: plain }]);
  expect((await alice('GET', `/form/${own}/entries`)).text).not.toContain('"team"');
});

test('[entries.notes] [entries.team] all of it goes with the entry and with the form, and a deleted entry takes none', async () => {
  const { sql } = service.services.db;
  const left = async (entry: string) =>
    (
      await sql`select 1 from entry_notes where entry = ${entry} union all select 1 from entry_team where entry = ${entry}`
    ).length;
  const own = await makeForm(service, memberForm);
  const [deleted, queried, withForm] = [await submit('a', own), await submit('b', own), await submit('c', own)];
  for (const entry of [deleted, queried, withForm]) {
    await alice('POST', `/entry/${entry}/notes`, { text: 'a note' });
    await alice('PATCH', `/entry/${entry}/team`, { status: 'open' });
    expect(await left(entry)).toBe(2);
  }
  expect((await alice('DELETE', `/entry/${deleted}`)).status).toBe(200);
  await alice('POST', '/entry/delete', { query: { _id: queried } });
  expect([await left(deleted), await left(queried), await left(withForm)]).toEqual([0, 0, 2]);
  for (const [method, path, body] of [
    ['POST', 'notes', { text: 'x' }],
    ['PATCH', 'team', { status: 'x' }],
  ] as const) {
    const refused = await alice(method, `/entry/${deleted}/${path}`, body);
    expect([refused.status, refused.headers.get('x-service-error')]).toEqual([403, 'editDeleted']);
  }
  expect((await alice('GET', `/entry/${deleted}/notes`)).body).toEqual({ data: [] });
  expect((await alice('DELETE', `/form/${own}`)).status).toBe(200);
  expect(await left(withForm)).toBe(0);
});

test('[entries.notes] the name of somebody who was removed is gone, the note is not', async () => {
  const carol = await service.person('carol@example.com', service.people.alice.account);
  const entry = await submit();
  const note = await service.call('POST', `/entry/${entry}/notes`, { key: carol.key, body: { text: 'I was here' } });
  expect(note.body.by.name).toBe('carol');
  await service.services.db.sql`delete from users where id = ${carol.user}`;
  expect((await alice('GET', `/entry/${entry}/notes`)).body.data).toEqual([
    { ...note.body, by: { id: carol.user, name: '' } },
  ]);
});
