// `formstead entries import`: tables and lines become entries, as their columns and cells say, or not one of them.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ImportResult, importCommand } from '../../src/cli/entries/import-command.ts';
import { makeXlsx } from '../support/make-xlsx.ts';
import { openCommand } from '../support/run-command.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let folder: string;
let form: string;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const definition = {
  name: 'People',
  postSubmit: { emails: [{ to: ['office@example.com'], subject: 'New', text: 'One' }] },
  formSchema: {
    rootElem: {
      type: 'cSection',
      name: 'root',
      children: [
        { type: 'fInput', name: 'name', label: 'שם מלא', reqValidator: true },
        { type: 'fInput', name: 'age', label: 'Age', typeValidator: 'num' },
        { type: 'fDate', name: 'born', label: 'Born' },
        {
          type: 'fRadio',
          name: 'size',
          label: 'Size',
          options: [
            ['s', 'Small'],
            ['l', 'Large'],
          ],
        },
        {
          type: 'fCheckbox',
          name: 'days',
          label: 'Days',
          options: [
            ['mo', 'Monday'],
            ['tu', 'Tuesday, late'],
          ],
        },
        { type: 'fBool', name: 'member', label: 'Member' },
        { type: 'fInput', name: 'card', label: 'Card', relevant: 'model.member' },
        {
          type: 'cSection',
          name: 'address',
          secFlat: false,
          children: [{ type: 'fInput', name: 'city', label: 'City' }],
        },
        { type: 'cRepeat', name: 'guests', children: [{ type: 'fInput', name: 'guest', reqValidator: true }] },
      ],
    },
  },
};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'formstead-import-'));
  form = (await service.call('POST', '/form', { key: service.people.alice.key, body: definition })).body.id;
});
afterEach(() => rmSync(folder, { recursive: true }));

async function run(file: string, content: string | Uint8Array, ...flags: string[]) {
  writeFileSync(join(folder, file), content);
  const opened = openCommand({ folder, env: { url: service.url, key: service.people.alice.key } });
  // Several at a time arrive in any order; here they are compared in that of the file.
  const inOrder = flags.includes('--concurrency') ? [] : ['--concurrency', '1'];
  const result: ImportResult = await importCommand([form, file, ...flags, ...inOrder], opened.context);
  return { ...opened, result };
}

async function listEntries(): Promise<{ data: object; sentEmails: object[] }[]> {
  const query = JSON.stringify({ form });
  const reply = await service.call('GET', `/entry?limit=2000&query=${encodeURIComponent(query)}`, {
    key: service.people.alice.key,
  });
  return reply.body.data;
}
const listData = async () => (await listEntries()).map(({ data }) => data);
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

test('[running.commands.import] [running.commands.import.columns] [running.commands.import.cells] a table by labels and paths, in Hebrew, with cells as people write them', async () => {
  const csv = `\uFEFFשם מלא,Age,born,Size,Days,Member,address.city,guests,Card
"לוי, נועה","1,234.5",2026-05-04,Large,"Monday; Tuesday, late",כן,חיפה,"[{""guest"":""Dan""}]",7
Ben,12,,s,"Tuesday, late",no,,,
"'=2+2",,2026-05-04 10:30,,"mo
tu",,,,
`;
  const { result, hasFailed } = await run('people.csv', csv);
  expect(result).toEqual({
    form,
    rows: 3,
    imported: 3,
    before: 0,
    failed: 0,
    report: undefined,
    hidden: {},
    isDryRun: false,
  });
  expect(hasFailed()).toBe(false);
  expect(await listData()).toEqual(
    expect.arrayContaining([
      {
        name: 'לוי, נועה',
        age: 1234.5,
        born: '2026-05-04T00:00:00.000Z',
        size: 'l',
        days: ['mo', 'tu'],
        member: true,
        card: '7',
        address: { city: 'חיפה' },
        guests: [{ guest: 'Dan' }],
      },
      { name: 'Ben', age: 12, size: 's', days: ['tu'], member: false },
      { name: '=2+2', born: '2026-05-04T00:00:00.000Z', days: ['mo', 'tu'] },
    ]),
  );
  // Nobody gets an email for what is brought over, unless it is asked for.
  expect((await listEntries()).map(({ sentEmails }) => sentEmails)).toEqual([[], [], []]);
  await run('loud.csv', 'name\nLoud\n', '--emails');
  expect((await listEntries()).filter(({ sentEmails }) => sentEmails.length > 0)).toHaveLength(1);
});

