// Forms as files: pulled, edited, compared and pushed, with somebody else at work on the service.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { clientCommands } from '../../src/cli/client-commands.ts';
import { openCommand } from '../support/run-command.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let folder: string;
let person: { key: string };
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'formstead-forms-'));
  // An account of its own: a pull takes all forms there are.
  person = await service.person(`forms-${Math.random().toString(36).slice(2)}@example.com`);
});
afterEach(() => rmSync(folder, { recursive: true }));

async function run(command: string, ...rest: string[]) {
  const opened = openCommand({ folder, env: { url: service.url, key: person.key } });
  const result = (await clientCommands[`forms ${command}`]?.(rest, opened.context)) as Record<string, unknown>;
  return { ...opened, result };
}

const read = (name: string) => readFileSync(join(folder, 'forms', name), 'utf8');
const write = (name: string, text: string) => writeFileSync(join(folder, 'forms', name), text);
const call = (method: string, path: string, body?: object) =>
  service.call(method, path, { key: person.key, ...(body && { body }) });

const formSchema = {
  rootElem: {
    type: 'cSection',
    name: 'root',
    children: [
      { name: 'name', type: 'fInput', label: 'Full name', reqValidator: true },
      {
        type: 'fRadio',
        name: 'size',
        options: [
          ['s', 'Small'],
          ['l', 'Large'],
        ],
        label: 'מידה',
      },
    ],
  },
};
const registration = {
  name: 'Registration 2026',
  locale: 'he',
  formSchema,
  templates: [{ type: 'typst', name: 'card', source: '= Card\n\nOf somebody' }],
  postSubmit: { emails: [{ to: ['office@example.com'], subject: 'New', text: 'One\nTwo' }] },
};

test('[running.commands.forms.pull] [running.commands.forms.push] [running.commands.forms.diff] pull, edit, push, and nothing differs', async () => {
  const { body: form } = await call('POST', '/form', registration);
  const pulled = await run('pull');
  expect(pulled.result).toMatchObject({ written: ['registration-2026.yaml'], same: [], kept: [], conflicts: [] });
  const text = read('registration-2026.yaml');
  expect(text).toBe(`id: ${form.id}
name: Registration 2026
locale: he
formSchema:
  rootElem:
    type: cSection
    name: root
    children:
      - type: fInput
        name: name
        label: Full name
        reqValidator: true
      - type: fRadio
        name: size
        label: מידה
        options:
          - - s
            - Small
          - - l
            - Large
templates:
  - type: typst
    name: card
    source: |-
      = Card

      Of somebody
postSubmit:
  emails:
    - subject: New
      text: |-
        One
        Two
      to:
        - office@example.com
`);
  expect((await run('pull')).result).toMatchObject({ written: [], same: ['registration-2026.yaml'] });
  const before = (await call('GET', `/form/${form.id}`)).headers.get('etag');
  expect((await run('push')).result).toMatchObject({ created: [], changed: [], same: 1, refused: [] });
  expect((await call('GET', `/form/${form.id}`)).headers.get('etag')).toBe(before);

  write(
    'registration-2026.yaml',
    text.replace('label: Full name', 'label: Your name # short').replace('locale: he\n', ''),
  );
  const diff = await run('diff');
  expect(diff.result).toMatchObject({ same: 0, different: [{ form: form.id, state: 'changedHere' }] });
  expect(diff.hasFailed()).toBe(true);
  expect(diff.stdout()).toContain('-        label: Full name\n+        label: Your name\n');
  expect(diff.stdout()).toContain('-locale: he\n');
  // A pull does not take back what was edited.
  expect((await run('pull')).result).toMatchObject({ written: [], kept: ['registration-2026.yaml'], conflicts: [] });
  const dry = await run('push', '--dry-run');
  expect(dry.result).toMatchObject({ isDryRun: true, changed: [{ form: form.id }] });
  expect(dry.stdout()).toContain('+        label: Your name\n');
  expect((await call('GET', `/form/${form.id}`)).headers.get('etag')).toBe(before);

  const pushed = await run('push');
  expect(pushed.result).toMatchObject({ changed: [{ file: 'registration-2026.yaml', form: form.id }], refused: [] });
  const after = (await call('GET', `/form/${form.id}`)).body;
  expect([after.formSchema.rootElem.children[0].label, after.locale]).toEqual(['Your name', undefined]);
  const clean = await run('diff');
  expect([clean.stdout(), clean.hasFailed(), clean.result['different']]).toEqual(['', false, []]);
  // Comments stay: the file was not written.
  expect(read('registration-2026.yaml')).toContain('# short');
  expect((await run('push')).result).toMatchObject({ changed: [], same: 1 });
});

