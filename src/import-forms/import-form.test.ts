// Which file is what, which language is taken, what names become, and files that are nothing or too much.
import { expect, test } from 'vitest';
import { formioJson } from '../../test/support/foreign-forms/formio-json.ts';
import { googleJson } from '../../test/support/foreign-forms/google-json.ts';
import { householdWorkbook } from '../../test/support/foreign-forms/household-workbook.ts';
import { surveyJson } from '../../test/support/foreign-forms/survey-json.ts';
import { type Cells, makeWorkbook } from '../../test/support/make-workbook.ts';
import { makeZip } from '../../test/support/make-zip.ts';
import { outlineForm } from '../../test/support/outline-form.ts';
import { type ImportSource, importForm } from './import-form.ts';
import { ImportFormError, importProblemText } from './import-problem.ts';

const problem = async (source: ImportSource) => {
  try {
    await importForm(source);
    return 'imported';
  } catch (error) {
    if (!(error instanceof ImportFormError)) throw error;
    expect(importProblemText(error, 'he')).toMatch(/[א-ת]/);
    return error.problem;
  }
};
const json = (value: unknown) => ({ text: JSON.stringify(value) });
const bytes = (text: string) => new TextEncoder().encode(text);
const workbook = (survey: Cells, choices: Cells = []) => ({ bytes: makeWorkbook({ survey, choices }) });

test('[forms.import] the content decides what a file is; a kind that is asked for must be it', async () => {
  expect((await importForm({ bytes: bytes(`\ufeff${JSON.stringify(surveyJson)}`) })).kind).toBe('surveyjs');
  expect((await importForm({ kind: 'google', ...json(googleJson) })).kind).toBe('google');
  expect(await problem({ kind: 'surveyjs', ...json(formioJson) })).toBe('notKind');
  expect(await problem({ kind: 'formio', bytes: householdWorkbook() })).toBe('notKind');
  expect(await problem({ kind: 'xlsform', ...json(formioJson) })).toBe('notKind');
});

test('[forms.import] what is not a form says so', async () => {
  expect(await problem({ text: '' })).toBe('notForm');
  expect(await problem({ text: 'name,age' })).toBe('notForm');
  expect(await problem({ text: '[1, 2]' })).toBe('notForm');
  expect(await problem({ text: '{"a": 1}' })).toBe('notForm');
  expect(await problem({ text: '{"pages": [' })).toBe('notJson');
  expect(await problem(json({ pages: [] }))).toBe('noQuestions');
  expect(await problem(json({ components: [{ type: 'button', key: 'submit' }] }))).toBe('noQuestions');
  expect(await problem({ bytes: bytes('PK and no more') })).toBe('notWorkbook');
  expect(await problem({ bytes: new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]) })).toBe('oldWorkbook');
  expect(await problem({ bytes: makeWorkbook({ Sheet1: [['a']] }) })).toBe('noSurvey');
  expect(await problem({ bytes: makeWorkbook({ survey: [['type', 'name']] }) })).toBe('noQuestions');
});

test('[forms.import.languages] one language is taken, and the others are named', async () => {
  const hebrew = await importForm({ bytes: householdWorkbook(), locale: 'he', notesIn: 'he' });
  expect(hebrew.form.locale).toBe('he');
  expect(outlineForm(hebrew.form)[1]).toContain('label="שמך"');
  expect(hebrew.notes[0]).toEqual({
    where: '',
    code: 'languages',
    what: 'שפות אחרות הושמטו: \u2068English (en)\u2069.',
  });
  const survey = await importForm({ ...json(surveyJson), locale: 'he' });
  expect([survey.form.name, survey.form.locale]).toEqual(['משוב על המוצר', 'he']);
  const french: Cells = [
    ['type', 'name', 'label::Français (fr)', 'label::English (en)'],
    ['text', 'a', 'Nom', 'Name'],
    ['text', 'b', 'Âge'],
  ];
  const english = await importForm(workbook(french));
  expect(outlineForm(english.form)).toEqual(['fInput a label="Name"', 'fInput b label="Âge"']);
  expect(english.notes.map(({ code }) => code)).toEqual(['languages', 'textsMissing']);
  const wanted = await importForm({ ...workbook(french), locale: 'he' });
  expect(wanted.notes.map(({ code }) => code)).toContain('languageMissing');
  const plain = await importForm(
    workbook([
      ['type', 'name', 'label'],
      ['text', 'a', 'מה שמך?'],
    ]),
  );
  expect([plain.form.locale, plain.notes]).toEqual(['he', []]);
});

