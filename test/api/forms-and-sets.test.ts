// Options sets as files beside the forms that use them: pulled, edited, compared and pushed, by people and by keys, with others at work.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { clientCommands } from '../../src/cli/client-commands.ts';
import type { PullResult } from '../../src/cli/forms/pull-command.ts';
import type { PushResult } from '../../src/cli/forms/push-command.ts';
import { openBreakingProxy } from '../support/breaking-proxy.ts';
import { openCommand } from '../support/run-command.ts';
import { type Person, startService, type TestService } from '../support/service.ts';

/** `SET_OPTIONS=65000` for a set as large as that of streets. */
const manyOptions = Number(process.env['SET_OPTIONS'] ?? 3_000);
const countries = '5e7500000000000000000008';
let service: TestService;
let folder: string;
let person: Person;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'formstead-sets-'));
  mkdirSync(join(folder, 'forms'));
  person = await service.person(`sets-${Math.random().toString(36).slice(2)}@example.com`);
  writeFileSync(join(folder, 'password'), `${person.password}\n`, { mode: 0o600 });
});
afterEach(() => rmSync(folder, { recursive: true }));

type Result = Record<string, unknown> & { sets: PullResult['sets'] & PushResult['sets'] & { different: object[] } };

async function runAt(url: string, command: string, rest: readonly string[], isPerson: boolean) {
  const opened = openCommand({ folder, env: { url, key: isPerson ? undefined : person.key } });
  const who = isPerson ? ['--user', person.email, '--password-file', join(folder, 'password')] : [];
  const result = (await clientCommands[`forms ${command}`]?.([...rest, ...who], opened.context)) as Result;
  return { ...opened, result };
}
const run = (command: string, ...rest: string[]) => runAt(service.url, command, rest, true);
const runByKey = (command: string, ...rest: string[]) => runAt(service.url, command, rest, false);

const read = (name: string) => readFileSync(join(folder, 'forms', name), 'utf8');
const write = (name: string, text: string | Buffer) => writeFileSync(join(folder, 'forms', name), text);
const call = (method: string, path: string, body?: object) =>
  service.call(method, path, { token: person.token, ...(body && { body }) });
const optionsOf = async (set: string) => (await call('GET', `/optionsSet/${set}/download?format=json`)).body.options;
const ownSets = async () =>
  ((await call('GET', '/optionsSet')).body.data as { id: string; name: string; account: string }[]).filter(
    ({ account }) => account === person.account,
  );

async function makeSet(name: string, options: readonly object[]): Promise<string> {
  const { id } = (await call('POST', '/optionsSet', { name })).body;
  for (let start = 0; start < options.length; start += 10_000)
    await call('POST', `/optionsSet/${id}/addOptions`, { options: options.slice(start, start + 10_000) });
  return id;
}

const formOf = (name: string, ...sets: string[]) => ({
  name,
  formSchema: {
    rootElem: {
      type: 'cSection',
      name: 'root',
      children: sets.map((set, at) => ({
        type: 'fSelect',
        name: `field${at}`,
        options: { url: `${service.url}/v1.0/optionsSet/${set}/autocomplete`, qs: '{term: term}' },
      })),
    },
  },
});
const makeForm = async (name: string, ...sets: string[]) =>
  (await call('POST', '/form', formOf(name, ...sets))).body.id;
const streetsFile = 'streets.options.jsonl';
const streets = [
  { value: 'הרצל "1"', score: 3, data: { zip: '007', city: 'חיפה' } },
  { value: 'Main\nstreet', data: { isOld: true, no: null, code: 5 } },
  { value: 'Plain' },
];

