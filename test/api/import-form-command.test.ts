// `formstead forms import`: forms of other programs become forms of a service, or files.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { clientCommands } from '../../src/cli/client-commands.ts';
import { formioJson } from '../support/foreign-forms/formio-json.ts';
import { googleJson } from '../support/foreign-forms/google-json.ts';
import { householdWorkbook } from '../support/foreign-forms/household-workbook.ts';
import { surveyJson } from '../support/foreign-forms/survey-json.ts';
import { openCommand } from '../support/run-command.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let person: { key: string };
let folder: string;
beforeAll(async () => {
  service = await startService();
  person = await service.person('imports-forms@example.com');
});
afterAll(() => service.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'formstead-import-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function run(...rest: string[]) {
  const opened = openCommand({ folder, env: { url: service.url, key: person.key } });
  const result = (await clientCommands['forms import']?.(rest, opened.context)) as {
    kind: string;
    form?: string;
    name?: string;
    file?: string;
    questions: number;
    notes: { where: string; what: string }[];
  };
  return { ...opened, result };
}
const put = (name: string, content: string | Uint8Array) => writeFileSync(join(folder, name), content);
const countForms = async () => {
  const { body } = await service.call('GET', '/form', { key: person.key });
  return (body as { data: unknown[] }).data.length;
};

test.each([
  ['xlsform', 'household.xlsx', householdWorkbook(), 14],
  ['formio', 'form.json', JSON.stringify(formioJson), 15],
  ['surveyjs', 'form.json', JSON.stringify(surveyJson), 14],
  ['google', 'form.json', JSON.stringify(googleJson), 9],
])(
  '[running.commands.forms.import] %s: a form of the service, and what could not be brought over is named',
  async (kind, name, content, questions) => {
    put(name, content);
    const { result, stderr } = await run(name);
    expect(result.kind).toBe(kind);
    expect(result.questions).toBe(questions);
    const { status, body } = await service.call('GET', `/form/${result.form}`, { key: person.key });
    expect(status).toBe(200);
    expect((body as { name: string }).name).toBe(result.name);
    expect(result.notes.length).toBeGreaterThan(0);
    for (const { what } of result.notes) expect(stderr()).toContain(what);
  },
);

test('[running.commands.forms.import] --out writes a file and makes nothing; one that exists is not overwritten; --dry-run does neither', async () => {
  put('form.json', JSON.stringify(surveyJson));
  const before = await countForms();
  const { result } = await run('form.json', '--out', 'mine.yaml');
  expect(result).toMatchObject({ kind: 'surveyjs', file: join(folder, 'mine.yaml') });
  expect(result.form).toBeUndefined();
  const written = readFileSync(join(folder, 'mine.yaml'), 'utf8');
  expect(written).toContain('name: Product feedback');
  await expect(run('form.json', '--out', 'mine.yaml')).rejects.toThrow(/exists already/);
  await run('form.json', '--dry-run', '--out', 'other.yaml');
  expect(readdirSync(folder).sort()).toEqual(['form.json', 'mine.yaml']);
  expect(readFileSync(join(folder, 'mine.yaml'), 'utf8')).toBe(written);
  expect(await countForms()).toBe(before);
});

test('[running.commands.forms.import] a file that is not a form, of another kind, too large or not there is told, and nothing is made', async () => {
  const before = await countForms();
  put('text.txt', 'hello');
  put('list.json', '[1, 2]');
  put('form.json', JSON.stringify(surveyJson));
  put('large.json', new Uint8Array(20_000_001));
  await expect(run('text.txt')).rejects.toThrow(/not a form that can be imported/);
  await expect(run('list.json')).rejects.toThrow(/not a form that can be imported/);
  await expect(run('form.json', '--kind', 'formio')).rejects.toThrow(/kind formio/);
  await expect(run('form.json', '--kind', 'typeform')).rejects.toThrow(/--kind is one of xlsform, formio/);
  await expect(run('large.json')).rejects.toThrow(/larger than 20 MB/);
  await expect(run('none.json')).rejects.toThrow(/There is no file/);
  expect(await countForms()).toBe(before);
});

test('[running.commands.forms.import] what a file says cannot steer a terminal', async () => {
  put(
    'form.json',
    JSON.stringify({
      pages: [
        {
          elements: [
            { type: 'no\u001b[2Jsuch', name: 'a\u0007b', title: 'A' },
            { type: 'text', name: 'c' },
          ],
        },
      ],
    }),
  );
  const { stderr } = await run('form.json', '--dry-run');
  expect(stderr()).toContain('such');
  expect(stderr().replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
});
