// POST /entry/export with labels, sheets for repeats, columns for choices, files inside, and names of PDFs; read by another program.
import readXlsxFile from 'read-excel-file/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { download, readCsv, readZip } from '../support/download.ts';
import { asAlice, makeForm, memberForm, root } from '../support/entries.ts';
import { startService, type TestService } from '../support/service.ts';
import { upload } from '../support/upload.ts';

let service: TestService;
let alice: ReturnType<typeof asAlice>;
beforeAll(async () => {
  service = await startService();
  alice = asAlice(service);
});
afterAll(() => service.close());

async function makeExport(query: Record<string, unknown>, body: object) {
  const reply = await alice('POST', '/entry/export', body, { query });
  expect([reply.status, reply.text]).toEqual([200, expect.stringContaining('"url"')]);
  return download(service, reply.body.url);
}
const csv = async (body: object) => readCsv((await makeExport({ format: 'csv', labels: true }, body)).content);
const workbook = async (body: object, query: object = { labels: true }) =>
  readXlsxFile((await makeExport({ format: 'xlsx', ...query }, body)).content);
const sheetXml = (content: Buffer, number = 1) =>
  readZip(content).get(`xl/worksheets/sheet${number}.xml`)!.toString('utf8');

async function submit(form: string, data: object) {
  const reply = await alice('POST', '/entry/submit', { form, data });
  expect([reply.status, reply.text]).toEqual([200, expect.any(String)]);
  return reply.body.entry;
}

const survey = {
  name: 'Survey',
  timeZone: 'Asia/Jerusalem',
  formSchema: {
    rootElem: root(
      { type: 'fInput', name: 'name', label: 'Full name' },
      { type: 'fSelect', name: 'country', label: 'Country', options: [['us', 'United States'], 'Israel'] },
      { type: 'fSelect', name: 'size', label: 'Size', typeValidator: 'num', options: [[1, '1–10'], [2, '11–100'], 3] },
      {
        type: 'fCheckbox',
        name: 'why',
        label: 'Why',
        options: [
          ['p', 'Price | value'],
          ['q', 'Quality'],
        ],
      },
      {
        type: 'fMatrix',
        name: 'grid',
        label: 'Rate',
        matrixQuestions: [['a', 'Speed'], 'b'],
        options: [['g', 'Good']],
      },
      { type: 'fRadio', name: 'room', label: 'Room', options: '[["r1", "Room of " + model.name]]' },
      { type: 'fBool', name: 'agrees', label: 'Agrees' },
      { type: 'fDate', name: 'day', label: 'Day' },
      { type: 'fDate', name: 'at', label: 'At', typeValidator: { type: 'date', mode: 'dt' } },
      { type: 'fDate', name: 'clock', label: 'Clock', typeValidator: { type: 'date', mode: 't' } },
      { type: 'cSection', name: 'home', secFlat: false, children: [{ type: 'fInput', name: 'city', label: 'City' }] },
      { type: 'cSection', name: 'work', secFlat: false, children: [{ type: 'fInput', name: 'city', label: 'City' }] },
      {
        type: 'cRepeat',
        name: 'orders',
        label: 'Orders',
        children: [
          { type: 'fInput', name: 'item', label: 'Item' },
          { type: 'fInput', name: 'price', label: 'Price', typeValidator: 'num' },
          { type: 'fDate', name: 'due', label: 'Due' },
          {
            type: 'cRepeat',
            name: 'notes',
            label: 'Notes',
            children: [{ type: 'fInput', name: 'text', label: 'Text' }],
          },
        ],
      },
      { type: 'fFile', name: 'files', label: 'Files' },
    ),
  },
};

const answers = {
  name: '=Ada',
  country: 'us',
  size: 2,
  why: ['p', 'q'],
  grid: { a: 'g' },
  room: 'r1',
  agrees: true,
  day: '2024-05-17',
  at: '2024-05-17T22:30:00Z',
  clock: '1970-01-01T09:30:00Z',
  home: { city: 'Haifa' },
  work: { city: 'Acre' },
  orders: [
    { item: 'Tea', price: 3, due: '2024-06-01', notes: [{ text: 'a' }, { text: 'b' }] },
    { item: 'Milk\nCream', price: 4.5, notes: [] },
  ],
};

