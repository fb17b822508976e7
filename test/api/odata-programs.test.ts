// The programs of docs/odata.md, as they stand there, against a service: R and Python, where they are installed.
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asAlice, makeForm } from '../support/entries.ts';
import { tableForm } from '../support/odata.ts';
import { openPublicProxy } from '../support/public-proxy.ts';
import { startService, type TestService } from '../support/service.ts';

const canRun = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;
const hasR = canRun('Rscript', '-e', 'library(httr); library(jsonlite)');
const hasPython = canRun('python3', '-c', 'import requests');

let service: TestService;
let proxy: Awaited<ReturnType<typeof openPublicProxy>>;
let form: string;

beforeAll(async () => {
  service = await startService();
  proxy = await openPublicProxy(service.url);
  form = await makeForm(service, tableForm);
  const alice = asAlice(service);
  await alice('POST', `/form/${form}/generateEntries`, { num: 2_100 });
  for (const [age, name] of ['Ada', 'דוד "D"', 'Émile'].entries()) {
    const data = { name, age: age + 0.5, kind: 's', seen: '2024-05-17T10:00:00Z', guests: [{ id: 'g', age: 3 }] };
    expect((await alice('POST', '/entry/submit', { form, data })).status).toBe(200);
  }
});
afterAll(async () => {
  proxy.close();
  await service.close();
});

/** The block of the document, up to the lines that use its function. */
function documented(language: string, end: RegExp): string {
  const [, block = ''] =
    new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(readFileSync('docs/odata.md', 'utf8')) ?? [];
  return block.slice(0, block.search(end));
}

async function run(program: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, http_proxy: proxy.url, no_proxy: '', LC_ALL: 'C.UTF-8' };
  return (await promisify(execFile)(program, args, { env })).stdout;
}

const tableUrl = (path: string) => `http://forms.test/odata/${form}/${path}`;
const drafts = '?$filter=status%20eq%20%27created%27';

test.skipIf(!hasR)('[odata.pages] [odata.access] R reads all pages of a table, with its types', async () => {
  const script = `${documented('r', /^visits/m)}
key <- "${service.people.alice.key}"
visits <- read_table("${tableUrl('Submissions?labels=1')}", key)
cat(toJSON(list(visits$name, visits$age, visits$kind, class(visits$age), class(visits$idx))), "\n")
drafts <- read_table("${tableUrl(`Submissions${drafts}`)}", key)
cat(nrow(drafts), length(unique(drafts$id)), "\n")
cat(try(read_table("${tableUrl('Submissions')}", "wrong"), silent = TRUE))`;
  const [rows, numbers, ...refused] = (await run('Rscript', '-e', script)).split('\n');
  expect(JSON.parse(rows as string)).toEqual([
    ...[['Émile', 'דוד "D"', 'Ada'], [2.5, 1.5, 0.5], Array(3).fill('Short & <quick>'), ['numeric'], ['integer']],
  ]);
  expect(numbers).toBe('2100 2100 ');
  expect(refused.join(' ')).toContain('401');
});

/** `R_SESSION=1 npx vitest run --project api test/api/odata-programs.test.ts -t session`: 2,500 entries take a while. */
test.skipIf(!hasR || process.env['R_SESSION'] === undefined)(
  '[odata.pages] [odata.filter] [odata.errors] the session with R is what R says',
  {
    timeout: 1_200_000,
  },
  async () => {
    const alice = asAlice(service);
    const text = (name: string, more = {}) => ({ type: 'fInput', name, ...more });
    const children = [
      text('name'),
      text('age', { typeValidator: 'num', validators: ['num/integer'] }),
      { type: 'fDate', name: 'day' },
      {
        type: 'fRadio',
        name: 'kind',
        options: [
          ['s', 'Short'],
          ['l', 'Long'],
        ],
      },
      { type: 'cRepeat', name: 'guests', children: [text('guest')] },
    ];
    const visits = await makeForm(service, {
      name: 'Visits',
      formSchema: { rootElem: { type: 'cSection', name: 'root', children } },
    });
    for (let at = 0; at < 2_500; at += 1) {
      const day = `2026-0${(at % 9) + 1}-1${at % 10}`;
      const guests = at % 5 === 0 ? [{ guest: `g${at}` }, { guest: `h${at}` }] : [];
      const data = { name: `Person ${at}`, age: 18 + (at % 60), day, kind: at % 3 === 0 ? 'l' : 's', guests };
      expect((await alice('POST', '/entry/submit', { form: visits, data })).status).toBe(200);
    }
    const [, session = ''] =
      /## A session with R[\s\S]*?```\n([\s\S]*?)```/.exec(readFileSync('docs/odata.md', 'utf8')) ?? [];
    const commands = session.split('\n').flatMap((line) => (line.startsWith('> ') ? [line.slice(2)] : []));
    const place = `form <- "http://forms.test/odata/${visits}"; key <- "${service.people.alice.key}"`;
    const script = [documented('r', /^visits/m), 'options(width = 80)', place, ...commands.slice(1)].join('\n');
    const plain = (output: string) =>
      output
        .split('\n')
        .filter((line) => !line.startsWith('> '))
        .map((line) =>
          line
            .trimEnd()
            .replace(/[0-9a-f]{24}/g, 'ID')
            .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME'),
        )
        .join('\n')
        .trim();
    expect(plain(await run('Rscript', '-e', script))).toBe(plain(session));
  },
);

test.skipIf(!hasPython)('[odata.pages] [odata.access] Python reads all pages of a table', async () => {
  const block = documented('python', /^visits/m)
    .replace(', pandas as pd', '')
    .replace('pd.DataFrame(rows)', 'rows');
  const script = `${block}
import json
key = "${service.people.alice.key}"
rows = read_table("${tableUrl('Submissions.guests')}", key)
drafts = read_table("${tableUrl(`Submissions${drafts}`)}", key)
print(json.dumps([rows[0], len(rows), len({row["id"] for row in drafts})]))`;
  expect(JSON.parse(await run('python3', '-c', script))).toEqual([
    { id: expect.any(String), row: 1, data_id: 'g', age: 3 },
    ...[3, 2_100],
  ]);
});
