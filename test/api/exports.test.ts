// POST /entry/export: every format, to the byte.
import { gunzipSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import readXlsxFile from 'read-excel-file/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { download, readCsv } from '../support/download.ts';
import { asAlice, makeForm, memberForm, root } from '../support/entries.ts';
import { everyAnswer, everyField } from '../support/every-field.ts';
import { readPdf } from '../support/read-pdf.ts';
import { startService, type TestService } from '../support/service.ts';
import { reach, upload } from '../support/upload.ts';

let service: TestService;
let alice: ReturnType<typeof asAlice>;
beforeAll(async () => {
  service = await startService();
  alice = asAlice(service);
});
afterAll(() => service.close());

const hour = 3_600_000;

async function makeExport(format: string, body: object) {
  const reply = await alice('POST', '/entry/export', body, { query: { format } });
  expect([reply.status, reply.text]).toEqual([200, expect.stringContaining('"url"')]);
  expect(Object.keys(reply.body)).toEqual(['url']);
  return download(service, reply.body.url);
}

async function csv(body: object): Promise<string> {
  return gunzipSync((await makeExport('csv', body)).content).toString('utf8');
}

async function csvRows(body: object): Promise<string[][]> {
  return readCsv((await makeExport('csv', body)).content);
}

async function save(form: string, data: object) {
  const reply = await alice('POST', '/entry/save', { form, data });
  expect([reply.status, reply.text]).toEqual([200, expect.any(String)]);
  return reply.body.entry;
}

async function fillEverything() {
  const form = await makeForm(service, everyField);
  const file = await upload(service, form, { name: 'plan, final.txt', type: 'text/plain', content: Buffer.from('x') });
  const entry = await save(form, { ...everyAnswer, files: [file] });
  return { form, file, entry };
}

test('[export.csv] [export.cells] csv: byte order mark, titles, every kind of value, exact bytes', async () => {
  const { form, file, entry } = await fillEverything();
  const answer = await makeExport('csv', { query: { form } });
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-encoding': 'gzip',
    'content-disposition': expect.stringMatching(/^attachment; filename="Every value \d{4}-\d\d-\d\d\.csv"/),
    'x-content-type-options': 'nosniff',
  });
  const content = gunzipSync(answer.content);
  expect([...content.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const titles =
    'id,idx,status,createTime,modifyTime,submitTime,"Text, with a comma",Number,long,doc,select,multi,radio,check,bool,day,moment,' +
    'files,sign,rate,color,matrix,city,"Text, with a comma",product,amount\r\n';
  const cells =
    `${entry.id},1,saved,${entry.createTime},${entry.modifyTime},,"שלום ""world""",-2.5,"one\r\ntwo",Tom & Ann,a,"a\nb",-1,"x\ny",false,` +
    `2024-05-01T00:00:00.000Z,2024-05-01T10:20:30.000Z,"plan, final.txt (${file.url})",✓,4,#ff0000,"q1: good\nq2: bad",` +
    `Haifa,😀,"Tea\n\nMilk","1\n\n-2"\r\n`;
  expect(content.toString('utf8')).toBe(`\ufeff${titles}${cells}`);
  // Browsers and fetch decompress by themselves.
  const reply = await alice('POST', '/entry/export', { query: { form } }, { query: { format: 'csv' } });
  expect(Buffer.from(await (await fetch(reach(service, reply.body.url))).arrayBuffer()).equals(content)).toBe(true);
});

test('[export.xlsx] xlsx: the same rows, read by another program', async () => {
  const { form, file, entry } = await fillEverything();
  const answer = await makeExport('xlsx', { query: { form } });
  expect(answer.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
  const [sheet] = await readXlsxFile(answer.content);
  expect(sheet?.sheet).toBe('Every "value"');
  const [titles, cells] = sheet!.data;
  expect(titles!.slice(5, 9)).toEqual(['submitTime', 'Text, with a comma', 'Number', 'long']);
  expect(cells).toEqual([
    entry.id,
    1,
    'saved',
    entry.createTime,
    entry.modifyTime,
    null,
    'שלום "world"',
    -2.5,
    'one\ntwo',
    'Tom & Ann',
    'a',
    'a\nb',
    -1,
    'x\ny',
    false,
    '2024-05-01T00:00:00.000Z',
    '2024-05-01T10:20:30.000Z',
    `plan, final.txt (${file.url})`,
    '✓',
    4,
    '#ff0000',
    'q1: good\nq2: bad',
    'Haifa',
    '😀',
    'Tea\n\nMilk',
    '1\n\n-2',
  ]);
  const sheetXml = Buffer.from(unzipSync(answer.content)['xl/worksheets/sheet1.xml']!).toString('utf8');
  expect(sheetXml).toContain('state="frozen"');
  expect(sheetXml).not.toContain('rightToLeft');
});

test('[export.xlsx] a Hebrew form is a right-to-left sheet', async () => {
  const form = await makeForm(service, { ...memberForm, name: 'חברים: רשימה', locale: 'he' });
  await save(form, { name: 'דנה' });
  const { content, headers } = await makeExport('xlsx', { query: { form } });
  expect(headers['content-disposition']).toContain(encodeURIComponent('חברים'));
  const [sheet] = await readXlsxFile(content);
  expect([sheet!.sheet, sheet!.data[1]![6]]).toEqual(['חברים רשימה', 'דנה']);
  expect(Buffer.from(unzipSync(content)['xl/worksheets/sheet1.xml']!).toString()).toContain('rightToLeft="1"');
});

test('[export.formulas] a cell that a spreadsheet would run as a formula is made text; numbers stay numbers', async () => {
  const form = await makeForm(service, {
    formSchema: {
      rootElem: root(
        { type: 'fInput', name: 'a', label: '=HYPERLINK("x")' },
        { type: 'fInput', name: 'n', typeValidator: 'num' },
      ),
    },
  });
  const texts = ['=1+1', '+1', '-1', '@sum', '\tx', '\rx', ' =1', '＝1', 'a=1', "'=1", '5;=1'];
  for (const a of texts) await save(form, { a, n: -7 });
  const fields = ['root≡a', 'root≡n'];
  expect(await csv({ query: { form }, fields })).toBe(
    [
      `\ufeff"'=HYPERLINK(""x"")",n`,
      `"'=1+1",-7`,
      `"'+1",-7`,
      `"'-1",-7`,
      `"'@sum",-7`,
      `"'\tx",-7`,
      `"'\rx",-7`,
      `"' =1",-7`,
      `"'＝1",-7`,
      'a=1,-7',
      "'=1,-7",
      '"5;=1",-7',
      '',
    ].join('\r\n'),
  );
  const { content } = await makeExport('xlsx', { query: { form }, fields });
  const xml = Buffer.from(unzipSync(content)['xl/worksheets/sheet1.xml']!).toString();
  expect(xml).not.toContain('<f>');
  expect(xml).toContain('<c r="A2" s="3" t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c>');
  expect(xml).toContain('<c r="B2"><v>-7</v></c>');
});

test('[export.columns] columns by name, in the order asked for; entry properties', async () => {
  const form = await makeForm(service, memberForm);
  const draft = await save(form, { name: 'Ann', age: 3 });
  await alice('POST', `/entry/${draft.id}/submit`, { data: { name: 'Ann' } });
  const saved = await save(form, { name: 'Bo' });
  const made = await alice('POST', '/entry/template', { form, data: {} });
  const template = await alice('PATCH', `/entry/${made.body.entryId}`, { name: 'My template' });
  const fields = [
    'root≡name',
    'id',
    'submitIdx',
    'status',
    'name',
    'form.id',
    'form.name',
    'resumeUrl',
    'resumeUrlBewit',
    'editUrl',
    'cloneUrl',
    'shortUrl',
    'id',
  ];
  const links = (id: string) => [`http://forms.test/admin/entries/${form}/${id}/`, `http://forms.test/c/${id}/`];
  const tail = [form, 'Members'];
  const templateId = template.body.id;
  expect(await csvRows({ query: { form }, fields })).toEqual([
    ['name', ...fields.slice(1)],
    ['Ann', draft.id, '1', 'submitted', '', ...tail, '', '', ...links(draft.id), '', draft.id],
    ['Bo', saved.id, '', 'saved', '', ...tail, saved.resumeUrl, saved.resumeUrlBewit, ...links(saved.id), '', saved.id],
    [
      '',
      templateId,
      '',
      'template',
      'My template',
      ...tail,
      '',
      '',
      ...links(templateId),
      made.body.shortUrl,
      templateId,
    ],
  ]);
  const times = await csvRows({
    query: { form, _id: saved.id },
    fields: ['idx', 'createTime', 'modifyTime', 'submitTime'],
  });
  expect(times[1]).toEqual(['2', saved.createTime, saved.modifyTime, '']);
  const byDefault = await csvRows({ query: { form, _id: saved.id }, fields: [] });
  expect(byDefault[0]).toEqual('id,idx,status,createTime,modifyTime,submitTime,name,age,product,note'.split(','));
});

test('[export.query] the filter applies, and deleted entries are never in it', async () => {
  const form = await makeForm(service, memberForm);
  const other = await makeForm(service, memberForm);
  await save(other, { name: 'elsewhere' });
  const gone = await save(form, { name: 'gone' });
  await save(form, { name: 'draft' });
  service.advance(1000);
  const last = (await alice('POST', '/entry/submit', { form, data: { name: 'done' } })).body.entry;
  await alice('DELETE', `/entry/${gone.id}`);
  const names = async (query: object) =>
    (await csvRows({ query, fields: ['root≡name'] })).slice(1).map(([name]) => name);
  expect(await names({ form })).toEqual(['draft', 'done']);
  expect(await names({ form: { $eq: form.toUpperCase() } })).toEqual(['draft', 'done']);
  expect(await names({ form: { $in: [form] } })).toEqual(['draft', 'done']);
  expect(await names({ form, status: { $in: [2, 3] } })).toEqual(['done']);
  expect(await names({ form, modifyTime: { $gte: last.modifyTime } })).toEqual(['done']);
  expect(await names({ form, changedAt: { $lt: last.changedAt }, status: 1 })).toEqual(['draft']);
  for (const query of [
    { form, status: 3 },
    { form, deleted: true },
    { form, _id: gone.id },
  ]) {
    expect(await names(query)).toEqual([]);
  }
});

test('[export.order] more entries than a page, in order', async () => {
  const form = await makeForm(service, memberForm);
  for (let i = 0; i < 2; i++) await alice('POST', `/form/${form}/generateEntries`, { num: 3_000 });
  const rows = await csvRows({ query: { form }, fields: ['idx'] });
  expect(rows.slice(1).map(([idx]) => Number(idx))).toEqual(Array.from({ length: 6_000 }, (_, index) => index + 1));
  const [sheet] = await readXlsxFile((await makeExport('xlsx', { query: { form }, fields: ['idx'] })).content);
  expect([sheet!.data.length, sheet!.data.at(-1)]).toEqual([6_001, [6_000]]);
});

test('[export.query] [export.columns] errors: no form, foreign and unknown forms, columns, format', async () => {
  const form = await makeForm(service, memberForm);
  const foreign = await makeForm(service, memberForm, service.people.chelsea.key);
  const ask = async (body: object, query: Record<string, unknown> = { format: 'csv' }) => {
    const { status, body: answer } = await alice('POST', '/entry/export', body, { query });
    return [status, answer.message, answer.validation];
  };
  const noForm = [400, 'Query must contain a form from an export', undefined];
  for (const query of [{}, { status: 2 }, { form: { $ne: form } }, { form: { $in: [form, foreign] } }]) {
    expect(await ask({ query })).toEqual(noForm);
    expect(await ask({ query }, { format: 'pdf' })).toEqual(noForm);
  }
  expect(await ask({})).toEqual(noForm);
  expect(await ask({ query: {} }, { format: 'csv', locale: 'he' })).toEqual([
    400,
    'השאילתה חייבת לכלול את הטופס לייצוא',
    undefined,
  ]);
  expect(await ask({ query: { form: foreign } })).toEqual([
    403,
    'You have insufficient permissions to perform the action.',
    undefined,
  ]);
  const unknown = '0123456789abcdef01234567';
  expect(await ask({ query: { form: unknown } })).toEqual([
    404,
    `Could not find a form with ID ${unknown}.`,
    undefined,
  ]);
  expect(await ask({ query: { form }, fields: ['id', 'root≡nothing', 'constructor', 'name', 'root≡nothing'] })).toEqual(
    [400, 'The following fields are not recognized: root≡nothing, constructor', undefined],
  );
  expect(await ask({ query: { form } }, {})).toEqual([
    400,
    '"format" is required',
    { source: 'query', keys: ['format'] },
  ]);
  expect(await ask({ query: { form } }, { format: 'doc' })).toEqual([
    400,
    '"format" must be one of [csv, xlsx, pdf]',
    { source: 'query', keys: ['format'] },
  ]);
  expect(await ask({ query: { form, 'data.name': 1 } })).toEqual([
    400,
    '"query.data.name" is not allowed',
    { source: 'payload', keys: ['query.data.name'] },
  ]);
  expect((await ask({ query: { form }, fields: 'id' }))[0]).toBe(400);
  const stranger = await service.call('POST', '/entry/export?format=csv', { body: { query: { form } } });
  expect([stranger.status, stranger.body.message]).toEqual([401, 'Missing authentication']);
});

test('[export.link] the link needs no credential and lasts about 2 days', async () => {
  const form = await makeForm(service, memberForm);
  const { body } = await alice('POST', '/entry/export', { query: { form } }, { query: { format: 'csv' } });
  service.advance(47 * hour);
  expect((await download(service, body.url)).status).toBe(200);
  service.advance(2 * hour);
  expect((await download(service, body.url)).status).toBe(403);
});

test('[export.pdf] pdf: a ZIP with one PDF per entry from current data, duplicates numbered, fields not applied', async () => {
  const form = await makeForm(service, memberForm);
  const first = (await alice('POST', '/entry/save', { form, data: { name: 'Before' } })).body.entry;
  await alice('POST', `/entry/${first.id}/save`, { data: { name: 'Current' } });
  // Its submitIdx is the other's idx.
  await alice('POST', '/entry/submit', { form, data: { name: 'Second' } });
  const gone = await save(form, { name: 'gone' });
  await alice('DELETE', `/entry/${gone.id}`);
  const answer = await makeExport('pdf', { query: { form }, fields: ['no such column'] });
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': expect.stringMatching(/^attachment; filename="Members \d{4}-\d\d-\d\d\.zip"/),
  });
  const files = unzipSync(answer.content);
  expect(Object.keys(files)).toEqual(['Members.pdf', 'Members (1).pdf']);
  const text = async (name: string) => JSON.stringify(await readPdf(Buffer.from(files[name]!)));
  expect(await text('Members.pdf')).toContain('Current');
  expect(await text('Members (1).pdf')).toContain('Second');
}, 300_000);