test('[running.commands.forms.push] what somebody changed on the service meanwhile is not overwritten, unless it is forced', async () => {
  const [one, two] = [await call('POST', '/form', registration), await call('POST', '/form', { name: 'Other' })];
  await run('pull', '--format', 'json');
  write('registration-2026.json', read('registration-2026.json').replace('Full name', 'Mine'));
  write('other.json', read('other.json').replace('"Other"', '"Mine too"'));
  await call('PATCH', `/form/${one.body.id}`, { publicName: 'Theirs' });
  const refused = await run('push');
  expect(refused.result).toMatchObject({
    changed: [],
    refused: [{ file: 'registration-2026.json', form: one.body.id, state: 'changedBoth' }],
  });
  expect(refused.hasFailed()).toBe(true);
  expect(refused.stderr()).toContain('nothing was sent. Changed on the service since the last pull or push');
  // The other form could have been sent, and was not.
  expect((await call('GET', `/form/${two.body.id}`)).body.name).toBe('Other');
  expect((await call('GET', `/form/${one.body.id}`)).body.publicName).toBe('Theirs');
  const pull = await run('pull');
  expect([pull.result['conflicts'], pull.hasFailed()]).toEqual([['registration-2026.json'], true]);
  expect(read('registration-2026.json')).toContain('Mine');
  expect((await run('push', 'other.json')).result).toMatchObject({ changed: [{ form: two.body.id }] });
  await run('push', '--force');
  const forced = (await call('GET', `/form/${one.body.id}`)).body;
  expect([forced.publicName, forced.formSchema.rootElem.children[0].label]).toEqual([undefined, 'Mine']);
});

test('[running.commands.forms.push] without what they had in common a push is refused; a form that is gone is not made again by itself', async () => {
  const { body: form } = await call('POST', '/form', registration);
  await run('pull');
  rmSync(join(folder, 'forms/.formstead-state.json'));
  expect((await run('push')).result).toMatchObject({ same: 1, refused: [] });
  rmSync(join(folder, 'forms/.formstead-state.json'));
  write('registration-2026.yaml', read('registration-2026.yaml').replace('Full name', 'Mine'));
  expect((await run('push')).result).toMatchObject({ refused: [{ state: 'changedBoth' }] });
  await call('DELETE', `/form/${form.id}`);
  const gone = await run('push', '--force');
  expect(gone.result).toMatchObject({ refused: [{ state: 'gone' }] });
  expect(gone.stderr()).toContain('Not on the service any more: registration-2026.yaml.');
});

test('[running.commands.forms.create] a file without an id becomes a form, and gets its id', async () => {
  const yaml =
    '# Ours\nname: New one\nformSchema:\n  rootElem: { type: cSection, name: root, children: [{ type: fInput, name: a, label: "" }] }\n';
  mkdirSync(join(folder, 'forms'));
  write('mine.yaml', yaml);
  const dry = await run('push', '--dry-run');
  expect(dry.result).toMatchObject({ created: [{ file: 'mine.yaml' }] });
  expect(read('mine.yaml')).toBe(yaml);
  const { result } = await run('push');
  const [{ form }] = result['created'] as [{ form: string }];
  expect(read('mine.yaml')).toBe(yaml.replace('name: New one', `id: ${form}\nname: New one`));
  expect((await call('GET', `/form/${form}`)).body.name).toBe('New one');
  expect((await run('diff')).result).toMatchObject({ different: [] });
  expect((await run('push')).result).toMatchObject({ created: [], changed: [], same: 1 });
  expect((await run('list')).result).toMatchObject({
    forms: [{ id: form, name: 'New one', entries: 0, file: 'mine.yaml' }],
  });
});

test('[running.commands.forms.create] what a push was cut off from makes no second form, also when the file was edited since', async () => {
  mkdirSync(join(folder, 'forms'));
  write('mine.yaml', 'name: Old name\n');
  // As after a kill between the response and the file: the form is made, and the note of it is there.
  const key = 'a-key-that-was-noted';
  const { body: made } = await service.call('POST', '/form', {
    key: person.key,
    body: { name: 'Old name' },
    headers: { 'idempotency-key': key },
  });
  const pending = { 'mine.yaml': { key, body: JSON.stringify({ name: 'Old name' }), time: new Date().toISOString() } };
  write('.formstead-state.json', JSON.stringify({ forms: {}, pending }));
  write('mine.yaml', 'name: New name\n');
  const { result } = await run('push');
  expect(result).toMatchObject({ created: [], changed: [{ form: made.id }] });
  expect(read('mine.yaml')).toBe(`id: ${made.id}\nname: New name\n`);
  expect((await run('list')).result).toMatchObject({ forms: [{ id: made.id, name: 'New name' }] });
  expect(JSON.parse(read('.formstead-state.json'))).toEqual({ forms: { [made.id]: expect.anything() } });
  // A day later nobody can say whether it was made.
  write('late.yaml', 'name: Late\n');
  const late = { 'late.yaml': { key: 'late', body: '{"name":"Late"}', time: '2020-01-01T00:00:00.000Z' } };
  write('.formstead-state.json', JSON.stringify({ forms: {}, pending: late }));
  await expect(run('push')).rejects.toThrow(/was cut off while it made the form of .*late\.yaml/);
});

