import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyAudit } from '../../src/server/audit/verify-audit.ts';
import { expireAudit } from '../../src/server/jobs/expire-audit.ts';
import { root } from '../support/entries.ts';
import { type SecondService, startSecondService } from '../support/second-service.ts';
import { type Person, startService, type TestService } from '../support/service.ts';

let service: TestService;
let second: SecondService;
beforeAll(async () => {
  service = await startService();
  second = await startSecondService(service);
});
afterAll(async () => {
  await second.close();
  await service.close();
});

const form = { name: 'Orders', formSchema: { rootElem: root({ type: 'fInput', name: 'name' }) } };
const trail = async ({ key }: Person, query: Record<string, string> = {}) =>
  (await service.call('GET', '/audit', { key, query })).body.data as Record<string, unknown>[];
const actions = (lines: Record<string, unknown>[]) => lines.map(({ action }) => action);
/** Undoes what the database keeps from everybody else. */
const tamper = async (statement: string) => {
  await service.services.db.transaction(async (tx) => {
    await tx.unsafe('alter table audit_log disable trigger user; alter table audit_chain disable trigger user');
    await tx.unsafe('grant all on audit_log, audit_chain to current_user');
    await tx.unsafe(statement);
    await tx.unsafe('alter table audit_log enable trigger user; alter table audit_chain enable trigger user');
    await tx.unsafe('revoke update, delete, truncate on audit_log, audit_chain from current_user');
  });
};
const problemsOf = async ({ account }: Person) => {
  const { accounts } = await verifyAudit(service.services);
  return accounts.find((one) => one.account === account)?.problems.map(({ seq, problem }) => `${problem} ${seq}`);
};

test('[identity.audit][identity.audit.list] forms, entries, sets and keys: who, with what, to what; another account sees nothing of it', async () => {
  const dana = await service.person('dana@example.com');
  const { key, token } = dana;
  const made = (await service.call('POST', '/form', { key, body: form })).body.id as string;
  await service.call('PATCH', `/form/${made}`, { token, body: { name: 'Bread' } });
  const entry = (await service.call('POST', '/entry/submit', { key, body: { form: made, data: { name: 'x' } } })).body
    .entryId;
  await service.call('GET', `/entry/${entry}`, { key });
  await service.call('POST', `/entry/${entry}/edit`, { key, body: { data: { name: 'y' } } });
  await service.call('POST', '/entry/export', { key, query: { format: 'csv' }, body: { query: { form: made } } });
  await service.call('DELETE', `/entry/${entry}`, { key });
  const set = (await service.call('POST', '/optionsSet', { key, body: { name: 'Cities' } })).body.id as string;
  await service.call('POST', `/optionsSet/${set}/addOptions`, { key, body: { options: [{ value: 'a' }] } });
  await service.call('DELETE', `/form/${made}`, { key });
  const lines = await trail(dana);
  expect(actions(lines)).toEqual([
    ...[
      'formDelete',
      'setChange',
      'setCreate',
      'entryDelete',
      'entriesExport',
      'entryEdit',
      'formChange',
      'formCreate',
    ],
    ...['keyCreate', 'login'],
  ]);
  expect(lines[0]).toMatchObject({
    user: dana.user,
    email: dana.email,
    credential: 'apiKey',
    apiKey: key.slice(0, 24),
    object: 'form',
    objectId: made,
    name: 'Bread',
    ip: '127.0.0.1',
  });
  expect(lines[6]).toMatchObject({ credential: 'loginToken', detail: { changed: ['name'] } });
  expect(actions(await trail(dana, { objectId: entry }))).toEqual(['entryDelete', 'entryEdit']);
  expect(actions(await trail(dana, { object: 'optionsSet', action: 'setCreate' }))).toEqual(['setCreate']);
  expect(await trail(dana, { to: String(lines.at(-1)?.['time']), user: dana.user })).toEqual([]);
  expect(JSON.stringify(await trail(service.people.chelsea))).not.toContain(dana.user);
  // By pages, each line once.
  const first = await service.call('GET', '/audit', { key, query: { limit: '6' } });
  const next = new URL(/<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '');
  const rest = await service.call('GET', '/audit', { key, query: Object.fromEntries(next.searchParams) });
  expect([...actions(first.body.data), ...actions(rest.body.data)]).toEqual(actions(lines));
});