test('[running.commands.import.cells] a workbook: dates are numbers there, also those that count from 1904', async () => {
  const rows = [
    ['שם מלא', 'Born', 'Age', 'Member'],
    ['Ada', 46146, 36.6, { type: 'b', xml: '<v>1</v>' }],
    ['Bob', '2026-05-05', { xml: '<f>6*7</f><v>42</v>' }, ''],
  ] as const;
  expect((await run('people.xlsx', makeXlsx(rows))).result).toMatchObject({ imported: 2, failed: 0 });
  const made = [
    { name: 'Ada', born: '2026-05-04T00:00:00.000Z', age: 36.6, member: true },
    { name: 'Bob', born: '2026-05-05T00:00:00.000Z', age: 42 },
  ];
  expect(await listData()).toEqual(expect.arrayContaining(made));
  const old = makeXlsx(
    [
      ['name', 'born'],
      ['Cy', 46146 - 1462],
    ],
    { workbookXml: '<workbookPr date1904="1"/>' },
  );
  await run('old.xlsx', old);
  expect(await listData()).toContainEqual({ name: 'Cy', born: '2026-05-04T00:00:00.000Z' });
});

test('[running.commands.import] lines of JSON, repeats and all; what the form does not know is not left out without a word', async () => {
  const lines = [
    { name: 'Ada', guests: [{ guest: 'Dan' }, { guest: 'Eve' }] },
    { id: 'ignored', data: { name: 'Bob', address: { city: 'Haifa' } } },
  ];
  const text = `${lines.map((line) => JSON.stringify(line)).join('\r\n')}\n\n`;
  expect((await run('people.jsonl', text)).result).toMatchObject({ rows: 2, imported: 2 });
  expect(await listData()).toEqual([lines[0], { name: 'Bob', address: { city: 'Haifa' } }]);
  const bad = [
    '{"name":"X","nick":"x"}',
    '{"name":"Y","guests":[{"guest":"Z","age":1}]}',
    '[]',
    '{"name"',
    '{"name":"Good"}',
  ];
  const refused = await run('bad.jsonl', bad.join('\n'));
  expect(refused.result).toMatchObject({ rows: 5, imported: 0, failed: 4 });
  expect(
    read('bad.failed.jsonl')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { importRow: 1, importError: ['The form has no field nick.'], data: { name: 'X', nick: 'x' } },
    {
      importRow: 2,
      importError: ['The form has no field guests.age.'],
      data: { name: 'Y', guests: [{ guest: 'Z', age: 1 }] },
    },
    { importRow: 3, importError: ['The line is not a JSON object.'], data: '[]' },
    { importRow: 4, importError: ['The line is not a JSON object.'], data: '{"name"' },
  ]);
  expect(await listData()).toHaveLength(2);
});

test('[running.commands.import.checked] [running.commands.import.report] one bad row, and nothing is sent; the report can be mended and imported', async () => {
  const csv = 'name,age,size\nAda,36,s\n,40,s\nBob,old,xl\nCy,5,Large\n';
  const refused = await run('people.csv', csv);
  expect(refused.result).toMatchObject({ rows: 4, imported: 0, failed: 2, report: join(folder, 'people.failed.csv') });
  expect(refused.hasFailed()).toBe(true);
  expect(refused.stderr()).toContain('nothing was sent. 2 of 4 rows are not right');
  expect(await listData()).toEqual([]);
  expect(read('people.failed.csv')).toBe(
    `\uFEFFimport row,import error,name,age,size\r\n3,"model['name']: You can't leave this empty.",,40,s\r\n4,"model['age']: Invalid data type.\nmodel['size']: not in options",Bob,old,xl\r\n`,
  );
  const dry = await run('people.csv', csv, '--only-good', '--dry-run');
  expect(dry.result).toMatchObject({ imported: 0, failed: 2, isDryRun: true });
  expect((await run('people.csv', csv, '--only-good')).result).toMatchObject({ imported: 2, before: 0, failed: 2 });
  const mended = read('people.failed.csv')
    .replace('"",40', 'Dan,40')
    .replace(',,40', ',Dan,40')
    .replace('Bob,old,xl', 'Bob,50,l');
  expect((await run('people.failed.csv', mended)).result).toMatchObject({ rows: 2, imported: 2, failed: 0 });
  expect((await listData()).map((data) => (data as { name: string }).name).sort()).toEqual(['Ada', 'Bob', 'Cy', 'Dan']);
  // Once more, and there is nothing left to do.
  expect((await run('people.csv', csv, '--only-good')).result).toMatchObject({ imported: 0, before: 2, failed: 2 });
  expect(await listData()).toHaveLength(4);
});

