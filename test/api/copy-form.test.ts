// A form copied from one service to another: with its sets, pictures and layouts, once, whatever ends the copy in between.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, request as sendOn } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { clientCommands } from '../../src/cli/client-commands.ts';
import type { CopyResult } from '../../src/cli/forms/copy-command.ts';
import { openCommand } from '../support/run-command.ts';
import { type Person, startService, type TestService } from '../support/service.ts';
import { smallPng } from '../support/small-png.ts';

/** `COPY_OPTIONS=65000` for a set as large as that of streets. */
const optionCount = Number(process.env['COPY_OPTIONS'] ?? 2_500);
const countries = '5e7500000000000000000008';
let from: TestService;
let to: TestService;
let alice: Person;
let zoe: Person;
let folder: string;
beforeAll(async () => {
  [from, to] = await Promise.all([
    startService({ PUBLIC_URL: 'https://forms.test' }),
    startService({ PUBLIC_URL: 'https://other.test' }),
  ]);
});
afterAll(() => Promise.all([from.close(), to.close()]));
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'formstead-copy-'));
  const mark = Math.random().toString(36).slice(2);
  alice = await from.person(`alice-${mark}@example.com`);
  zoe = await to.person(`zoe-${mark}@example.com`);
  writeFileSync(join(folder, 'password'), `${alice.password}\n`, { mode: 0o600 });
});
afterEach(() => rmSync(folder, { recursive: true }));

async function copy(form: string, { args = [] as string[], url = to.url, signedIn = true } = {}) {
  const opened = openCommand({ folder, env: { url: from.url, key: alice.key } });
  const person = signedIn ? ['--user', alice.email, '--password-file', 'password'] : [];
  const given = [form, '--to', url, '--to-key', zoe.key, ...person, ...args];
  const result = (await clientCommands['forms copy']?.(given, opened.context)) as CopyResult;
  return { ...opened, result };
}

const here = (method: string, path: string, body?: unknown) =>
  from.call(method, path, { token: alice.token, ...(body !== undefined && { body }) });
const there = (method: string, path: string, body?: unknown) =>
  to.call(method, path, { token: zoe.token, ...(body !== undefined && { body }) });
const formsThere = async () =>
  (await there('GET', '/form?fields=["id","name"]')).body.data as { id: string; name: string }[];
const setsThere = async () =>
  ((await there('GET', '/optionsSet')).body.data as { id: string; name: string; account: string }[]).filter(
    ({ account }) => account === zoe.account,
  );
const optionsOf = async (service: TestService, person: Person, set: string) =>
  (await service.call('GET', `/optionsSet/${set}/download?format=json`, { token: person.token })).body.options;

const optionAt = (at: number) => ({
  value: `רחוב ${at} "a\\b"`,
  ...(at % 3 === 0 && { score: at % 7 }),
  ...(at % 2 === 0 && { data: { city: `עיר ${at % 90}`, code: at, isOld: at % 4 === 0, no: null } }),
});

async function makeStreets(count = optionCount): Promise<string> {
  const { id } = (await here('POST', '/optionsSet', { name: 'Streets' })).body;
  for (let start = 0; start < count; start += 10_000) {
    const options = Array.from({ length: Math.min(10_000, count - start) }, (_, at) => optionAt(start + at));
    expect((await here('POST', `/optionsSet/${id}/addOptions`, { options })).status).toBe(200);
  }
  return id;
}