test('[identity.audit.list] texts and times that no line can have: a 400, or nothing found', async () => {
  const { key } = service.people.chelsea;
  const statusOf = async (query: Record<string, string>) =>
    (await service.call('GET', '/audit', { key, query })).status;
  for (const name of ['action', 'objectId']) expect(await statusOf({ [name]: 'a\0' })).toBe(400);
  for (const from of ['0000-01-01', '-000001-01-01', '+275760-01-01', '9999-12-31T23:59:59-12:00'])
    expect([from, await statusOf({ from })]).toEqual([from, 400]);
  for (const to of ['0001-01-02', '9999-12-31', '2026']) expect([to, await statusOf({ to })]).toEqual([to, 200]);
});

test('[identity.audit] entries deleted together: each is named, and no line is long', async () => {
  const lea = await service.person('lea@example.com');
  const { key } = lea;
  const made = (await service.call('POST', '/form', { key, body: form })).body.id as string;
  const generated = await service.call('POST', `/form/${made}/generateEntries`, { key, body: { num: 230 } });
  expect(generated.status).toBe(200);
  await service.call('POST', '/entry/delete', { key, body: { query: { form: made } } });
  const lines = (await trail(lea, { action: 'entriesDelete' })) as { detail: { entries: string[] } }[];
  expect(lines.map(({ detail }) => detail.entries.length)).toEqual([30, 100, 100]);
  expect(new Set(lines.flatMap(({ detail }) => detail.entries)).size).toBe(230);
});

test('[identity.audit] what fails or is refused leaves no line', async () => {
  const eli = await service.person('eli@example.com');
  const { key } = eli;
  const before = actions(await trail(eli));
  const refused = [
    await service.call('POST', '/form', { key, body: { formSchema: 1 } }),
    await service.call('DELETE', `/form/${'0'.repeat(24)}`, { key }),
    await service.call('PATCH', `/api-keys/${'0'.repeat(24)}`, { key }),
  ];
  expect(refused.every(({ status }) => status >= 400)).toBe(true);
  expect(actions(await trail(eli))).toEqual(before);
});

test('[identity.audit.views] single entries that were looked at are in the trail where the account says so', async () => {
  const fay = await service.person('fay@example.com');
  const { key, token } = fay;
  const made = (await service.call('POST', '/form', { key, body: form })).body.id as string;
  const entry = (await service.call('POST', '/entry/submit', { key, body: { form: made, data: {} } })).body.entryId;
  const look = () => service.call('GET', `/entry/${entry}`, { key });
  await look();
  await service.call('PATCH', '/account', { token, body: { settings: { auditViews: true } } });
  await look();
  expect(actions(await trail(fay)).slice(0, 3)).toEqual(['entryView', 'accountChange', 'formCreate']);
});

test('[identity.audit.export] CSV and JSON lines hold the whole trail, and the export is in it', async () => {
  const gil = await service.person('gil@example.com');
  const { key } = gil;
  for (let at = 0; at < 3; at += 1) await service.call('POST', '/form', { key, body: { ...form, name: `=1+${at}` } });
  const lines = await trail(gil);
  const jsonl = await service.call('GET', '/audit/export', { key, query: { format: 'jsonl' } });
  expect(jsonl.headers.get('content-type')).toBe('application/jsonl; charset=utf-8');
  const read = jsonl.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(read.map(({ id }) => id)).toEqual(lines.map(({ id }) => id));
  const csv = await service.call('GET', '/audit/export', { key, query: { format: 'csv', action: 'formCreate' } });
  const rows = csv.text.trim().split('\r\n');
  expect(rows).toHaveLength(4);
  expect(csv.text).toContain("'=1+2");
  expect(actions(await trail(gil)).slice(0, 2)).toEqual(['auditExport', 'auditExport']);
  expect((await service.call('GET', '/audit/export', { key, query: { format: 'xml' } })).status).toBe(400);
});