test('[running.commands.forms.sets] [running.commands.forms.sets.pull] [running.commands.forms.sets.push] [running.commands.forms.sets.diff] pull, edit, push, and nothing differs', async () => {
  const set = await makeSet('Streets', streets);
  const form = await makeForm('Order', set, countries);
  const pulled = await run('pull');
  expect(pulled.result).toMatchObject({
    written: ['order.yaml'],
    sets: { written: [streetsFile], same: [], kept: [], conflicts: [], unread: [], missing: [] },
  });
  expect(read(streetsFile)).toBe(`{"id":"${set}","name":"Streets"}
{"value":"הרצל \\"1\\"","score":3,"data":{"city":"חיפה","zip":"007"}}
{"value":"Main\\nstreet","data":{"code":5,"isOld":true,"no":null}}
{"value":"Plain"}
`);
  expect(readdirSync(join(folder, 'forms')).sort()).toEqual(['.formstead-state.json', 'order.yaml', streetsFile]);
  expect((await run('pull')).result.sets).toMatchObject({ written: [], same: [streetsFile] });
  expect((await runByKey('diff')).result).toMatchObject({ same: 1, different: [], sets: { same: 1, different: [] } });

  write(
    streetsFile,
    read(streetsFile).replace('{"value":"Plain"}', '{"value":"Plain street"}\n{"value":"New","score":1.5}'),
  );
  write('order.yaml', read('order.yaml').replace('name: Order', 'name: Order 2'));
  const diff = await run('diff');
  expect(diff.result).toMatchObject({
    different: [{ form, state: 'changedHere' }],
    sets: { different: [{ file: streetsFile, set, name: 'Streets', options: 4, state: 'changedHere' }] },
  });
  expect(diff.stdout()).toContain('-{"value":"Plain"}\n+{"value":"Plain street"}\n+{"value":"New","score":1.5}\n');
  expect(diff.hasFailed()).toBe(true);
  // A key is told how many there are, and not which.
  const byKey = await runByKey('diff');
  expect(byKey.stdout()).toContain('3 options there, 4 here. An API key cannot read them: --user shows what differs.');
  expect(byKey.stdout()).not.toContain('Plain');
  // A pull does not take back what was edited.
  expect((await run('pull')).result.sets).toMatchObject({ written: [], kept: [streetsFile] });
  const dry = await runByKey('push', '--dry-run');
  expect(dry.result.sets).toMatchObject({ created: [], changed: [{ file: streetsFile }] });
  expect(await optionsOf(set)).toHaveLength(3);

  // A key is enough to push.
  const pushed = await runByKey('push');
  expect(pushed.result).toMatchObject({
    changed: [{ form }],
    sets: { created: [], changed: [{ file: streetsFile, set, options: 4 }], same: 0, refused: [] },
  });
  expect(await optionsOf(set)).toEqual([
    streets[0],
    streets[1],
    { value: 'Plain street' },
    { value: 'New', score: 1.5 },
  ]);
  const clean = await run('diff');
  expect([clean.stdout(), clean.hasFailed(), clean.result.sets]).toEqual(['', false, { same: 1, different: [] }]);
  const etag = (await call('GET', `/optionsSet/${set}/fingerprint`)).headers.get('etag');
  expect((await run('push')).result).toMatchObject({ changed: [], sets: { changed: [], same: 1 } });
  expect((await call('GET', `/optionsSet/${set}/fingerprint`)).headers.get('etag')).toBe(etag);
  expect((await call('GET', '/auth/sessions')).body.data).toHaveLength(1);
});