async function makeForm(streets: string): Promise<{ id: string; picture: string }> {
  const { id } = (await here('POST', '/form', { name: 'Order' })).body;
  const sent = await from.call('POST', `/form/${id}/pictures`, {
    key: alice.key,
    body: smallPng(),
    headers: { 'content-type': 'image/png' },
  });
  const picture = sent.body.url as string;
  const api = 'https://forms.test/v1.0/optionsSet';
  const children = [
    {
      type: 'fSelect',
      name: 'street',
      options: { url: `${api}/${streets}/autocomplete`, qs: '{term: term}' },
      validators: [
        { type: 'remote', req: { url: `${api}/${streets}/validate`, qs: '{value: value}' }, res: 'res.data.isValid' },
      ],
    },
    { type: 'fSelect', name: 'country', options: { url: `${api}/${countries}/autocomplete`, qs: '{term: term}' } },
    { type: 'fRadio', name: 'size', options: ['s', 'l'], optionPictures: { s: picture } },
    { type: 'eText', name: 'about', html: `<p>See <img src="${picture}"> and ${'a'.repeat(24)}</p>` },
  ];
  const definition = {
    locale: 'he',
    theme: { color: '#336699', logo: picture },
    formSchema: { rootElem: { type: 'cSection', name: 'root', children } },
    templates: [{ type: 'typst', name: 'card', source: '= Card\n\nOf somebody' }, { type: 'auto' }],
    postSubmit: {
      emails: [{ to: ['office@example.com'], subject: 'New', text: 'One\nTwo' }],
      renders: [{ if: 'true' }],
    },
  };
  const changed = await here('PATCH', `/form/${id}`, definition);
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  return { id, picture };
}

test('[running.commands.forms.copy] [running.commands.forms.copy.sets] [running.commands.service.sign-in] everything a form has is there, under the addresses of the other service, and once', async () => {
  const streets = await makeStreets();
  const { id } = await makeForm(streets);
  const tried = await copy(id, { args: ['--dry-run'] });
  expect(tried.result).toMatchObject({ state: 'created', pictures: 1, isDryRun: true });
  expect(tried.stdout()).toContain('(new: Streets)');
  expect([await formsThere(), await setsThere()]).toEqual([[], []]);

  // A key reads the options as its user does.
  const { result } = await copy(id, { signedIn: false });
  const [set] = await setsThere();
  expect(result).toEqual({
    from: { url: from.url, form: id },
    to: { url: to.url, form: expect.stringMatching(/^[0-9a-f]{24}$/) },
    state: 'created',
    sets: [
      { name: 'Streets', from: streets, to: set?.id, options: optionCount, state: 'made' },
      { name: 'Countries', from: countries, to: countries, options: 249, state: 'maintained' },
    ],
    pictures: 1,
    notes: [],
    isDryRun: false,
  });
  expect(set?.name).toBe('Streets');
  expect(await optionsOf(to, zoe, set?.id ?? '')).toEqual(Array.from({ length: optionCount }, (_, at) => optionAt(at)));

  const [source, made] = [
    (await here('GET', `/form/${id}`)).body,
    (await there('GET', `/form/${result.to.form}`)).body,
  ];
  const picture = made.theme.logo as string;
  expect(picture).toMatch(/^https:\/\/other\.test\/pictures\/[\w-]{22}$/);
  const shown = await fetch(`${to.url}${new URL(picture).pathname}`);
  expect(Buffer.from(await shown.arrayBuffer())).toEqual(smallPng());
  const expected = JSON.parse(
    JSON.stringify(source)
      .replaceAll(`https://forms.test/v1.0/optionsSet/${streets}`, `https://other.test/v1.0/optionsSet/${set?.id}`)
      .replaceAll('https://forms.test/v1.0/', 'https://other.test/v1.0/')
      .replaceAll(source.theme.logo, picture),
  );
  for (const name of ['name', 'locale', 'theme', 'formSchema', 'templates', 'postSubmit', 'access'])
    expect(made[name]).toEqual(expected[name]);

  // Again, with a key alone: nothing has to be read.
  const again = await copy(id, { signedIn: false });
  expect(again.result).toMatchObject({ state: 'same', to: { form: result.to.form } });
  expect(again.result.sets[0]).toMatchObject({ state: 'used', to: set?.id });
  expect(again.stdout()).toBe('');
  expect([(await formsThere()).length, (await setsThere()).length]).toEqual([1, 1]);
  // The sessions of the copies are over.
  const sessions = (await here('GET', '/auth/sessions')).body.data;
  expect(sessions).toHaveLength(1);
});