test('[identity.audit.chain] the database refuses changes of lines, and every line gets a place, over two processes at once', async () => {
  const hal = await service.person('hal@example.com');
  const { sql } = service.services.db;
  for (const statement of [
    "update audit_log set email = 'x'",
    'delete from audit_log',
    "update audit_chain set hash = 'x'",
    'delete from audit_chain',
    'truncate audit_log',
  ]) {
    await expect(sql.unsafe(statement), statement).rejects.toThrow(/audit trail|permission denied/);
  }
  const make = (turn: number) =>
    (turn % 2 === 0 ? service : second).call('POST', '/form', {
      key: hal.key,
      body: { ...form, name: `Form ${turn}` },
    });
  await Promise.all(Array.from({ length: 20 }, (_, turn) => make(turn)));
  await Promise.all([service.services.auditChain.run(), second.services.auditChain.run()]);
  await service.services.auditChain.run();
  const numbers = (await trail(hal)).map(({ number }) => number as number).sort((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 22 }, (_, at) => at + 1));
  expect(await problemsOf(hal)).toEqual([]);
});

test('[identity.audit.verify] a line that was changed, taken out of the middle, the start or the end, or put in shows', async () => {
  const ivy = await service.person('ivy@example.com');
  for (let at = 0; at < 6; at += 1) await service.call('POST', '/form', { key: ivy.key, body: form });
  expect(await problemsOf(ivy)).toEqual([]);
  const of = `account = '${ivy.account}'`;
  const lineAt = (seq: number) => `(select line from audit_chain where ${of} and seq = ${seq})`;
  const { sql } = service.services.db;
  // Changed and put back.
  await tamper(`update audit_log set email = 'somebody@example.com' where id = ${lineAt(3)}`);
  expect(await problemsOf(ivy)).toEqual(['changed 3']);
  await tamper(`update audit_log set email = '${ivy.email}' where id = ${lineAt(3)}`);
  expect(await problemsOf(ivy)).toEqual([]);
  // A line without its place in the chain, and one that came another way.
  await sql`insert into audit_log (id, account, time, action, ip, user_agent, object)
    values ('stray', ${ivy.account}, now(), 'formCreate', '', '', 'form')`;
  const { strays, isWhole } = await verifyAudit(service.services);
  expect([strays, isWhole]).toEqual([1, false]);
  await tamper(`delete from audit_log where id = 'stray'`);
  await tamper(`delete from audit_log where id = ${lineAt(4)}`);
  expect(await problemsOf(ivy)).toEqual(['missing 4']);
  await tamper(`delete from audit_chain where ${of} and seq = 4`);
  expect(await problemsOf(ivy)).toEqual(['gap 4', 'changed 5']);
  await tamper(`delete from audit_chain where ${of} and seq < 6`);
  expect(await problemsOf(ivy)).toEqual(['startMissing 1']);
  await tamper(`delete from audit_chain where ${of} and seq > 7`);
  expect(await problemsOf(ivy)).toEqual(['startMissing 1', 'endMissing 8']);
  // Who moves the end as well cannot sign it.
  await sql`update audit_heads h set seq = c.seq, hash = c.hash from audit_chain c
    where h.account = ${ivy.account} and c.account = h.account and c.seq = 7`;
  expect(await problemsOf(ivy)).toEqual(['startMissing 1', 'headChanged 7']);
  // Nor is there nothing to see where all is gone.
  for (const table of ['audit_log', 'audit_chain', 'audit_heads']) await tamper(`delete from ${table} where ${of}`);
  expect(await problemsOf(ivy)).toEqual(['headChanged 0']);
});