test('[running.commands.forms.sets.push] [running.commands.forms.sets.named] a new set and a new form that names its file, in one push; again, they are the same', async () => {
  const lines = Array.from({ length: manyOptions }, (_, at) =>
    JSON.stringify({ value: `רחוב ${at}`, ...(at % 2 === 0 && { data: { city: `עיר ${at % 90}`, code: at } }) }),
  );
  const text = `{"name":"Streets"}\n${lines.join('\n')}\n`;
  write(streetsFile, text);
  write('order.json', JSON.stringify(formOf('Order', streetsFile)));
  const dry = await runByKey('push', '--dry-run');
  expect(dry.stdout()).toContain(`A new options set, "Streets": ${manyOptions} options.`);
  expect([await ownSets(), read(streetsFile)]).toEqual([[], text]);
  const { result } = await runByKey('push');
  const [set] = await ownSets();
  expect(result.sets.created).toEqual([{ file: streetsFile, set: set?.id, name: 'Streets', options: manyOptions }]);
  expect(read(streetsFile)).toBe(text.replace('{"name"', `{"id":"${set?.id}","name"`));
  expect(await optionsOf(set?.id ?? '')).toHaveLength(manyOptions);
  const [{ form }] = result['created'] as [{ form: string }];
  const made = (await call('GET', `/form/${form}`)).body;
  expect(made.formSchema.rootElem.children[0].options.url).toBe(
    `${service.url}/v1.0/optionsSet/${set?.id}/autocomplete`,
  );
  // The form goes on naming the file, and is the same.
  expect(read('order.json')).toContain(`/optionsSet/${streetsFile}/autocomplete`);
  expect((await run('diff')).result).toMatchObject({ same: 1, different: [], sets: { same: 1, different: [] } });
  expect((await run('pull')).result).toMatchObject({ same: ['order.json'], sets: { same: [streetsFile] } });
  expect((await run('push')).result).toMatchObject({ created: [], changed: [], sets: { created: [], changed: [] } });
  expect(await ownSets()).toHaveLength(1);
  // What is pulled into another folder is, byte for byte, what was pushed.
  const text2 = read(streetsFile);
  rmSync(join(folder, 'forms', streetsFile));
  await expect(run('pull')).rejects.toThrow(`names the options set ${streetsFile}, which is not in the folder`);
  rmSync(join(folder, 'forms'), { recursive: true });
  await run('pull');
  expect(read(streetsFile)).toBe(text2);
});

test('[running.commands.forms.sets.push] what somebody changed on the service meanwhile is not overwritten, and nothing is sent; --force overwrites', async () => {
  const set = await makeSet('Streets', streets);
  const form = await makeForm('Order', set);
  await run('pull');
  write(streetsFile, `${read(streetsFile)}{"value":"Mine"}\n`);
  write('order.yaml', read('order.yaml').replace('name: Order', 'name: Mine'));
  await call('PUT', `/optionsSet/${set}/options`, { options: [{ value: 'Theirs' }] });
  const refused = await runByKey('push');
  expect(refused.result).toMatchObject({
    changed: [],
    sets: { changed: [], refused: [{ file: streetsFile, set, state: 'changedBoth' }] },
  });
  expect([refused.hasFailed(), refused.stderr()]).toEqual([
    true,
    `formstead: nothing was sent. Changed on the service since the last pull or push: ${streetsFile}. Pull first, or push with --force.\n`,
  ]);
  expect([(await call('GET', `/form/${form}`)).body.name, await optionsOf(set)]).toEqual([
    'Order',
    [{ value: 'Theirs' }],
  ]);
  const pull = await run('pull');
  expect([pull.result.sets.conflicts, pull.hasFailed()]).toEqual([[streetsFile], true]);
  expect((await run('push', '--force')).result).toMatchObject({ sets: { changed: [{ set }] } });
  expect(await optionsOf(set)).toHaveLength(4);

  // Two folders know nothing of each other: what one of them sent, the other one does not overwrite.
  const base = read(streetsFile);
  const folders = ['one', 'two'];
  for (const name of folders) {
    cpSync(join(folder, 'forms'), join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, streetsFile), `${base}{"value":"${name}"}\n`);
  }
  const pushes = await Promise.allSettled(folders.map((name) => runByKey('push', '--folder', name)));
  const sent = folders.filter((_, at) => {
    const push = pushes[at];
    if (push?.status === 'fulfilled') return push.value.result.sets.changed.length === 1;
    expect(String(push?.reason)).toMatch(/changed|Somebody else began/);
    return false;
  });
  expect(sent).toHaveLength(1);
  expect((await optionsOf(set)).slice(4)).toEqual([{ value: sent[0] }]);
  await run('push', '--force');

  // Changed there only: pulled. A key cannot, and says so.
  await call('PUT', `/optionsSet/${set}/options`, { options: [{ value: 'Theirs' }] });
  const unread = await runByKey('pull');
  expect(unread.result.sets.unread).toEqual([{ set, name: 'Streets', options: 1, file: streetsFile }]);
  expect([unread.hasFailed(), unread.stderr()]).toEqual([
    true,
    expect.stringContaining('an API key cannot read options. Not pulled: "Streets" (1 options).'),
  ]);
  expect((await run('pull')).result.sets.written).toEqual([streetsFile]);
  expect(read(streetsFile)).toBe(`{"id":"${set}","name":"Streets"}\n{"value":"Theirs"}\n`);
});

