// What the worker answers: every kind of file by itself, and files that are nothing, too much, or gone.
import { expect, test } from 'vitest';
import { formioJson } from '../../test/support/foreign-forms/formio-json.ts';
import { googleJson } from '../../test/support/foreign-forms/google-json.ts';
import { householdWorkbook } from '../../test/support/foreign-forms/household-workbook.ts';
import { surveyJson } from '../../test/support/foreign-forms/survey-json.ts';
import { makeWorkbook } from '../../test/support/make-workbook.ts';
import { makeZip } from '../../test/support/make-zip.ts';
import { answerImport, type ImportRequest } from './answer-import.ts';

const ask = async (source: File | string, rest: Partial<ImportRequest> = {}) =>
  answerImport({ source, locale: undefined, appLocale: 'en', ...rest });
const file = (content: string | Uint8Array<ArrayBuffer>, name = 'a file.json') => new File([content], name);
const problem = async (source: File | string, appLocale: 'en' | 'he' = 'en') => {
  const reply = await ask(source, { appLocale });
  return 'problem' in reply ? reply.problem : 'imported';
};

test('[forms.import.app] the kind is found by itself, in files and pasted; a form without a name has the name of the file', async () => {
  const kinds = [];
  for (const source of [
    file(householdWorkbook(), 'visit.xlsx'),
    file(JSON.stringify(formioJson)),
    JSON.stringify(surveyJson),
    `\ufeff${JSON.stringify(googleJson)}`,
  ]) {
    const reply = await ask(source);
    kinds.push('imported' in reply && [reply.imported.kind, reply.imported.form.name]);
  }
  expect(kinds).toEqual([
    ['xlsform', 'Household visit'],
    ['formio', 'Event registration'],
    ['surveyjs', 'Product feedback'],
    ['google', 'Course feedback'],
  ]);
  const nameless = await ask(file(JSON.stringify({ elements: [{ type: 'text', name: 'a' }] }), 'my.first survey.json'));
  expect('imported' in nameless && nameless.imported.form.name).toBe('my.first survey');
  const hebrew = await ask(file(householdWorkbook()), { locale: 'he', appLocale: 'he' });
  expect('imported' in hebrew && [hebrew.imported.form.locale, hebrew.imported.notes[0]?.what]).toEqual([
    'he',
    'שפות אחרות הושמטו: \u2068English (en)\u2069.',
  ]);
});

test('[forms.import.app] what is not a form is refused with the reason, in the language of the app', async () => {
  expect(await problem('{\n  "components": [\n    {"type": "textfield",}\n]}')).toBe(
    'This is not valid JSON. The mistake is in line 3, column 26.',
  );
  expect(await problem(file('{"components": [{"type":'))).toBe(
    'This is not valid JSON. The mistake is in line 1, column 25.',
  );
  expect(await problem('{"a": oops}')).toBe('This is not valid JSON. Was all of it copied?');
  expect(await problem('{"pages": [{"elements": [{"type": text, "name": "a"}]}]}')).toBe(
    'This is not valid JSON. The mistake is in line 1, column 36.',
  );
  expect(await problem(file(''))).toBe('This file is empty.');
  expect(await problem(file(''), 'he')).toBe('הקובץ הזה ריק.');
  expect(await problem('<html>')).toMatch(/^This file is not a form that can be imported/);
  expect(await problem(file(makeWorkbook({ Sheet1: [['a']] }), 'b.xlsx'))).toMatch(/no sheet called “survey”/);
  expect(await problem(file('PK and no more', 'b.xlsx'))).toMatch(/^This workbook could not be read/);
  const own = await ask(JSON.stringify({ name: 'Ours', formSchema: {} }));
  expect(own).toEqual({
    problem: 'This is a form of Formstead itself. It needs no import: use “From JSON”.',
    isOwn: true,
  });
  expect(await ask('["formSchema"]')).toMatchObject({ isOwn: false });
});

test('[forms.import.app] [limits.import] a file that is too large is not read; one that unpacks to too much, or is gone, is refused', async () => {
  const large = Object.assign(file('x'), { arrayBuffer: () => Promise.reject(new Error('It was read.')) });
  Object.defineProperty(large, 'size', { value: 20_000_001 });
  expect(await problem(large)).toMatch(/^This file is too large: at most 20 MB/);
  const zeros = new Uint8Array(101_000_000);
  const bomb = makeZip({
    'xl/workbook.xml': '<workbook><sheets><sheet name="survey" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': zeros,
  });
  expect(bomb.length).toBeLessThan(200_000);
  expect(await problem(file(bomb, 'bomb.xlsx'))).toMatch(/^This file is too large/);
  const gone = Object.assign(file('x'), { arrayBuffer: () => Promise.reject(new DOMException('', 'NotFoundError')) });
  expect(await problem(gone)).toMatch(/^The file could not be read/);
});