test('[running.commands.forms.copy] a form of the same name that differs is changed only when it is named', async () => {
  const { id } = (await here('POST', '/form', { name: 'Order', publicName: 'New order' })).body;
  const other = (await there('POST', '/form', { name: 'Order' })).body.id;
  await expect(copy(id)).rejects.toThrow(
    `${to.url} has a form of this name that differs: ${other}. --into ID changes it`,
  );
  expect((await copy(id, { args: ['--name', 'Order 2'] })).result).toMatchObject({ state: 'created' });
  const into = await copy(id, { args: ['--into', other] });
  expect([into.result.state, into.result.to.form]).toEqual(['changed', other]);
  expect(into.stdout()).toContain('+publicName: New order');
  expect((await there('GET', `/form/${other}`)).body.publicName).toBe('New order');
  expect((await copy(id)).result).toMatchObject({ state: 'same', to: { form: other } });
  expect((await formsThere()).map(({ name }) => name).sort()).toEqual(['Order', 'Order 2']);
  await expect(copy(id, { args: ['--into', id] })).rejects.toThrow('There is no form with the id');
  await expect(copy('Nothing')).rejects.toThrow('There is no form with the id or name "Nothing"');
});

test('[running.commands.forms.copy.sets] a set of the same name with other options stays as it is, and so does one that was changed after a copy', async () => {
  const streets = await makeStreets(5);
  const { id } = await makeForm(streets);
  const mine = (await there('POST', '/optionsSet', { name: 'Streets' })).body.id;
  await there('POST', `/optionsSet/${mine}/addOptions`, { options: [{ value: 'mine' }] });
  const { result } = await copy(id);
  const made = result.sets[0]?.to ?? '';
  expect(made).not.toBe(mine);
  await there('PUT', `/optionsSet/${made}/options`, { options: [{ value: 'changed there' }] });
  await there('DELETE', `/form/${result.to.form}`);
  const second = await copy(id);
  expect([mine, made]).not.toContain(second.result.sets[0]?.to);
  expect(await optionsOf(to, zoe, made)).toEqual([{ value: 'changed there' }]);
  expect(await optionsOf(to, zoe, mine)).toEqual([{ value: 'mine' }]);
  expect(await optionsOf(to, zoe, second.result.sets[0]?.to ?? '')).toEqual(await optionsOf(from, alice, streets));
  expect((await formsThere()).map(({ id: one }) => one)).toEqual([second.result.to.form]);
});

/** Passes on so many requests; the response of the last one is lost, and nothing is passed on after it. */
async function openCutting(many: number): Promise<{ url: string; server: Server; count: () => number }> {
  let count = 0;
  const server = createServer((asked, reply) => {
    count += 1;
    const isLost = count >= many;
    if (count > many) return void reply.writeHead(401).end('{}');
    const { hostname, port } = new URL(to.url);
    const onward = sendOn({ hostname, port, path: asked.url, method: asked.method, headers: asked.headers }, (got) => {
      if (isLost) got.resume().on('end', () => reply.writeHead(401).end('{}'));
      else got.pipe(reply.writeHead(got.statusCode ?? 500, got.headers));
    });
    asked.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, count: () => count };
}

test('[running.commands.forms.copy] [heavy] whatever request it ends after, the next run goes on: one form, one set, one picture', async () => {
  const streets = await makeStreets(40);
  const { id } = await makeForm(streets);
  let ended = 0;
  for (let many = 1; ; many += 1) {
    const cutting = await openCutting(many);
    const failed = await copy(id, { url: cutting.url }).then(
      () => false,
      () => true,
    );
    cutting.server.closeAllConnections();
    cutting.server.close();
    if (!failed) break;
    ended += 1;
  }
  expect(ended).toBeGreaterThan(8);
  const { result } = await copy(id);
  expect(result.state).toBe('same');
  expect(await formsThere()).toEqual([{ id: result.to.form, name: 'Order' }]);
  const named = JSON.stringify((await there('GET', `/form/${result.to.form}`)).body);
  expect(named).not.toContain('forms.test');
  expect(await setsThere()).toMatchObject([{ id: result.sets[0]?.to, name: 'Streets' }]);
  expect(await optionsOf(to, zoe, result.sets[0]?.to ?? '')).toHaveLength(40);
});