test('[running.commands.forms.sets.pull] a key brings forms, what is the same and what is empty, and says what it cannot bring', async () => {
  const [full, empty] = [await makeSet('Full\u001b[2J', streets), await makeSet('Empty', [])];
  const foreign = (await service.call('POST', '/optionsSet', { key: service.people.chelsea.key, body: { name: 'X' } }))
    .body.id;
  await makeForm('Order', full, empty, countries, foreign, 'f'.repeat(24));
  const pulled = await runByKey('pull');
  expect(pulled.result).toMatchObject({
    written: ['order.yaml'],
    sets: {
      written: ['empty.options.jsonl'],
      unread: [{ set: full, name: 'Full\u001b[2J', options: 3 }],
      missing: [foreign, 'f'.repeat(24)],
    },
  });
  expect(pulled.stderr()).toContain('"Full\\u001b[2J" (3 options)');
  expect([pulled.hasFailed(), existsSync(join(folder, 'forms/full.options.jsonl'))]).toEqual([false, false]);
  expect((await runByKey('push')).result).toMatchObject({ same: 1, sets: { same: 1 } });
});

test('[running.commands.forms.sets.push] another name is given by somebody who signs in, and a name that was given there is taken', async () => {
  const set = await makeSet('Streets', streets);
  await makeForm('Order', set);
  await run('pull');
  write(streetsFile, read(streetsFile).replace('"name":"Streets"', '"name":"Roads"'));
  await expect(runByKey('push')).rejects.toThrow(
    'Nothing was sent. An options set cannot be renamed with an API key: streets.options.jsonl ("Streets" there, "Roads" here).',
  );
  expect((await run('diff')).stdout()).toContain('Another name: "Streets" there, "Roads" here.');
  // As after a push that was ended when the options were sent and the name was not.
  write(streetsFile, `${read(streetsFile)}{"value":"More"}\n`);
  await call('POST', `/optionsSet/${set}/addOptions`, { options: [{ value: 'More' }] });
  expect((await run('push')).result.sets.changed).toMatchObject([{ set }]);
  expect(await ownSets()).toMatchObject([{ id: set, name: 'Roads' }]);
  await call('PATCH', `/optionsSet/${set}`, { name: 'Ways' });
  // Its options are here already, so that a key is enough.
  expect((await runByKey('pull')).result.sets.written).toEqual([streetsFile]);
  expect(read(streetsFile)).toMatch(/^\{"id":"\w{24}","name":"Ways"\}\n/);
  expect((await run('diff')).result.sets.different).toEqual([]);
});

test("[running.commands.forms.sets.push] another account's set, a maintained one and one that is gone are refused, forced or not", async () => {
  const foreign = (await service.call('POST', '/optionsSet', { key: service.people.chelsea.key, body: { name: 'X' } }))
    .body.id;
  for (const [id, state, why] of [
    [foreign, 'gone', 'Not an options set of this account: a.options.jsonl.'],
    [countries, 'maintained', 'Maintained by the service, and not to be changed: a.options.jsonl.'],
    ['0'.repeat(24), 'gone', 'Not an options set of this account: a.options.jsonl.'],
  ] as const) {
    write('a.options.jsonl', `{"id":"${id}","name":"Mine"}\n{"value":"a"}\n`);
    const { result, stderr } = await run('push', '--force');
    expect(result.sets.refused).toMatchObject([{ state }]);
    expect(stderr()).toContain(why);
  }
  const theirs = await service.call('GET', `/optionsSet/${foreign}/summary`, { key: service.people.chelsea.key });
  expect(theirs.body.count).toBe(0);
});