test('[running.commands.import.columns] a map names columns; a column that is nobody is named in the error', async () => {
  writeFileSync(join(folder, 'map.json'), JSON.stringify({ Who: 'name', Notes: null, 'How old': 'Age' }));
  const csv = 'Who,Notes,How old\nAda,nice,36\n';
  expect((await run('people.csv', csv, '--map', 'map.json')).result).toMatchObject({ imported: 1 });
  expect(await listData()).toEqual([{ name: 'Ada', age: 36 }]);
  for (const [file, text, flags, message] of [
    ['a.csv', 'name,nick,foo\nA,b,c\n', [], 'The form has no field "nick", "foo". Fields are: name, age, born,'],
    ['a.csv', 'name,שם מלא\nA,B\n', [], 'The columns "name" and "שם מלא" are both the field name.'],
    ['a.csv', 'name,guests.guest\nA,B\n', [], 'The field guests.guest is inside a repeat'],
    ['a.csv', 'name\nA\n', ['--map', 'map.json'], 'The map names the column "Who", which the file does not have.'],
    ['a.csv', 'name\nA\n', ['--map', 'gone.json'], 'cannot be read: ENOENT'],
    ['a.csv', '', [], 'is empty: its first row must name the columns.'],
    ['a.doc', 'x', [], 'must be a .csv, .tsv, .xlsx or .jsonl file.'],
    ['a.xlsx', 'not a workbook', [], 'is not an Excel workbook.'],
    ['a.csv', 'name\nA\n', ['--concurrency', '0'], 'must be a whole number from 1 to 64'],
    ['a.csv', 'name\nA\n', ['--date-order', 'ymd'], 'must be dmy or mdy'],
    ['a.csv', 'name\nA\n', ['--encoding', 'klingon'], 'must be one of utf-8'],
  ] as const)
    await expect(run(file, text, ...flags), file + text).rejects.toThrow(message);
  expect(await listData()).toHaveLength(1);
});

test('[running.commands.import.resume] the same file again makes nothing twice; another file is another import', async () => {
  const csv = 'name\nAda\nBob\n';
  await run('people.csv', csv);
  expect((await run('people.csv', csv)).result).toMatchObject({ imported: 0, before: 2 });
  // Without the state, the keys of the rows make sure for a day.
  rmSync(join(folder, `people.csv.${form}.import`));
  expect((await run('people.csv', csv)).result).toMatchObject({ imported: 2, before: 0 });
  expect(await listData()).toHaveLength(2);
  await expect(run('people.csv', 'name\nAda\nBob\nCy\n')).rejects.toThrow(
    'is the state of an import of another file, or the file before it was changed.',
  );
  await expect(run('people.csv', csv, '--date-order', 'dmy')).rejects.toThrow(
    'is the state of an import of another map or other options.',
  );
  expect(await listData()).toHaveLength(2);
});

test('[running.commands.import.resume] what was sent a day ago without a response is not sent again by itself', async () => {
  const csv = 'name\nAda\nBob\n';
  await run('people.csv', csv);
  const state = `people.csv.${form}.import`;
  const [facts] = read(state).split('\n');
  writeFileSync(join(folder, state), `${facts}\n{"sent":2,"time":${Date.now() - 25 * 3_600_000}}\n{"sent":3,"ti`);
  const { result } = await run('people.csv', csv);
  expect(result).toMatchObject({ imported: 1, before: 0, failed: 1 });
  expect(read('people.failed.csv')).toContain('2,"It was sent more than a day ago, and its response was lost');
  expect(await listData()).toHaveLength(2);
});

test('[running.commands.import.refused] what only the service can refuse is in the report; what meets every row ends the import', async () => {
  const { body: set } = await service.call('POST', '/optionsSet', {
    key: service.people.alice.key,
    body: { name: 'Towns' },
  });
  await service.call('PUT', `/optionsSet/${set.id}/options`, {
    key: service.people.alice.key,
    body: { options: [{ value: 'Haifa' }] },
  });
  const remote = {
    type: 'remote',
    req: { url: `http://forms.test/v1.0/optionsSet/${set.id}/validate` },
    res: 'res.data.isValid',
    message: 'No such town.',
  };
  const formSchema = {
    rootElem: { type: 'cSection', name: 'root', children: [{ type: 'fInput', name: 'town', validators: [remote] }] },
  };
  await service.call('PATCH', `/form/${form}`, { key: service.people.alice.key, body: { formSchema } });
  const { result } = await run('towns.csv', 'town\nHaifa\nAtlantis\n');
  expect(result).toMatchObject({ imported: 1, failed: 1 });
  expect(read('towns.failed.csv')).toContain(`3,"model['town']: No such town.",Atlantis`);
  await service.call('PATCH', `/form/${form}`, {
    key: service.people.alice.key,
    body: { access: { isDisabled: true, disabledMessage: 'Over.' } },
  });
  await expect(run('more.csv', 'town\nHaifa\n')).rejects.toThrow(
    /Over\..*\nThe import stopped after 0 entries\. Run the same command again/s,
  );
});