const titles = [
  ...[
    'Number',
    'Status',
    'Created at (Asia/Jerusalem)',
    'Last edited (Asia/Jerusalem)',
    'Submitted at (Asia/Jerusalem)',
  ],
  ...['Full name', 'Country', 'Size', 'Why', 'Rate', 'Room', 'Agrees', 'Day', 'At (Asia/Jerusalem)', 'Clock'],
  ...['City (home.city)', 'City (work.city)', 'Orders: Item', 'Orders: Price', 'Orders: Due', 'Orders: Notes: Text'],
  ...['Files', 'Entry ID'],
];
const date = (text: string) => new Date(`${text}Z`);

test('[export.table.labels] [export.table.titles] [export.table.joins] csv with labels: answers as people read them', async () => {
  const form = await makeForm(service, survey);
  const entry = await submit(form, answers);
  const bos = await submit(form, {
    name: 'Bo',
    country: 'us',
    size: 3,
    agrees: false,
    orders: [{ price: 7, due: '2024-06-02' }],
  });
  // An option that the form once had.
  await service.services.db
    .sql`update entries set data = replace(data::text, '"us"', '"gone"')::json where id = ${bos.id}`;
  const [first, ada, bo] = await csv({ query: { form } });
  expect(first).toEqual(titles);
  expect([ada![0], ada![1], ada!.at(-1)]).toEqual(['1', 'Submitted', entry.id]);
  expect(ada![2]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  expect(ada!.slice(5, -1)).toEqual([
    ...["'=Ada", 'United States', '11–100', '"Price | value" | Quality', 'Speed: Good', 'Room of =Ada', 'Yes'],
    ...['2024-05-17', '2024-05-18 01:30:00', '09:30', 'Haifa', 'Acre'],
    ...['Tea\n"Milk\nCream"', '3\n4.5', '2024-06-01\n', '"a\nb"\n', ''],
  ]);
  expect(bo!.slice(5, -1)).toEqual([
    ...['Bo', 'gone', '3', '', '', '', 'No', '', '', '', '', '', '', '7', '2024-06-02', '', ''],
  ]);
});

test('[export.table] [export.table.dates] workbook with labels: dates and numbers are such; frozen header, filters, widths', async () => {
  const form = await makeForm(service, survey);
  const entry = await submit(form, answers);
  await submit(form, { orders: [{ price: 7, due: '2024-06-02' }] });
  const { content } = await makeExport({ format: 'xlsx', labels: true }, { query: { form } });
  const [sheet, ...others] = await readXlsxFile(content, { trim: false });
  expect([sheet!.sheet, others, sheet!.data[0]]).toEqual(['Survey', [], titles]);
  const [, ada, second] = sheet!.data;
  expect(ada!.slice(0, 2)).toEqual([1, 'Submitted']);
  // Read as if the cell were UTC: Jerusalem's clock shows it.
  const offset = (ada![4] as unknown as Date).getTime() - Date.parse(entry.submitTime);
  expect([2, 3]).toContain(Math.round(offset / 360_000) / 10);
  expect(ada!.slice(5, -1)).toEqual([
    ...['=Ada', 'United States', '11–100', '"Price | value" | Quality', 'Speed: Good', 'Room of =Ada', 'Yes'],
    ...[date('2024-05-17T00:00'), date('2024-05-18T01:30'), expect.any(Date), 'Haifa', 'Acre'],
    ...['Tea\n"Milk\nCream"', '3\n4.5', '2024-06-01\n', '"a\nb"\n', null],
  ]);
  expect(second!.slice(17, 21)).toEqual([null, 7, date('2024-06-02T00:00'), null]);
  const xml = sheetXml(content);
  expect(xml).toContain('state="frozen"');
  expect(xml).toContain('<autoFilter ref="A1:W3"/></worksheet>');
  expect(xml).toMatch(/<c r="O2" s="6"><v>0\.39583/);
  expect(xml).not.toContain('<f>');
  const widths = [...xml.matchAll(/<col [^>]*width="(\d+)"/g)].map(([, width]) => Number(width));
  expect([widths.length, widths[0], widths[5]]).toEqual([23, 11, 12]);
  expect(widths.at(-1)).toBe(entry.id.length + 3);
});

test('[export.table] a Hebrew form: words, titles and statuses in Hebrew, from right to left', async () => {
  const form = await makeForm(service, { ...survey, locale: 'he', timeZone: undefined });
  await submit(form, { name: 'דנה', agrees: true });
  const fields = ['idx', 'status', 'submitTime', 'root≡name', 'root≡agrees'];
  const { content } = await makeExport({ format: 'xlsx', labels: true }, { query: { form }, fields });
  const [sheet] = await readXlsxFile(content);
  expect(sheet!.data[0]).toEqual(['מספר', 'מצב', 'מועד שליחה (UTC)', 'Full name', 'Agrees']);
  expect(sheet!.data[1]).toEqual([1, 'נשלחה', expect.any(Date), 'דנה', 'כן']);
  expect(sheetXml(content)).toContain('rightToLeft="1"');
});

test('[export.table.repeats] a sheet for each repeat, also one inside another, tied to its entry by number; csv as files in a ZIP', async () => {
  const form = await makeForm(service, survey);
  await submit(form, { name: 'None' });
  await submit(form, answers);
  const fields = ['root≡name', 'root≡orders≡item', 'root≡orders≡price', 'root≡orders≡due', 'root≡orders≡notes≡text'];
  const body = { query: { form }, fields, flatten: 'sheets' };
  const expected = [
    {
      sheet: 'Survey',
      data: [
        ['Number', 'Full name'],
        [1, 'None'],
        [2, '=Ada'],
      ],
    },
    {
      sheet: 'Orders',
      data: [
        ['Number', 'Orders #', 'Item', 'Price', 'Due'],
        [2, 1, 'Tea', 3, date('2024-06-01T00:00')],
        [2, 2, 'Milk\nCream', 4.5, null],
      ],
    },
    {
      sheet: 'Orders Notes',
      data: [
        ['Number', 'Orders #', 'Notes #', 'Text'],
        [2, 1, 1, 'a'],
        [2, 1, 2, 'b'],
      ],
    },
  ];
  expect(await workbook(body)).toEqual(expected);
  const { content, headers } = await makeExport({ format: 'csv', labels: true }, body);
  expect(headers['content-disposition']).toMatch(/filename="Survey \d{4}-\d\d-\d\d\.zip"/);
  const files = readZip(content);
  expect([...files.keys()]).toEqual(['Survey.csv', 'Orders.csv', 'Orders Notes.csv']);
  expect(readCsv(files.get('Orders.csv')!)).toEqual([
    ['Number', 'Orders #', 'Item', 'Price', 'Due'],
    ['2', '1', 'Tea', '3', '2024-06-01'],
    ['2', '2', 'Milk\nCream', '4.5', ''],
  ]);
  // Codes and names of properties as they are stored, where labels are not asked for.
  const [codes] = await workbook({ query: { form }, flatten: 'sheets', fields: ['status', 'root≡country'] }, {});
  expect(codes!.data[2]).toEqual([2, 'submitted', 'us']);
  expect(codes!.data[0]).toEqual(['idx', 'status', 'Country']);
});

test('[export.table.choices] a column for each choice and each question, beside that of the whole answer', async () => {
  const form = await makeForm(service, survey);
  await submit(form, { why: ['q'], grid: { b: 'g' } });
  // Nothing chosen: empty, not 0. The reader leaves empty rows out.
  await submit(form, {});
  const body = { query: { form }, fields: ['root≡why', 'root≡grid'], choices: 'columns' };
  const [sheet] = await workbook(body);
  expect(sheet!.data).toEqual([
    ['Why', 'Why: Price | value', 'Why: Quality', 'Rate', 'Rate: Speed', 'Rate: b'],
    ['Quality', 0, 1, 'b: Good', null, 'Good'],
  ]);
  const [codes] = await workbook(body, {});
  expect(codes!.data[0]).toEqual(['Why', 'Why: p', 'Why: q', 'Rate', 'Rate: a', 'Rate: b']);
  expect(codes!.data[1]).toEqual(['q', 0, 1, 'b: g', null, 'g']);
});

test('[export.table.files] links in a workbook; inside a ZIP, named by number; what is gone is listed', async () => {
  const form = await makeForm(service, survey);
  const file = (name: string) =>
    upload(service, form, { name, type: 'text/plain', content: Buffer.from(`of ${name}`) });
  const [plan, other, gone] = [
    await file('plan "a".txt'.replaceAll('"', "'")),
    await file('b.txt'),
    await file('c.txt'),
  ];
  await submit(form, { files: [plan] });
  await submit(form, { files: [other, gone] });
  const fields = ['idx', 'root≡files'];
  const links = await makeExport({ format: 'xlsx', labels: true }, { query: { form }, fields });
  expect(sheetXml(links.content)).toContain(
    `<f>HYPERLINK(&quot;${plan.url.replaceAll('&', '&amp;')}&quot;,&quot;plan 'a'.txt&quot;)</f><v>plan 'a'.txt</v>`,
  );
  const [, , two] = (await readXlsxFile(links.content))[0]!.data;
  expect(two).toEqual([2, `b.txt (${other.url}) | c.txt (${gone.url})`]);

  await service.services.db.sql`update files set state = 'deleted' where storage_key = ${gone.storageKey}`;
  const { content } = await makeExport({ format: 'xlsx', labels: true }, { query: { form }, fields, files: 'inside' });
  const files = readZip(content);
  expect([...files.keys()]).toEqual(['Survey.xlsx', "files/1/plan 'a'.txt", 'files/2/b.txt', 'errors.txt']);
  expect(files.get('files/2/b.txt')!.toString()).toBe('of b.txt');
  expect(files.get('errors.txt')!.toString()).toContain('\r\n2\tfiles/2/c.txt\t');
  const [sheet] = await readXlsxFile(files.get('Survey.xlsx')!);
  expect(sheet!.data.slice(1)).toEqual([
    [1, "plan 'a'.txt"],
    [2, 'files/2/b.txt | files/2/c.txt'],
  ]);
  const inCsv = readZip((await makeExport({ format: 'csv' }, { query: { form }, fields, files: 'inside' })).content);
  expect(readCsv(inCsv.get('Survey.csv')!)[1]).toEqual(['1', "files/1/plan 'a'.txt"]);
});

test('[export.table] options with their defaults change no byte; unknown columns and options are a 400', async () => {
  const form = await makeForm(service, survey);
  await submit(form, answers);
  const plain = await makeExport({ format: 'csv' }, { query: { form } });
  const defaults = { flatten: 'cells', choices: 'one', files: 'links' };
  const same = await makeExport({ format: 'csv', labels: false }, { query: { form }, ...defaults });
  expect(same.content.equals(plain.content)).toBe(true);
  const ask = async (body: object, query: object = { format: 'csv', labels: true }) => {
    const reply = await alice('POST', '/entry/export', { query: { form }, ...body }, { query: { ...query } });
    return [reply.status, reply.body.message];
  };
  const unknown = 'The following fields are not recognized:';
  expect(await ask({ fields: ['idx', 'nothing'] })).toEqual([400, `${unknown} nothing`]);
  expect(await ask({ flatten: 'deep' })).toEqual([400, '"flatten" must be one of [cells, sheets]']);
  expect(await ask({ choices: 1 })).toEqual([400, '"choices" must be one of [one, columns]']);
  const pdf = { format: 'pdf' };
  expect(await ask({ pdfName: 'orders.item' }, pdf)).toEqual([400, `${unknown} orders.item`]);
  expect(await ask({ pdfName: 'nothing' }, pdf)).toEqual([400, `${unknown} nothing`]);
});

test('[export.pdf.names] PDFs are named by number and a chosen answer, else the title; a failing one is listed', async () => {
  const source = '#if json("/entry.json").model.name == "bad" { panic("no") }\nName';
  const form = await makeForm(service, { ...memberForm, templates: [{ type: 'typst', source }] });
  for (const name of ['Ada / Lovelace', 'bad', '']) await alice('POST', '/entry/save', { form, data: { name } });
  const names = async (query: object, body: object = {}) => [
    ...readZip((await makeExport({ format: 'pdf', ...query }, { query: { form }, ...body })).content).keys(),
  ];
  const named = await names({}, { pdfName: 'name' });
  expect(named).toEqual(['1 Ada Lovelace.pdf', '3 Members.pdf', 'errors.txt']);
  expect(await names({ labels: true })).toEqual(['1 Members.pdf', '3 Members.pdf', 'errors.txt']);
});

test('[export.view] search, where and sort: what they find, in their order, in every format', async () => {
  const form = await makeForm(service, survey);
  for (const [name, size] of [
    ['Ada', 2],
    ['Adam', 1],
    ['Bo', 1],
    ['Adah', 3],
  ] as const) {
    await submit(form, { name, size, orders: [{ item: `of ${name}` }] });
  }
  await alice('POST', '/entry/save', { form, data: { name: 'Ada draft' } });
  const query = { form, status: 2 };
  const names = async (body: object, fields = ['root≡name']) =>
    (await csv({ query, fields, ...body })).slice(1).map(([name]) => name);
  expect(await names({ sort: 'size', search: 'ada' })).toEqual(['Adam', 'Ada', 'Adah']);
  expect(await names({ sort: '-name' })).toEqual(['Bo', 'Adam', 'Adah', 'Ada']);
  expect(await names({ where: { path: 'size', op: 'gt', value: 1 }, search: '' })).toEqual(['Adah', 'Ada']);
  expect(await names({ search: '', sort: '' })).toEqual(['Ada', 'Adam', 'Bo', 'Adah']);
  const body = { query, sort: 'size', search: 'ada', flatten: 'sheets', fields: ['root≡orders≡item'] };
  expect((await workbook(body))[1]!.data.slice(1).map(([number]) => number)).toEqual([2, 1, 4]);
  const plain = await makeExport({ format: 'csv' }, { query, sort: 'size', search: 'ada', fields: ['root≡name'] });
  expect(readCsv(plain.content)).toEqual([['Full name'], ['Adam'], ['Ada'], ['Adah']]);
  const pdfs = await makeExport({ format: 'pdf' }, { query, sort: '-name', search: 'ada', pdfName: 'name' });
  expect([...readZip(pdfs.content).keys()]).toEqual(['2 Adam.pdf', '4 Adah.pdf', '1 Ada.pdf']);
  const progressId = 'e'.repeat(24);
  await makeExport({ format: 'csv', progressId }, { query, search: 'ada' });
  const { body: progress } = await alice('GET', `/entry/export/${progressId}/progress`);
  expect(progress).toEqual({ rowsDone: 3, rowsTotal: 3, isDone: true });
  const bad = await alice('POST', '/entry/export?format=csv', { query, sort: 'nothing' });
  expect([bad.status, bad.body.validation]).toEqual([400, { source: 'payload', keys: ['sort'] }]);
});

test('[export.view] more than a page of matches, large entries too, in order', async () => {
  const form = await makeForm(service, survey);
  await alice('POST', `/form/${form}/generateEntries`, { num: 450 });
  await service.services.db.sql`update entries set data = json_build_object('name', repeat('x', 6000), 'size', 1)
    where form = ${form} and idx between 100 and 300`;
  const rows = await csv({ query: { form }, fields: ['idx'], sort: '-idx' });
  expect(rows.slice(1).map(([idx]) => Number(idx))).toEqual(Array.from({ length: 450 }, (_, at) => 450 - at));
});