test('[running.commands.forms.sets] [running.commands.forms.sets.push] a file that is wrong stops everything before anything is sent, and nothing of it is quoted', async () => {
  write('new.yaml', 'name: New\n');
  const head = '{"name":"Streets"}\n';
  const deep = '['.repeat(100_000);
  for (const [text, message] of [
    ['', /line 1 must name the set/],
    ['{"value":"a"}\n', /line 1 must name the set/],
    ['{"name":"a","options":1}\n', /line 1 must name the set/],
    ['{"id":"../..","name":"a"}\n', /"id" in line 1 must be the id of an options set/],
    [`{"name":"${'x'.repeat(1_001)}"}\n`, /the name in line 1 cannot be that of a set/],
    ['{"name":"a\\u0000"}\n', /the name in line 1 cannot be that of a set/],
    [`${head}<<<<<<< ours\n`, /line 2 is not JSON\.$/],
    [`${head}{"value":"a"}\n{"value":"secret`, /line 3 is not JSON\.$/],
    [`${head}"a"\n`, /line 2 is not an option such as/],
    [`${head}\r\n\n{"value":""}\r\n`, /line 4 needs a "value"/],
    [`${head}{"value":"\\ud800"}\n`, /line 2 has a character in "value" that cannot be stored/],
    [`${head}{"value":"a","score":1e999}\n`, /line 2 has a "score" that is not a number/],
    [`${head}{"value":"a","label":"b"}\n`, /line 2 has a property other than value, score and data/],
    [`${head}{"value":"a","data":{"a.b":1}}\n`, /line 2 has a key in "data" with a dot/],
    [`${head}{"value":"a","data":{"a":{}}}\n`, /line 2 has something in "data" that is not/],
    [`${head}{"value":"a","data":{"__proto__":{"a":1}}}\n`, /line 2 has something in "data" that is not/],
    [`${head}${deep}\n`, /line 2 is not (?:JSON|an option)/],
    [`${head}{"value":"${'a'.repeat(6_000_000)}`, /has a line that is too long to be an option/],
    [Buffer.from([0x7b, 0xff, 0xfe]), /is not UTF-8/],
  ] as const) {
    write(streetsFile, text);
    const failure = await runByKey('push').then(
      () => 'none',
      (error: Error) => error.message,
    );
    expect(failure).toMatch(message);
    expect(failure).not.toContain('secret');
  }
  const one = `{"id":"${'a'.repeat(24)}","name":"a"}\n`;
  write(streetsFile, one);
  write('other.options.jsonl', one);
  await expect(run('pull')).rejects.toThrow('have the same id');
  expect([await ownSets(), (await call('GET', '/form')).body.data]).toEqual([[], []]);
});

test('[running.commands.forms.sets.pull] names of sets make names of files, wherever they would lead, and no file is longer than systems take', async () => {
  const names = [
    '../../etc/passwd',
    'a/b',
    'CON',
    'Same',
    'same',
    'SAME',
    '🙈🙉',
    'x'.repeat(300),
    '𐎀'.repeat(300),
    'formstead',
    '..',
    '-rf *',
  ];
  const ids: string[] = [];
  for (const name of names) ids.push(await makeSet(name, [{ value: name }]));
  for (const name of ['𐎀'.repeat(300), 'formstead', '../../etc/passwd', 'streets.options.jsonl'])
    await makeForm(name, ...ids);
  const { result } = await run('pull', '--format', 'json');
  expect(result.sets.written).toHaveLength(names.length);
  expect(result.sets.written.slice(0, 6)).toEqual([
    'etc-passwd.options.jsonl',
    'a-b.options.jsonl',
    `con-${ids[2]}.options.jsonl`,
    'same.options.jsonl',
    `same-${ids[4]}.options.jsonl`,
    `same-${ids[5]}.options.jsonl`,
  ]);
  const files = readdirSync(join(folder, 'forms')).filter((name) => name !== '.formstead-state.json');
  expect(files).toHaveLength(names.length + 4);
  expect(files).not.toContain('formstead.json');
  expect(files.filter((name) => !/^[^/\\.-][^/\\]{0,90}$/.test(name) || Buffer.byteLength(name) > 200)).toEqual([]);
  expect(new Set(files.map((name) => name.toLowerCase())).size).toBe(files.length);
  expect(readdirSync(folder).sort()).toEqual(['forms', 'password']);
  const clean = await run('diff');
  expect([clean.result['different'], clean.result.sets.different]).toEqual([[], []]);
});