test('[running.commands.forms.push] a file that is wrong stops the push before anything is sent', async () => {
  await call('POST', '/form', registration);
  await run('pull');
  write('registration-2026.yaml', read('registration-2026.yaml').replace('Full name', 'Mine'));
  const send = () => run('push');
  for (const [text, message] of [
    ['name: [1', /bad\.yaml is not YAML/],
    ['nme: x', /bad\.yaml has the unknown property "nme"\. Properties are: id, name/],
    ['name: 5', /bad\.yaml: "name" is not what it must be/],
    ['id: 5\nname: x', /"id" must be the id of a form/],
    [
      'formSchema:\n  rootElem:\n    type: fNope\n    name: x',
      /Nothing was sent\.\n.*bad\.yaml: .*formSchema\.rootElem\.type/s,
    ],
    [`name: x\nformSchema: ${'{a: '.repeat(20_000)}`, /bad\.yaml/],
    [`id: ${read('registration-2026.yaml').slice(4, 28)}`, /have the same id/],
  ] as const) {
    write('bad.yaml', text);
    await expect(send(), text.slice(0, 50)).rejects.toThrow(message);
  }
  writeFileSync(join(folder, 'forms/bad.yaml'), Buffer.from([0x6e, 0xff, 0xfe, 0x41]));
  await expect(send()).rejects.toThrow(/bad\.yaml is not UTF-8/);
  rmSync(join(folder, 'forms/bad.yaml'));
  expect((await run('diff')).result).toMatchObject({ different: [{ state: 'changedHere' }] });
});

test('[running.commands.forms.pull] names of forms make names of files, wherever they would lead', async () => {
  for (const name of ['../../etc/passwd', 'הרשמה לחוג', 'CON', 'Same', 'Same', '', '...', 'x'.repeat(900)])
    await call('POST', '/form', { name });
  const { result } = await run('pull');
  const names = readdirSync(join(folder, 'forms')).filter((name) => name.endsWith('.yaml'));
  expect(names.length).toBe(8);
  expect((result['written'] as string[]).slice(0, 4)).toEqual([
    'etc-passwd.yaml',
    'הרשמה-לחוג.yaml',
    expect.stringMatching(/^con-[0-9a-f]{24}\.yaml$/),
    'same.yaml',
  ]);
  expect(names.every((name) => /^[^/\\]{1,90}\.yaml$/.test(name))).toBe(true);
  expect(existsSync(join(folder, 'etc'))).toBe(false);
});

test("[running.commands.forms] another account's forms are not found; an argument that names none is said", async () => {
  const { chelsea } = service.people;
  const foreign = (await service.call('POST', '/form', { key: chelsea.key, body: registration })).body;
  await expect(run('pull', foreign.id)).rejects.toThrow(/insufficient permissions/);
  await expect(run('pull', 'Nope')).rejects.toThrow('There is no form with the id or name "Nope".');
  await expect(run('push', 'nope.yaml')).rejects.toThrow('No file holds the form "nope.yaml".');
  expect(existsSync(join(folder, 'forms'))).toBe(false);
});

test('[running.commands.forms.diff] a text of a form does nothing to the terminal', async () => {
  const { body: form } = await call('POST', '/form', { name: 'Colours' });
  await run('pull');
  await call('PATCH', `/form/${form.id}`, { publicName: '\u001b[2Jgone \u202e' });
  const { stdout } = await run('diff');
  expect(stdout()).toContain('-publicName:');
  expect(stdout()).not.toMatch(/[\u001b\u202e]/);
});

test('[running.commands.service.one] [running.commands.forms.create] pushes at the same moment make one form of a file', async () => {
  mkdirSync(join(folder, 'forms'));
  write('new.yaml', 'name: Only once\n');
  const pushes = await Promise.allSettled([run('push'), run('push'), run('push')]);
  for (const push of pushes)
    if (push.status === 'rejected')
      expect(String(push.reason)).toContain('Another command of formstead is at work with');
  expect(pushes.some(({ status }) => status === 'fulfilled')).toBe(true);
  const listed = (await run('list')).result['forms'] as { id: string }[];
  expect(listed).toHaveLength(1);
  expect(read('new.yaml')).toBe(`id: ${listed[0]?.id}\nname: Only once\n`);
  expect((await run('diff')).result).toMatchObject({ different: [] });
});

test('[running.commands.forms.pull] a file whose name differs only in case is not overwritten', async () => {
  mkdirSync(join(folder, 'forms'));
  write('Order.YAML', 'name: Of mine\n');
  const { body } = await call('POST', '/form', { name: 'Order' });
  expect((await run('pull')).result).toMatchObject({ written: [`order-${body.id}.yaml`] });
  expect(read('Order.YAML')).toBe('name: Of mine\n');
});
