// `forms copy`, `push` and `pull` with options sets as processes that are killed in the middle of their work, and run again.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type KillingProxy, openKillingProxy } from '../support/killing-proxy.ts';
import { copyServedFolder } from '../support/served-folder.ts';
import {
  buildServer,
  endAll,
  runCommand,
  type ServerProcess,
  spawnCommand,
  startProcess,
} from '../support/server-process.ts';

const admin = { ADMIN_EMAIL: 'ann@example.com', ADMIN_PASSWORD: 'a long password' };
/** `COPY_OPTIONS=65000` for a set as large as that of streets. */
const optionCount = Number(process.env['COPY_OPTIONS'] ?? 2_500);
/** A few of the moments in each run of the tests, all of them with that. */
const isWhole = process.env['COPY_OPTIONS'] !== undefined;
/** So that the list is sent in several parts. */
const padding = 'x'.repeat(Math.max(0, Math.ceil(2_500_000 / optionCount) - 50));
const optionAt = (at: number) => ({
  value: `רחוב ${at} "a\\b"${padding}`,
  ...(at % 3 === 0 && { score: (at % 7) + 1 }),
  ...(at % 2 === 0 && { data: { code: at, isOld: at % 4 === 0 } }),
});

interface User {
  readonly token: string;
  readonly key: string;
  readonly account: string;
}
let server: ServerProcess;
let proxy: KillingProxy;
let folder: string;
let ann: User;
let zoe: User;

beforeAll(async () => {
  buildServer();
  folder = copyServedFolder();
  server = await startProcess(folder, { ...admin, RATE_LIMIT: '0' });
  proxy = await openKillingProxy(server.url);
  await runCommand(folder, ['user', 'add', '--email', 'zoe@example.com', '--password', admin.ADMIN_PASSWORD]);
  writeFileSync(join(folder, 'password'), `${admin.ADMIN_PASSWORD}\n`, { mode: 0o600 });
  [ann, zoe] = [await signIn(admin.ADMIN_EMAIL), await signIn('zoe@example.com')];
});
afterAll(async () => {
  await proxy.close();
  await endAll();
});

async function signIn(email: string): Promise<User> {
  const { token } = (await server.call('POST', '/auth/login', { body: { email, password: admin.ADMIN_PASSWORD } }))
    .body;
  const key = (await server.call('POST', '/api-keys', { token })).body.token;
  return { token, key, account: (await server.call('GET', '/me', { token })).body.account };
}

const lastLine = (text: string) => JSON.parse(text.trimEnd().split('\n').at(-1) ?? '') as Record<string, unknown>;
const person = ['--user', admin.ADMIN_EMAIL, '--password-file', 'password'];
const setsOf = async ({ token, account }: User) =>
  (
    (await server.call('GET', '/optionsSet', { token })).body.data as { id: string; name: string; account: string }[]
  ).filter((set) => set.account === account);
const formsOf = async ({ token }: User) =>
  (await server.call('GET', '/form?fields=["id","name"]', { token })).body.data as { id: string; name: string }[];
const fingerprintOf = async (set: string, { token }: User) =>
  (await server.call('GET', `/optionsSet/${set}/fingerprint`, { token })).body as { count: number; sha256: string };

/** Runs it, kills it at that request, and says whether that happened. */
async function killAt(what: { method: string; path: RegExp; when: 'before' | 'after' }, args: string[]): Promise<void> {
  const { child, ended } = spawnCommand(folder, args, { FORMSTEAD_URL: proxy.url, FORMSTEAD_KEY: ann.key });
  const killed = proxy.killAt(what, () => child.kill('SIGKILL'));
  const { code, stderr } = await ended;
  expect([code, killed()], `${what.method} ${what.path} ${what.when}: ${stderr}`).toEqual([null, true]);
}

async function runWhole(args: string[]) {
  const { code, stdout, stderr } = await runCommand(folder, args, {
    FORMSTEAD_URL: server.url,
    FORMSTEAD_KEY: ann.key,
  });
  return { code, stderr, result: stdout === '' ? {} : lastLine(stdout) };
}

const newSet = { method: 'POST', path: /\/optionsSet$/, when: 'after' } as const;
const secondPart = { method: 'PUT', path: /\/parts\/2$/, when: 'before' } as const;
const finish = { method: 'POST', path: /\/finish$/, when: 'after' } as const;
const beforeFinish = { ...finish, when: 'before' } as const;
const newForm = { method: 'POST', path: /\/form$/, when: 'after' } as const;
const download = { method: 'GET', path: /\/download\?/, when: 'after' } as const;

const selectOf = (set: string) => ({
  type: 'fSelect',
  name: 'street',
  options: { url: `${server.url}/v1.0/optionsSet/${set}/autocomplete`, qs: '{term: term}' },
});
const formOf = (name: string, set: string) => ({
  name,
  formSchema: { rootElem: { type: 'cSection', name: 'root', children: [selectOf(set)] } },
});