test('[running.commands.forms.sets] links are read and replaced, never written through; what is not a file is refused; leftovers go', async () => {
  const set = await makeSet('Streets', streets);
  await makeForm('Order', set);
  await run('pull');
  const outside = join(folder, 'outside.jsonl');
  writeFileSync(outside, read(streetsFile));
  rmSync(join(folder, 'forms', streetsFile));
  symlinkSync(outside, join(folder, 'forms', streetsFile));
  await call('PUT', `/optionsSet/${set}/options`, { options: [{ value: 'Theirs' }] });
  const before = readFileSync(outside, 'utf8');
  expect((await run('pull')).result.sets.written).toEqual([streetsFile]);
  expect([readFileSync(outside, 'utf8'), read(streetsFile)]).toEqual([before, expect.stringContaining('Theirs')]);
  // The folder under another name is the same folder: one push at a time.
  symlinkSync(join(folder, 'forms'), join(folder, 'other'));
  write(streetsFile, read(streetsFile).replace('Theirs', 'Mine'));
  const pushes = await Promise.allSettled([run('push'), run('push', '--folder', 'other')]);
  for (const push of pushes)
    if (push.status === 'rejected') expect(String(push.reason)).toContain('Another command of formstead is at work');
  expect(await optionsOf(set)).toEqual([{ value: 'Mine' }]);
  expect((await run('diff', '--folder', 'other')).result).toMatchObject({ different: [], sets: { different: [] } });

  write(`${streetsFile}.0123456789ab.tmp`, '{"half');
  write('notes.tmp', 'mine');
  await run('pull');
  expect(readdirSync(join(folder, 'forms')).filter((name) => name.endsWith('.tmp'))).toEqual(['notes.tmp']);
  for (const name of ['pipe.options.jsonl', 'pipe.yaml']) {
    execFileSync('mkfifo', [join(folder, 'forms', name)]);
    await expect(run('push')).rejects.toThrow(`${name} is not a file.`);
    rmSync(join(folder, 'forms', name));
  }
  symlinkSync('/dev/zero', join(folder, 'forms/zero.options.jsonl'));
  await expect(run('pull')).rejects.toThrow('zero.options.jsonl is not a file.');
  rmSync(join(folder, 'forms/zero.options.jsonl'));
  for (const text of [
    '{"forms":[]}',
    '[]',
    'null',
    '{"sets":{"a":1}}',
    '{"pending":{"a":{"key":1}}}',
    '{"pending":{"a":{"key":"a","body":"[","time":"a"}}}',
  ]) {
    write('.formstead-state.json', text);
    await expect(run('push')).rejects.toThrow('.formstead-state.json is not what formstead wrote. Remove it');
  }
});

test('[running.commands.forms.sets.push] [running.commands.forms.sets.pull] with connections that break, each set is made once and is whole', async () => {
  const proxy = await openBreakingProxy(service.url, 3);
  const lines = Array.from({ length: manyOptions }, (_, at) => JSON.stringify({ value: `Street ${at}` }));
  write(streetsFile, `{"name":"Streets"}\n${lines.join('\n')}\n`);
  write('order.json', JSON.stringify(formOf('Order', streetsFile)));
  const untilDone = async (command: string) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await runAt(proxy.url, command, [], false);
      } catch (error) {
        if (tries === 20) throw error;
      }
    }
  };
  try {
    await untilDone('push');
    const sets = await ownSets();
    expect(sets).toHaveLength(1);
    expect((await call('GET', `/optionsSet/${sets[0]?.id}/summary`)).body.count).toBe(manyOptions);
    expect((await call('GET', '/form')).body.data).toHaveLength(1);
    expect((await untilDone('diff')).result).toMatchObject({ different: [], sets: { different: [] } });
    expect(proxy.cut).toBeGreaterThan(2);
  } finally {
    await proxy.close();
  }
});
