// `formstead user`, `key` and `account`, run as the command line runs them, beside a server that notices at once.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commands } from '../../src/server/program/commands.ts';
import { id, makeForm, root, time } from '../support/entries.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** With the settings of the server. */
// biome-ignore lint/suspicious/noExplicitAny: a test names the parts of a report it looks at.
async function run(name: string, ...args: string[]): Promise<any> {
  const settings = [
    '--database-url',
    service.databaseUrl,
    '--data-dir',
    service.dataDir,
    '--public-url',
    'http://forms.test',
  ];
  return JSON.parse(JSON.stringify(await commands[name]?.([...args, ...settings])));
}
const name = { type: 'fInput', name: 'name' };
const file = { type: 'fFile', name: 'file' };
const logIn = async (email: string, password: string) =>
  (await service.call('POST', '/auth/login', { body: { email, password } })).status;

test('[running.commands.people] users: added without a password, given one by a link, listed, barred and let in again', async () => {
  const { alice } = service.people;
  const added = await run('user add', '--email', 'ann@example.com', '--account', alice.account);
  expect(added).toEqual({ user: id, account: alice.account });
  const shown = async () =>
    (await run('user list', '--account', alice.account)).users.find((user: { id: string }) => user.id === added.user);
  const ann = { id: added.user, account: alice.account, email: 'ann@example.com', name: 'ann', createTime: time };
  expect(await shown()).toEqual({ ...ann, hasPassword: false, lastLogin: null });
  expect(await logIn('ann@example.com', 'undefined')).toBe(401);
  const { link } = await run('user password', '--email', 'ANN@example.com', '--link');
  const [, token] = link.split('http://forms.test/admin/reset#token=');
  const password = 'three green birds';
  expect((await service.call('POST', '/auth/accept', { body: { token, password } })).status).toBe(200);
  expect(await logIn('ann@example.com', password)).toBe(200);

  const { users } = await run('user list');
  expect(users.map(({ email }: { email: string }) => email)).toContain('chelsea@example.com');
  expect(JSON.stringify(users)).not.toContain('scrypt');
  // The operator's change is in the trail as any other.
  await run('user password', '--email', 'ann@example.com', '--password', password);
  const trail = await service.call('GET', '/audit', {
    key: alice.key,
    query: { action: 'passwordChange', user: added.user },
  });
  expect(trail.body.data).toMatchObject([{ email: 'ann@example.com', userAgent: 'formstead command line' }]);
  const additions = await service.call('GET', '/audit', { key: alice.key, query: { action: 'userAdd' } });
  expect(additions.body.data).toMatchObject([
    { objectId: added.user, name: 'ann@example.com', userAgent: 'formstead command line' },
  ]);
  expect(await run('user disable', '--email', 'ann@example.com')).toMatchObject({ user: added.user, disabledAt: time });
  expect([await logIn('ann@example.com', password), (await shown()).disabledAt]).toEqual([401, time]);
  expect(await run('user enable', '--email', 'ann@example.com')).toMatchObject({ disabledAt: null });
  expect(await logIn('ann@example.com', password)).toBe(200);
  const before = await run('user factors', '--email', 'ann@example.com');
  expect(before).toEqual({ user: added.user, account: alice.account, factors: [] });
  const factor = { id: 'e'.repeat(24), name: 'Phone', kind: 'totp' };
  await service.services.db.sql`insert into factors (id, user_id, kind, name, secret, counter, create_time)
    values (${factor.id}, ${added.user}, ${factor.kind}, ${factor.name}, 'x', 0, now())`;
  const { factors } = await run('user factors', '--email', 'ann@example.com');
  expect(factors).toEqual([{ ...factor, createTime: time, lastUse: null }]);
  const reset = await run('user factors', '--email', 'ann@example.com', '--reset');
  expect([reset.factors, reset.removed]).toEqual([[], 1]);
  await expect(run('user disable', '--email', 'no@example.com')).rejects.toThrow('There is no user with the email');
  const types = (await service.call('GET', '/log', { key: alice.key })).body.data.map(
    (one: { type: string }) => one.type,
  );
  expect(types).toEqual(expect.arrayContaining(['userDisable', 'userEnable', 'passwordReset']));
});