test('[forms.import.names] names stay, or become ones that the data can have', async () => {
  const survey: Cells = [
    ['type', 'name', 'label'],
    ['text', '__proto__', 'a'],
    ['text', 'constructor', 'b'],
    ['text', 'same', 'c'],
    ['text', 'same', 'd'],
    ['text', 'a.b', 'e'],
    ['text', ` ${'x'.repeat(300)}`, 'f'],
    ['begin repeat', 'toString', 'rows'],
    ['text', 'same', 'g'],
    ['end repeat'],
  ];
  const { form, notes } = await importForm(workbook(survey));
  const names = outlineForm(form).map((line) => line.trim().split(' ')[1]);
  expect(names).toEqual(['_proto__', 'constructor', 'same', 'same2', 'a_b', 'x'.repeat(192), 'toString', 'same']);
  expect(notes.filter(({ code }) => code === 'renamed').length).toBe(4);
  const { form: other } = await importForm(
    json({
      elements: [
        { type: 'text', name: '__proto__' },
        { type: 'text', name: 'hasOwnProperty', visibleIf: '{__proto__} = 1' },
      ],
    }),
  );
  expect(outlineForm(other)).toEqual([
    'fInput _proto__ label="__proto__"',
    'fInput hasOwnProperty label="hasOwnProperty" relevant="model._proto__ == 1"',
  ]);
});

test('[forms.import.notes] nothing is left out in silence: columns, settings, sheets, appearances, media', async () => {
  const { notes } = await importForm({
    bytes: makeWorkbook({
      survey: [
        ['type', 'name', 'label', 'appearance', 'media::image', 'bind::custom', 'trigger', 'calculation'],
        ['text', 'a', 'A', 'masked w2', 'a.png', 'x', '${b}', '1 + 1'],
        ['select_one nothing', 'b', 'B'],
        ['select_one_from_file list.csv', 'c', 'C'],
        ['osm', 'd', 'D'],
        ['end group'],
        ['begin group', 'open'],
      ],
      choices: [
        ['list_name', 'name', 'label'],
        ['x', 'x', 'X'],
      ],
      settings: [
        ['form_title', 'submission_url'],
        ['T', 'https://example.org'],
      ],
      'my notes': [['a'], ['b']],
    }),
  });
  expect(notes.map(({ where, code }) => [where, code])).toEqual([
    ['survey 2 (a)', 'calculationOfField'],
    ['survey 2 (a)', 'trigger'],
    ['survey 2 (a)', 'column'],
    ['survey 2 (a)', 'appearance'],
    ['survey 2 (a)', 'appearance'],
    ['survey 2 (a)', 'media'],
    ['survey 3 (b)', 'noOptions'],
    ['survey 4 (c)', 'optionsInFile'],
    ['survey 5 (d)', 'unknownType'],
    ['survey 6', 'endWithoutGroup'],
    ['choices 2', 'listsUnused'],
    ['survey', 'groupNotEnded'],
    ['settings', 'setting'],
    ['my notes', 'sheet'],
  ]);
});