test('[identity.audit.retention] lines older than the account keeps them go without gaps, and the trail stays whole', async () => {
  const jon = await service.person('jon@example.com');
  const { key } = jon;
  const day = 86_400_000;
  await service.call('POST', '/form', { key, body: form });
  await service.services.auditChain.run();
  service.advance(100 * day);
  await service.call('POST', '/form', { key, body: form });
  await service.services.auditChain.run();
  const { body } = { body: { settings: { auditDays: 50 } } };
  const login = await service.call('POST', '/auth/login', { body: { email: jon.email, password: jon.password } });
  expect((await service.call('PATCH', '/account', { token: login.body.token, body })).status).toBe(200);
  await expireAudit(service.services);
  const left = await trail(jon);
  expect(actions(left)).toEqual(['auditExpire', 'accountChange', 'login', 'formCreate']);
  expect(left[0]).toMatchObject({ detail: { upTo: 3 } });
  expect(await problemsOf(jon)).toEqual([]);
  // Once more, with the note itself too old.
  service.advance(100 * day);
  await expireAudit(service.services);
  const [note, ...others] = await trail(jon);
  expect([note?.['action'], others]).toEqual(['auditExpire', []]);
  // The change that shortened the retention is told on, from note to note.
  const change = { user: jon.user, email: jon.email, auditDays: { from: 730, to: 50 } };
  expect(note).toMatchObject({ detail: { settings: [change] } });
  expect(await problemsOf(jon)).toEqual([]);
  service.advance(100 * day);
  await service.services.auditChain.run();
  await expireAudit(service.services);
  expect((await trail(jon))[0]).toMatchObject({ action: 'auditExpire', detail: { settings: [change] } });
  expect(await problemsOf(jon)).toEqual([]);
});

test('[identity.audit] a change of settings says from what to what, and nothing of those that stay', async () => {
  const max = await service.person('max@example.com');
  const { token } = max;
  const change = (body: object) => service.call('PATCH', '/account', { token, body });
  await change({ name: 'Acme', settings: { auditDays: 1, auditViews: true } });
  await change({ settings: { auditDays: 1, sessionHours: 5 } });
  await change({});
  const lines = await trail(max, { action: 'accountChange' });
  expect(lines.map(({ detail }) => detail)).toEqual([
    undefined,
    { changed: { sessionHours: { from: null, to: 5 } } },
    {
      changed: {
        name: { from: null, to: 'Acme' },
        auditDays: { from: 730, to: 1 },
        auditViews: { from: false, to: true },
      },
    },
  ]);
});

test('[identity.audit.retention] the daily removal covers up for nobody: a line that was changed or taken out stays to be seen', async () => {
  const kim = await service.person('kim@example.com');
  for (let at = 0; at < 4; at += 1) await service.call('POST', '/form', { key: kim.key, body: form });
  await service.services.auditChain.run();
  const lineAt = (seq: number) => `(select line from audit_chain where account = '${kim.account}' and seq = ${seq})`;
  const old = (seq: number) => tamper(`update audit_log set time = '2001-01-01' where id = ${lineAt(seq)}`);
  // Made to look old, so that the service removes them.
  await old(1);
  await old(2);
  await expireAudit(service.services);
  expect(await problemsOf(kim)).toEqual(['changed 1', 'changed 2']);
  await tamper(`delete from audit_log where id in (${lineAt(1)}, ${lineAt(2)})`);
  await expireAudit(service.services);
  expect(await problemsOf(kim)).toEqual(['missing 1', 'missing 2']);
  // What is old by right goes up to the first that is not whole.
  service.advance(1000 * 86_400_000);
  await expireAudit(service.services);
  expect(await problemsOf(kim)).toEqual(['missing 1', 'missing 2']);
  expect(service.log.join()).toContain('the audit trail is not whole');
});
