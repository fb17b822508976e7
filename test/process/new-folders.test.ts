// A kind of field is one folder, and so is a language: a copy of the sources gets one of each that nothing else knows, and is built and run.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAreas } from '../../scripts/words.mjs';
import { accentAll, findPlainTexts, type Texts } from '../support/accents.ts';
import { openBrowser, type TestBrowser } from '../support/browser.ts';
import { readCsv } from '../support/download.ts';
import { root } from '../support/entries.ts';
import { readPdf } from '../support/read-pdf.ts';
import { copyServedFolder } from '../support/served-folder.ts';
import { endAll, makeDataFolder, runProgram, type ServerProcess, startProgram } from '../support/server-process.ts';
import { startSmtp, type TestSmtp } from '../support/smtp.ts';

const repository = resolve(import.meta.dirname, '../..');
const admin = { ADMIN_EMAIL: 'ann@example.com', ADMIN_PASSWORD: 'a long password' };

let clone: string;
let program: string;
let dataDir: string;
let smtp: TestSmtp;
let server: ServerProcess;
let browser: TestBrowser;
let key: string;
let form: string;

beforeAll(async () => {
  clone = copySources();
  run('scripts/words.mjs');
  run('scripts/build.mjs', 'dist');
  program = join(clone, 'formstead.mjs');
  const built = pathToFileURL(join(clone, 'dist/server/cli.js')).href;
  const command = "process.argv.length > 2 ? process.argv.slice(2) : ['serve']";
  writeFileSync(program, `import { main } from ${JSON.stringify(built)};\nmain(${command});\n`);
  dataDir = copyServedFolder();
  smtp = await startSmtp();
  server = await startProgram(program, dataDir, { ...admin, SMTP_URL: smtp.url, MAIL_FROM: 'forms@example.org' });
  const body = { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD };
  const login = await server.call('POST', '/auth/login', { body });
  key = (await server.call('POST', '/api-keys', { token: login.body.token })).body.token;
  browser = await openBrowser();
  form = await makeForm();
}, 600_000);

afterAll(async () => {
  await browser?.close();
  await smtp?.close();
  await endAll();
});

/** The sources without their tests, and the folder of the kind among them. */
function copySources(): string {
  const folder = makeDataFolder();
  for (const name of ['src', 'scripts', 'packages', 'package.json', 'package-lock.json', 'tsconfig.json']) {
    const filter = (path: string) => !/\.test\.tsx?$|node_modules/.test(path.slice(repository.length));
    cpSync(join(repository, name), join(folder, name), { recursive: true, filter });
  }
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  cpSync(join(repository, 'test/support/new-kind'), join(folder, 'src/fields/test'), { recursive: true });
  writeLanguage(join(folder, 'src/words'));
  return folder;
}

/** English with an accent on every letter, from right to left. */
function writeLanguage(words: string): void {
  for (const area of listAreas(words, 'en')) {
    const english: Texts = JSON.parse(readFileSync(join(words, `en/${area}.json`), 'utf8'));
    const facts = {
      name: 'Áççéñťš',
      tag: 'en-ZA',
      direction: 'rtl',
      script: 'Latin',
      spellings: [],
      phoneCountry: 'ZA',
    };
    const file = join(words, `xx/${area}.json`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(area === 'language' ? facts : accentAll(english)));
  }
}

function run(...args: string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: clone, encoding: 'utf8' });
  expect([args, status, `${stdout}${stderr}`.replace(/^npm warn.*\n/gm, '')]).toEqual([args, 0, expect.any(String)]);
}

async function makeForm(): Promise<string> {
  const fields = [
    { type: 'fTest', name: 'code', label: 'Code', reqValidator: true },
    { type: 'fInput', name: 'note', label: 'Note', relevant: "model.code == 'AB-12'" },
  ];
  const email = { to: ['ops@example.com'], subject: 'New', text: '{{ answers.code }}' };
  const body = { name: 'Codes', formSchema: { rootElem: root(...fields) }, postSubmit: { emails: [email] } };
  const made = await call('POST', '/form', { body });
  return made.id;
}

async function call(method: string, path: string, options: object = {}) {
  const reply = await server.call(method, path, { key, ...options });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
}

const fetched = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());
const submit = (data: object) => server.call('POST', '/entry/submit', { key, body: { form, data } });
const listed = async (query: object) =>
  (await call('GET', `/form/${form}/entries`, { query })).data.map(
    (entry: { data: { code: string } }) => entry.data.code,
  );

test('[house] fields: [heavy] a kind from one folder compiles, and is checked, stored, emailed, listed, searched, filtered and sorted', async () => {
  run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.json', '--noEmit');
  run('node_modules/typescript/bin/tsc', '-p', 'src/core/tsconfig.json', '--noEmit');
  run('node_modules/typescript/bin/tsc', '-p', 'src/admin/tsconfig.json', '--noEmit');

  const wrong = { formSchema: { rootElem: root({ type: 'fTest', name: 'code', label: 3 }) } };
  expect((await server.call('POST', '/form', { key, body: { name: 'Wrong', ...wrong } })).status).toBe(400);
  const messages = async (data: object) => (await submit(data)).body.messages;
  expect(await messages({ code: 'A1' })).toMatchObject([{ modelPath: "model['code']", message: 'Invalid data type.' }]);
  expect(await messages({})).toMatchObject([{ modelPath: "model['code']" }]);
  for (const code of ['ab 12', 'CD-34', ' ab-5 ']) expect((await submit({ code })).status).toBe(200);
  expect(smtp.emails.map(({ text }) => text?.trim())).toEqual(['AB 12', 'CD 34', 'AB 5']);

  expect((await listed({})).sort()).toEqual(['AB-12', 'AB-5', 'CD-34']);
  expect(await listed({ search: 'cd-3' })).toEqual(['CD-34']);
  expect(await listed({ where: JSON.stringify({ path: 'code', op: 'eq', value: 'AB-5' }) })).toEqual(['AB-5']);
  expect(await listed({ sort: 'code' })).toEqual(['AB-12', 'AB-5', 'CD-34']);
});