test('[running.commands.forms.copy] [running.commands.forms.copy.sets] a copy that is killed again and again leaves one form, one set and all its options', {
  timeout: 300_000 + optionCount * 10,
}, async () => {
  const { id: set } = (await server.call('POST', '/optionsSet', { token: ann.token, body: { name: 'Streets' } })).body;
  for (let start = 0; start < optionCount; start += 2_500) {
    const options = Array.from({ length: Math.min(2_500, optionCount - start) }, (_, at) => optionAt(start + at));
    await server.call('POST', `/optionsSet/${set}/addOptions`, { token: ann.token, body: { options } });
  }
  const source = await fingerprintOf(set, ann);
  expect(source.count).toBe(optionCount);
  const form = (await server.call('POST', '/form', { token: ann.token, body: formOf('Order', set) })).body.id;
  const copy = (url: string) => ['forms', 'copy', form, '--to', url, '--to-key', zoe.key, ...person];
  const began = performance.now();
  const moments = isWhole
    ? [newSet, download, secondPart, beforeFinish, finish, newForm]
    : [download, secondPart, newForm];
  for (const what of moments) {
    await killAt(what, copy(proxy.url));
    // Never half of it.
    for (const made of await setsOf(zoe)) expect([0, optionCount]).toContain((await fingerprintOf(made.id, zoe)).count);
  }
  const { code, result, stderr } = await runWhole(copy(server.url));
  expect([code, result['state']], stderr).toEqual([0, 'same']);
  const [made, ...others] = await setsOf(zoe);
  expect([made?.name, others, await fingerprintOf(made?.id ?? '', zoe)]).toEqual(['Streets', [], source]);
  expect(await formsOf(zoe)).toEqual([{ id: (result['to'] as { form: string }).form, name: 'Order' }]);
  process.stderr.write(
    `copy: ${optionCount} options, ${moments.length} kills, ${((performance.now() - began) / 1000).toFixed(1)} s\n`,
  );
});

test('[running.commands.forms.sets.push] [running.commands.forms.sets.pull] [running.commands.forms.create] [heavy] a push and a pull that are killed again and again leave one set, one form and whole files', {
  timeout: 300_000 + optionCount * 10,
}, async () => {
  mkdirSync(join(folder, 'forms'));
  const path = join(folder, 'forms/roads.options.jsonl');
  const lines = Array.from({ length: optionCount }, (_, at) => JSON.stringify(optionAt(at)));
  writeFileSync(path, `{"name":"Roads"}\n${lines.join('\n')}\n`);
  writeFileSync(join(folder, 'forms/trip.json'), JSON.stringify(formOf('Trip', 'roads.options.jsonl')));
  const roads = async () => (await setsOf(ann)).filter(({ name }) => name === 'Roads');
  const moments = isWhole ? [newSet, secondPart, beforeFinish, finish, newForm] : [newSet, secondPart, newForm];
  for (const what of moments) {
    await killAt(what, ['forms', 'push']);
    for (const made of await roads()) expect([0, optionCount]).toContain((await fingerprintOf(made.id, ann)).count);
  }
  const pushed = await runWhole(['forms', 'push']);
  expect(pushed.code, pushed.stderr).toBe(0);
  const [made, ...others] = await roads();
  const id = made?.id ?? '';
  expect([others, (await fingerprintOf(id, ann)).count]).toEqual([[], optionCount]);
  const whole = `{"id":"${id}","name":"Roads"}\n${lines.join('\n')}\n`;
  expect(readFileSync(path, 'utf8')).toBe(whole);
  expect((await formsOf(ann)).filter(({ name }) => name === 'Trip')).toHaveLength(1);
  expect((await runWhole(['forms', 'diff'])).result).toMatchObject({ different: [], sets: { different: [] } });

  // Replaced: the old list until the new one is there.
  const changed = whole.replace(lines.at(-1) ?? '', '{"value":"last"}');
  writeFileSync(path, changed);
  const before = await fingerprintOf(id, ann);
  if (isWhole) await killAt(beforeFinish, ['forms', 'push']);
  expect(await fingerprintOf(id, ann)).toEqual(before);
  await killAt(finish, ['forms', 'push']);
  expect((await runWhole(['forms', 'push'])).result).toMatchObject({ sets: { changed: [], same: 1 } });
  expect(await fingerprintOf(id, ann)).not.toEqual(before);

  await server.call('POST', `/optionsSet/${id}/addOptions`, {
    token: ann.token,
    body: { options: [{ value: 'there' }] },
  });
  await killAt(download, ['forms', 'pull', ...person]);
  expect(readFileSync(path, 'utf8')).toBe(changed);
  const pulled = await runWhole(['forms', 'pull', 'trip.json', ...person]);
  expect(pulled.result, pulled.stderr).toMatchObject({ sets: { written: ['roads.options.jsonl'] } });
  expect(readFileSync(path, 'utf8')).toBe(`${changed}{"value":"there"}\n`);
  expect(readdirSync(join(folder, 'forms')).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});