test('[export.pdf] pdf: an entry whose PDF fails is named in errors.txt, the others are there', async () => {
  const source = '#if json("/entry.json").model.name == "bad" { panic("no") }\nName';
  const form = await makeForm(service, { ...memberForm, locale: 'he', templates: [{ type: 'typst', source }] });
  const good = await save(form, { name: 'good' });
  const bad = await save(form, { name: 'bad' });
  const files = unzipSync((await makeExport('pdf', { query: { form } })).content);
  expect(Object.keys(files)).toEqual(['Members.pdf', 'errors.txt']);
  const lines = Buffer.from(files['errors.txt']!).toString('utf8').split('\r\n');
  expect(lines.slice(0, 2)).toEqual(['\ufeffאין PDF לרשומות האלה:', 'מספר\tמזהה\tסיבה']);
  expect(lines[2]).toMatch(new RegExp(`^${bad.idx}\t${bad.id}\tאי אפשר היה להפיק את קובץ ה-PDF. `));
  expect(lines[3]).toBe('');
  expect(Buffer.from(files['errors.txt']!).toString()).not.toContain(good.id);
});

test('[export.pdf] pdf: where no PDF can be made, the export is a 500 that says why', async () => {
  const form = await makeForm(service, { ...memberForm, templates: [{ type: 'typst', source: '#panic("no")' }] });
  await save(form, { name: 'x' });
  const reply = await alice('POST', '/entry/export', { query: { form } }, { query: { format: 'pdf' } });
  expect([reply.status, reply.body.message]).toEqual([500, expect.stringContaining('The PDF could not be made.')]);
});
