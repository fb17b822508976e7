// Options sets as files beside the forms that use them: pulled, edited, compared and pushed, by people and by keys, with others at work.
import { cpSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type FormsFolder, openFormsFolder, streets, streetsFile } from '../support/forms-folder.ts';
import { startService, type TestService } from '../support/service.ts';

/** `SET_OPTIONS=65000` for a set as large as that of streets. */
const manyOptions = Number(process.env['SET_OPTIONS'] ?? 3_000);
const countries = '5e7500000000000000000008';
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

test('[running.commands.forms.sets] [running.commands.forms.sets.pull] [running.commands.forms.sets.push] [running.commands.forms.sets.diff] pull, edit, push, and nothing differs', async () => {
  const { folder, run, runByKey, read, write, call, optionsOf, makeSet, makeForm } = at;
  const set = await makeSet('Streets', streets);
  const form = await makeForm('Order', set, countries);
  const pulled = await run('pull');
  expect(pulled.result).toMatchObject({
    written: ['order.yaml'],
    sets: { written: [streetsFile], same: [], kept: [], conflicts: [], missing: [] },
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
  expect((await runByKey('diff')).stdout()).toBe(diff.stdout());
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
  const { folder, run, runByKey, read, write, call, optionsOf, ownSets, formOf } = at;
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
  const { folder, run, runByKey, read, write, call, optionsOf, makeSet, makeForm } = at;
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

  // Changed there only: pulled.
  await call('PUT', `/optionsSet/${set}/options`, { options: [{ value: 'Theirs' }] });
  expect((await runByKey('pull')).result.sets.written).toEqual([streetsFile]);
  expect(read(streetsFile)).toBe(`{"id":"${set}","name":"Streets"}\n{"value":"Theirs"}\n`);
});

test('[running.commands.forms.sets.pull] a key brings forms and their sets, and names sets that are not of the account', async () => {
  const { folder, runByKey, makeSet, makeForm } = at;
  const [full, empty] = [await makeSet('Full\u001b[2J', streets), await makeSet('Empty', [])];
  const foreign = (await service.call('POST', '/optionsSet', { key: service.people.chelsea.key, body: { name: 'X' } }))
    .body.id;
  await makeForm('Order', full, empty, countries, foreign, 'f'.repeat(24));
  const pulled = await runByKey('pull');
  expect(pulled.result).toMatchObject({
    written: ['order.yaml'],
    sets: {
      written: ['full-2j.options.jsonl', 'empty.options.jsonl'],
      missing: [foreign, 'f'.repeat(24)],
    },
  });
  expect([pulled.hasFailed(), existsSync(join(folder, 'forms/full-2j.options.jsonl'))]).toEqual([false, true]);
  expect((await runByKey('push')).result).toMatchObject({ same: 1, sets: { same: 2 } });
});

test('[running.commands.forms.sets.push] another name is sent, and a name that was given there is taken', async () => {
  const { run, runByKey, read, write, call, ownSets, makeSet, makeForm } = at;
  const set = await makeSet('Streets', streets);
  await makeForm('Order', set);
  await run('pull');
  write(streetsFile, read(streetsFile).replace('"name":"Streets"', '"name":"Roads"'));
  expect((await run('diff')).stdout()).toContain('Another name: "Streets" there, "Roads" here.');
  // As after a push that was ended when the options were sent and the name was not.
  write(streetsFile, `${read(streetsFile)}{"value":"More"}\n`);
  await call('POST', `/optionsSet/${set}/addOptions`, { options: [{ value: 'More' }] });
  expect((await runByKey('push')).result.sets.changed).toMatchObject([{ set }]);
  expect(await ownSets()).toMatchObject([{ id: set, name: 'Roads' }]);
  await call('PATCH', `/optionsSet/${set}`, { name: 'Ways' });
  expect((await runByKey('pull')).result.sets.written).toEqual([streetsFile]);
  expect(read(streetsFile)).toMatch(/^\{"id":"\w{24}","name":"Ways"\}\n/);
  expect((await run('diff')).result.sets.different).toEqual([]);
});

test("[running.commands.forms.sets.push] another account's set, a maintained one and one that is gone are refused, forced or not", async () => {
  const { run, write } = at;
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
