// Files that were made to be trouble, and files whose trouble nobody sees: each becomes a form, or a refusal, and what is lost is named.
import { expect, test } from 'vitest';
import { type Cells, makeWorkbook } from '../../test/support/make-workbook.ts';
import { makeZip } from '../../test/support/make-zip.ts';
import { outlineForm } from '../../test/support/outline-form.ts';
import { importForm } from './import-form.ts';

const workbook = (survey: Cells) => ({ bytes: makeWorkbook({ survey }) });
const json = (value: unknown) => ({ text: JSON.stringify(value) });
const sheet = (rows: string, beforeRoot = '') => ({
  bytes: makeZip({
    'xl/workbook.xml': '<workbook><sheets><sheet name="survey" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': '<R><Relationship Id="r1" Target="worksheets/s.xml"/></R>',
    'xl/worksheets/s.xml': `${beforeRoot}<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  }),
});
const row = (...cells: string[]) =>
  `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`;
const head = row('type', 'name', 'label');
const codes = ({ notes }: { notes: readonly { where: string; code: string }[] }) =>
  notes.map(({ where, code }) => [where, code]);

test('[limits.import] [forms.import.notes] cells that cannot be read are counted: errors, formulas without results, columns beyond all', async () => {
  const lost = `<row r="3"><c><f>A1</f></c><c t="e"><v>#REF!</v></c><c t="e"><v>#N/A</v></c><c r="ZZZ3"><v>1</v></c></row>`;
  const imported = await importForm(sheet(`${head}${row('text', 'a', 'A')}${lost}`));
  expect(imported.notes.map(({ where, what }) => [where, what])).toEqual([
    [
      'survey 3',
      'A formula without its result was left out. Open the file in a spreadsheet program and save it there.',
    ],
    ['survey 3', '2 cells that hold an error, such as #REF!, were left out.'],
    ['survey 3', 'A cell beyond column 1,000 was left out.'],
  ]);
  const many = await importForm(
    workbook([
      ['type', 'name', 'label', ...Array(5_000).fill('x')],
      ['text', 'a', 'A'],
    ]),
  );
  expect(codes(many)).toContainEqual(['survey 1', 'cellBeyond']);
});

test('[limits.import] a million empty cells before each word are refused', async () => {
  const far = '<row><c r="ALL1"><v>1</v></c></row>'.repeat(10_100);
  await expect(importForm(sheet(head + row('text', 'a', 'A') + far))).rejects.toMatchObject({ problem: 'tooLarge' });
});

test('[limits.import] entities of a document type stay what they are, and nothing is fetched for them', async () => {
  const entities = Array.from({ length: 20 }, (_, at) => `<!ENTITY a${at + 1} "&a${at};&a${at};&a${at};">`).join('');
  const type = `<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/hostname"><!ENTITY a0 "ha">${entities}]>`;
  const { form } = await importForm(sheet(head + row('text', 'a', '&f;&a20;&amp;'), type));
  expect(outlineForm(form)).toEqual(['fInput a label="&f;&a20;&"']);
});

test('[limits.import] values inside values, a hundred thousand deep', async () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const objects = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
  const logic = `${'{"!":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
  for (const value of [deep, objects]) {
    const survey = await importForm({ text: `{"elements":[{"type":"text","name":"a","defaultValue":${value}}]}` });
    expect(codes(survey)).toEqual([['a', 'defaultValue']]);
    for (const property of [
      `"defaultValue":${value}`,
      `"conditional":{"when":"a","eq":${value}}`,
      `"conditional":{"json":${logic}}`,
      `"validate":{"json":${logic}}`,
      `"calculateValue":${logic}`,
    ]) {
      const formio = await importForm({ text: `{"components":[{"type":"textfield","key":"a",${property}}]}` });
      expect(formio.notes.length).toBeGreaterThan(0);
    }
  }
});

test('[limits.import] [forms.import.notes] what is inside more than a hundred others is left out, and said to be', async () => {
  const columns = '{"type":"columns","key":"w","columns":[{"components":[';
  const formio = `{"components":[${columns.repeat(200)}{"type":"textfield","key":"in"}${']}]}'.repeat(200)},{"type":"textfield","key":"out"}]}`;
  const panels = '{"type":"panel","name":"p","elements":[';
  const survey = `{"elements":[${panels.repeat(200)}{"type":"text","name":"in"}${']}'.repeat(200)},{"type":"text","name":"out"}]}`;
  for (const text of [formio, survey]) {
    const imported = await importForm({ text });
    expect([JSON.stringify(imported.form).includes('"in"'), JSON.stringify(imported.form).includes('"out"')]).toEqual([
      false,
      true,
    ]);
    expect(imported.notes.filter(({ code }) => code === 'tooDeep').length).toBe(1);
  }
});

test('[limits.import] a question with more rules than anybody has: copies of their list would take minutes', async () => {
  const rules = Array.from({ length: 150_000 }, (_, at) => ({ type: 'numeric', minValue: at }));
  const many = importForm(json({ elements: [{ type: 'text', name: 'a', validators: rules }] }));
  await expect(many).rejects.toMatchObject({ problem: 'formTooLarge' });
});

test('[forms.import.notes] what is cut, and a row without a type, is named', async () => {
  const long = 'x'.repeat(10_001);
  const imported = await importForm(
    workbook([
      ['type', 'name', 'label'],
      ['text', 'a', long],
      ['', 'b', 'B'],
    ]),
  );
  expect(codes(imported)).toEqual([
    ['survey 2 (a)', 'textCut'],
    ['survey 3 (b)', 'noType'],
  ]);
  const ends = Array.from({ length: 23 }, (_, at) => ({ expression: `{a} = ${at}`, html: 'Thanks' }));
  const elements = [{ type: 'text', name: 'a', title: `<b>${long}</b>` }];
  const title = 't'.repeat(1_001);
  const survey = await importForm(json({ title, elements, completedHtmlOnCondition: ends, completeText: long }));
  expect([...codes(survey)].toSorted()).toEqual([
    ['', 'textCut'],
    ['a', 'textCut'],
    ['completeText', 'textCut'],
    ['completedHtml', 'endsLeft'],
  ]);
  expect([survey.form.name?.length, survey.form.page?.submitText?.length]).toEqual([1_000, 100]);
});

test('[forms.import] texts with scripts and formulas stay texts', async () => {
  const label = '<img src=x onerror=alert(1)><a href="javascript:alert(1)">=HYPERLINK("http://x","y")</a>';
  const { form } = await importForm(
    json({ elements: [{ type: 'text', name: 'a', title: label, defaultValue: '=1+1' }] }),
  );
  const [element] = (form.formSchema?.rootElem?.children ?? []) as unknown as { label: string; labelHtml: string }[];
  // The page cleans HTML before it shows it.
  expect([element?.label, element?.labelHtml]).toEqual(['=HYPERLINK("http://x","y")', label]);
});