test('[running.commands.import.checked] answers that the form hides are counted', async () => {
  const { result } = await run('people.csv', 'name,member,card\nAda,yes,1\nBob,no,2\nCy,,3\n');
  expect(result).toMatchObject({ imported: 3, hidden: { card: 2 } });
  // One that breaks a rule is not hidden.
  expect((await run('bad.csv', 'name,age\nAda,old\n')).result).toMatchObject({ failed: 1, hidden: {} });
});

test('[running.commands.import] hostile files: nothing is lost without a word, nothing breaks', async () => {
  const large = 'x'.repeat(1_048_576);
  expect((await run('large.csv', `name\n${large}\nSmall\n`)).result).toMatchObject({ rows: 2, imported: 1, failed: 1 });
  expect(read('large.failed.csv')).toContain(large);
  const half = large.slice(0, 524_288);
  expect((await run('half.csv', `name\n${half}\n`)).result).toMatchObject({ imported: 1, failed: 0 });
  expect(await listData()).toEqual([{ name: 'Small' }, { name: half }]);
  expect((await run('nul.csv', 'name\nA\u0000B\n')).result).toMatchObject({ imported: 1 });
  expect(await listData()).toContainEqual({ name: 'AB' });
  const wide = Array.from({ length: 5_000 }, (_, at) => `c${at}`).join(',');
  await expect(run('wide.csv', `${wide}\n${wide}\n`)).rejects.toThrow(
    /The form has no field "c0", .* and 4980 others\./,
  );
  await expect(run('bytes.csv', Buffer.from('6e616d650aff41fe0ac3a9c3a9c3a9c3a90a', 'hex'))).rejects.toThrow(
    'is not all UTF-8: the byte at 5 on line 2 belongs to no character.',
  );
  const latin = Buffer.from('6e616d650ae0e1e20a', 'hex');
  expect((await run('hebrew.csv', latin, '--encoding', 'windows-1255')).result).toMatchObject({ imported: 1 });
  expect(await listData()).toContainEqual({ name: 'אבג' });
  const utf16 = (text: string) => Buffer.from(text, 'utf16le');
  expect((await run('marked.csv', utf16('\uFEFFname\nדנה\n'))).result).toMatchObject({ imported: 1 });
  expect((await run('swapped.csv', utf16('\uFEFFname\nרות\n').swap16())).result).toMatchObject({ imported: 1 });
  expect(await listData()).toEqual(expect.arrayContaining([{ name: 'דנה' }, { name: 'רות' }]));
  const huge = 'y'.repeat(10_000_000);
  expect((await run('huge.csv', `name,age\n"${huge}",1\nTiny,2\n`, '--only-good')).result).toMatchObject({
    imported: 1,
    failed: 1,
  });
  const formula = makeXlsx([['name'], [{ xml: '<f>A1&amp;"x"</f>' }]]);
  await expect(run('formula.xlsx', formula)).rejects.toThrow(
    'the cell in row 2, column 1 holds a formula without its result',
  );
  const error = makeXlsx([
    ['name', 'age'],
    ['A', { type: 'e', xml: '<f>1/0</f><v>#DIV/0!</v>' }],
  ]);
  await expect(run('error.xlsx', error)).rejects.toThrow('the cell in row 2, column 2 holds an error');
  const many = makeXlsx([
    ['name', ...Array.from({ length: 1_200 }, () => '')],
    ['A', ...Array.from({ length: 1_200 }, () => 'x')],
  ]);
  await expect(run('many.xlsx', many)).rejects.toThrow('is beyond the last column that is read');
  const untitled = await run('untitled.csv', 'name,\nA,hidden\n');
  expect(untitled.result).toMatchObject({ imported: 0, failed: 1 });
  expect(untitled.stderr()).toContain('row 2: The cell in column 2 has no title above it.');
  const proto = '{"name":"P","__proto__":{"x":1}}';
  expect((await run('proto.jsonl', proto)).result).toMatchObject({ imported: 0, failed: 1 });
  expect(existsSync(join(folder, 'proto.failed.jsonl'))).toBe(true);
});

test('[running.commands.import.cells] dates in the order that is named; without one they are not guessed', async () => {
  expect((await run('guess.csv', 'name,born\nAda,04/05/2026\n')).result).toMatchObject({ imported: 0, failed: 1 });
  await run('dmy.csv', 'name,born\nD,04/05/2026\nE,31.12.2025\n', '--date-order', 'dmy');
  await run('mdy.csv', 'name,born\nM,05/04/2026\n', '--date-order', 'mdy');
  expect(await listData()).toEqual(
    expect.arrayContaining([
      { name: 'D', born: '2026-05-04T00:00:00.000Z' },
      { name: 'E', born: '2025-12-31T00:00:00.000Z' },
      { name: 'M', born: '2026-05-04T00:00:00.000Z' },
    ]),
  );
});
