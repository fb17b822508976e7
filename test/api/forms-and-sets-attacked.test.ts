// Options sets as files: wrong files, names that lead elsewhere, links, and connections that break.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openBreakingProxy } from '../support/breaking-proxy.ts';
import { type FormsFolder, openFormsFolder, streets, streetsFile } from '../support/forms-folder.ts';
import { startService, type TestService } from '../support/service.ts';

/** `SET_OPTIONS=65000` for a set as large as that of streets. */
const manyOptions = Number(process.env['SET_OPTIONS'] ?? 3_000);
let service: TestService;
let at: FormsFolder;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  at = await openFormsFolder(service);
});
afterEach(() => at.remove());

test('[running.commands.forms.sets] [running.commands.forms.sets.push] a file that is wrong stops everything before anything is sent, and nothing of it is quoted', async () => {
  const { run, runByKey, write, call, ownSets } = at;
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
  const { folder, run, makeSet, makeForm } = at;
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
  const { folder, run, read, write, call, optionsOf, makeSet, makeForm } = at;
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
  const { runAt, write, call, ownSets, formOf } = at;
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