test('[house] fields: [heavy] a kind from one folder is printed, exported, charted, imported, sampled and documented', async () => {
  expect((await submit({ code: 'ef-56' })).status).toBe(200);
  const [entry] = (await call('GET', `/form/${form}/entries`, { query: { search: 'EF-56' } })).data;
  const pdf = await call('POST', `/entry/${entry.id}/render`, {});
  expect((await readPdf(await fetched(pdf.url))).text).toContain('EF 56');

  const table = await call('POST', '/entry/export', {
    body: { query: { form } },
    query: { format: 'csv', labels: true },
  });
  const [titles = [], ...rows] = readCsv(await fetched(table.url));
  expect(rows.map((row) => row[titles.indexOf('Code')])).toContain('EF 56');
  const { fields } = await call('GET', `/form/${form}/insight`);
  expect(fields[0]).toMatchObject({ type: 'fTest', kind: 'choice' });
  expect(fields[0].values).toContainEqual({ value: 'EF-56', label: 'EF 56', count: 1 });
  const authorization = `Basic ${Buffer.from(`:${key}`).toString('base64')}`;
  const odata = await fetch(`${server.url}/odata/${form}/Submissions`, { headers: { authorization } });
  expect(((await odata.json()) as { value: object[] }).value).toContainEqual(
    expect.objectContaining({ code: 'EF-56' }),
  );

  writeFileSync(join(dataDir, 'codes.csv'), 'Code\nGH/78\n');
  const env = { FORMSTEAD_URL: server.url, FORMSTEAD_KEY: key };
  const imported = await runProgram(program, dataDir, ['entries', 'import', form, 'codes.csv'], env);
  expect([imported.code, imported.stderr]).toEqual([0, expect.any(String)]);
  expect(await listed({ search: 'GH-78' })).toEqual(['GH-78']);

  const { makeSample } = await import(pathToFileURL(join(clone, 'src/admin/sample/make-sample.ts')).href);
  const children = [{ type: 'fTest', name: 'code' }];
  expect(makeSample({ formSchema: { rootElem: root(...children) } })).toEqual({ code: 'SA-1' });
  const { components } = (await server.call('GET', '/openapi.json')).body;
  expect(JSON.stringify(components.schemas.TestElement)).toContain('A code of two letters and a number.');
});

test('[house] fields: [heavy] a kind from one folder is filled with and without script, and offered by the builder', async () => {
  const address = `${server.url}/f/${form}/`;
  const sent = await fetch(address, { method: 'POST', body: new URLSearchParams({ '["code"]': 'kl-1' }) });
  expect([sent.status, (await sent.text()).includes('Thank you')]).toEqual([200, true]);

  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(address);
  await page.fill('[data-control="code"]', 'ij 90');
  await page.click('button.primary');
  await page.waitForSelector('.thank-you');
  expect((await listed({})).filter((code: string) => /^(?:IJ|KL)/.test(code)).sort()).toEqual(['IJ-90', 'KL-1']);

  await page.goto(`${server.url}/admin/forms/${form}`);
  await page.getByLabel('Email').fill(admin.ADMIN_EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(admin.ADMIN_PASSWORD);
  await page.keyboard.press('Enter');
  await page.locator('.palette-item[data-kind="test"]').click();
  await expect.poll(() => page.locator('.cv-control [data-control="code"]').count()).toBe(2);
  await context.close();
});

test('[house] words: [heavy] a language from one folder is spoken by responses, emails, PDFs, exports and pages', async () => {
  const accents = /[áéíóúñťš]/;
  const field = { type: 'fBool', name: 'yes', label: '1', reqValidator: true };
  const email = { to: ['ops@example.com'], subject: '2', html: '{{ allAnswers }}' };
  const body = { name: '3', locale: 'xx', formSchema: { rootElem: root(field) }, postSubmit: { emails: [email] } };
  const own = (await call('POST', '/form', { body })).id;
  const send = (data: object) => server.call('POST', '/entry/submit', { key, body: { form: own, data } });
  expect((await send({})).body.messages[0].message).toMatch(accents);
  const refused = await server.call('GET', '/form/0123456789abcdef01234567', { key, query: { locale: 'xx' } });
  expect([refused.status, accents.test(refused.body.message)]).toEqual([404, true]);

  const before = smtp.emails.length;
  const { entryId } = (await send({ yes: true })).body;
  expect(smtp.emails[before]?.html).toMatch(/dir="rtl".*Ýéš/s);
  const pdf = await call('POST', `/entry/${entryId}/render`, {});
  expect((await readPdf(await fetched(pdf.url))).text).toContain('Ýéš');
  const query = { format: 'csv', labels: true };
  const table = await call('POST', '/entry/export', { body: { query: { form: own } }, query });
  expect(String(await fetched(table.url))).toContain('Ýéš');

  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${server.url}/f/${own}/`);
  await page.waitForSelector('button.primary');
  expect(await page.evaluate('[document.documentElement.lang, document.documentElement.dir]')).toEqual(['xx', 'rtl']);
  expect(await page.evaluate(findPlainTexts)).toEqual([]);
  await page.goto(`${server.url}/admin/?locale=xx`);
  await expect.poll(() => page.textContent('main')).toMatch(accents);
  await context.close();
});