test('[limits.import] too many rows, elements, bytes, and an archive that unpacks to more', async () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => ['text', `q${at}`, 'Q']);
  expect(await problem(workbook([['type', 'name', 'label'], ...many(12_000)]))).toBe('tooManyElements');
  expect(await problem(json({ elements: many(12_000).map(([type, name]) => ({ type, name })) }))).toBe(
    'tooManyElements',
  );
  expect(await problem({ text: `{"pages": [], "x": "${'x'.repeat(20_000_001)}"}` })).toBe('tooLarge');
  const rows = '<row><c><v>1</v></c></row>'.repeat(100_000);
  expect(await problem({ bytes: makeZip({ 'xl/worksheets/sheet1.xml': `<worksheet>${rows}</worksheet>` }) })).toBe(
    'tooLarge',
  );
  const packed = makeZip({ 'xl/worksheets/sheet1.xml': Buffer.alloc(101_000_000) });
  expect(packed.length).toBeLessThan(1_000_000);
  expect(await problem({ bytes: packed })).toBe('tooLarge');
  const options = Array.from({ length: 9_000 }, (_, at) => ['list', `v${at}`, 'L'.repeat(90)]);
  const questions = ['a', 'b', 'c'].map((name) => ['select_one list', name, name]);
  expect(
    await problem(workbook([['type', 'name', 'label'], ...questions], [['list_name', 'name', 'label'], ...options])),
  ).toBe('formTooLarge');
});

test('[limits.import] groups inside groups inside groups', async () => {
  const deep: Cells = [
    ['type', 'name', 'label'],
    ...Array.from({ length: 200 }, (_, at) => ['begin group', `g${at}`, 'G']),
    ['text', 'inner', 'Inner'],
    ...Array.from({ length: 200 }, () => ['end group']),
  ];
  const { form, notes } = await importForm(workbook(deep));
  expect(outlineForm(form).at(-1)).toBe(`${'  '.repeat(20)}fInput inner label="Inner"`);
  expect(notes.filter(({ code }) => code === 'groupTooDeep').length).toBe(180);
  const nest = (depth: number, wrap: (inner: unknown, at: number) => unknown, inner: unknown) =>
    Array.from({ length: depth }).reduce<unknown>((value, _, at) => wrap(value, at), inner);
  const panels = nest(90, (inner, at) => ({ type: 'panel', name: `p${at}`, elements: [inner] }), {
    type: 'text',
    name: 'inner',
  });
  expect(outlineForm((await importForm(json({ elements: [panels] }))).form).at(-1)).toContain('fInput inner');
  const grids = nest(60, (inner, at) => ({ type: 'datagrid', key: `g${at}`, components: [inner] }), {
    type: 'textfield',
    key: 'inner',
  });
  const imported = await importForm(json({ components: [grids] }));
  expect(imported.notes.map(({ code }) => code)).toContain('repeatTooDeep');
  const open = '{"type":"well","key":"w","components":[';
  const endless = `${open.repeat(100_000)}{"type":"textfield","key":"inner"}${']}'.repeat(100_000)}`;
  expect(await problem({ text: `{"components":[${endless},{"type":"textfield","key":"outer"}]}` })).toBe('imported');
});

test('[limits.import] references in circles, and everything that names everything', async () => {
  const circle: Cells = [
    ['type', 'name', 'label', 'calculation', 'relevant'],
    ['calculate', 'a', '', '${b} + 1'],
    ['calculate', 'b', '', '${a} + 1'],
    ['text', 'c', 'C', '', '${d} = 1'],
    ['text', 'd', 'D', '', '${c} = 1'],
    ['text', 'e', 'E', '', '${e} = 1 or ${a} = 2'],
  ];
  const { form, notes } = await importForm(workbook(circle));
  expect(outlineForm(form)).toEqual([
    'fInput c label="C" relevant="model.d == 1"',
    'fInput d label="D" relevant="model.c == 1"',
    'fInput e label="E"',
  ]);
  expect(notes.map(({ where, code }) => [where, code])).toEqual([
    ['survey 2 (a)', 'calculation'],
    ['survey 3 (b)', 'calculation'],
    ['survey 6 (e)', 'relevant'],
  ]);
});