test('[running.commands.people] keys: added with a name and an end, listed, revoked', async () => {
  const { bob } = service.people;
  const made = await run('key add', '--email', bob.email, '--name', 'Nightly', '--expires', '2999-01-31');
  expect(made).toMatchObject({ name: 'Nightly', createdBy: 'commandLine', expireTime: '2999-01-31T00:00:00.000Z' });
  const me = async () => (await service.call('GET', '/me', { key: made.token })).status;
  expect(await me()).toBe(200);
  const { keys } = await run('key list', '--email', bob.email);
  expect(keys.map((key: { id: string; name?: string }) => [key.id, key.name])).toEqual([
    [bob.key.slice(0, 24), undefined],
    [made._id, 'Nightly'],
  ]);
  expect(await run('key revoke', '--key', made._id)).toEqual({ key: made._id, user: bob.user, account: bob.account });
  expect(await me()).toBe(401);
  await expect(run('key revoke', '--key', made._id)).rejects.toThrow('There is no API key with ID');
  await expect(run('key revoke', '--key', 'x')).rejects.toThrow('--key must be the ID of an API key');
  await expect(run('key add', '--email', bob.email, '--expires', '2001-01-31')).rejects.toThrow('a time in the future');
});

test('[identity.accounts.closed] a closed account: nobody gets in, its forms and drafts take nothing; opened again all is as before', async () => {
  const { account } = await run('account add', '--name', ' Bakery ');
  const dan = await service.person('dan@example.com', account);
  const gone = await service.person('gone@example.com', account);
  await run('user disable', '--email', gone.email);
  const form = await makeForm(service, { formSchema: { rootElem: root(name, file) } }, dan.key);
  const submit = async () =>
    (await service.call('POST', '/entry/submit', { body: { form, data: { name: 'x' } } })).status;
  const saved = (await service.call('POST', '/entry/save', { body: { form } })).body;
  const resume = async () =>
    (await service.call('GET', `/entry/${saved.entryId}/resume?bewit=${saved.bewit}`)).body.message;
  const save = async () =>
    (await service.call('POST', `/entry/${saved.entryId}/save?bewit=${saved.bewit}`, { body: {} })).status;
  const upload = async () => {
    const body = { name: 'a.txt', size: 1, type: 'text/plain' };
    return (await service.call('POST', `/form/${form}/uploadPolicy`, { body })).body.message;
  };
  const me = async ({ key }: { key: string }) => (await service.call('GET', '/me', { key })).status;
  const invited = await service.call('POST', '/user/invite', { token: dan.token, body: { email: 'new@example.com' } });
  const [, token] = invited.body.link.split('#token=');
  expect([await submit(), await save(), await resume(), await me(dan)]).toEqual([200, 200, undefined, 200]);

  expect(await run('account close', '--account', account)).toEqual({ account, closedAt: time, users: [dan.email] });
  expect((await run('account close', '--account', account.toUpperCase())).users).toEqual([]);
  expect([await submit(), await save(), await me(dan), await logIn(dan.email, dan.password)]).toEqual([
    403, 403, 401, 401,
  ]);
  expect([await resume(), await upload()]).toEqual(['This form is closed.', 'This form is closed.']);
  const page = await fetch(`${service.url}/f/${form}`);
  expect([page.status, await page.text()]).toEqual([403, expect.stringContaining('This form is closed.')]);
  const start = await service.call('GET', `/form/${form}/start`);
  expect([start.status, start.body.message]).toEqual([403, 'This form is closed.']);
  expect((await service.call('POST', '/auth/accept', { body: { token, password: 'three green birds' } })).status).toBe(
    403,
  );
  await expect(run('user enable', '--email', dan.email)).rejects.toThrow('is closed.');
  await expect(run('user add', '--email', 'x@example.com', '--account', account)).rejects.toThrow('is closed.');
  const { accounts } = await run('account list');
  expect(accounts.find((one: { id: string }) => one.id === account)).toEqual({
    ...{ id: account, name: 'Bakery', createTime: time, closedAt: time, users: 2, forms: 1 },
  });

  expect(await run('account close', '--account', account, '--reopen')).toMatchObject({
    closedAt: null,
    users: [dan.email],
  });
  expect([await submit(), await save(), await resume(), await me(dan), await me(gone)]).toEqual([
    200,
    200,
    undefined,
    200,
    401,
  ]);
  const trail = await service.call('GET', '/audit', { key: dan.key, query: { object: 'account' } });
  expect(trail.body.data.map(({ action, objectId }: Record<string, string>) => [action, objectId])).toEqual([
    ['accountReopen', account],
    ['accountClose', account],
  ]);
  await expect(run('account close', '--account', 'f'.repeat(24))).rejects.toThrow('There is no account with ID');
});
