// What tests of importing forms share: names, words and expressions as hostile files have them, and what must hold whatever a file has.
import fc from 'fast-check';
import { expect } from 'vitest';
import { checkForm } from '../../src/core/definition/check-form.ts';
import { type ImportSource, importForm } from '../../src/import-forms/import-form.ts';
import { ImportFormError } from '../../src/import-forms/import-problem.ts';
import { newFormCheck } from '../../src/server/forms/form-checks.ts';
import { checkJsonDepth } from '../../src/server/http/json-body.ts';

/** A form that the service accepts, or a refusal in words; whether it was a form. */
export async function expectAccepted(source: ImportSource): Promise<boolean> {
  try {
    const { form, notes } = await importForm(source);
    expect(checkForm(form)).toEqual([]);
    expect(newFormCheck.validate(form).error?.message).toBeUndefined();
    checkJsonDepth(JSON.stringify(form));
    for (const { where, what } of notes) {
      expect(what.length).toBeGreaterThan(0);
      expect(where.length + what.length).toBeLessThan(1_000);
      // Every value of a text was given.
      expect(what).not.toMatch(/\{(?:name|names|source|reason|at|count)\}/);
    }
    return true;
  } catch (error) {
    if (!(error instanceof ImportFormError)) throw error;
    return false;
  }
}

const names = ['a', 'b', 'c', 'a', '__proto__', 'constructor', 'x y', 'שם', 'a.b', '', '1', '≡', 'model'];
export const name = fc.constantFrom(...names);
export const word = fc.oneof(
  name,
  fc.string({ maxLength: 12 }),
  fc.constantFrom(
    '{{ x',
    '{{ model.a }}',
    '${a}',
    '${a} ${',
    '{a}',
    '<b>x</b>',
    '<',
    '\u0000',
    '\ud800',
    'yes',
    'true()',
    '0',
    '1e400',
    '-1',
  ),
);
export const operator = fc.constantFrom(
  '=',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  '+',
  '-',
  '*',
  'div',
  'mod',
  'and',
  'or',
  '|',
  ',',
);
const xpathWords = fc.oneof(
  name.map((one) => `\${${one}}`),
  operator,
  fc.constantFrom(
    '.',
    '..',
    '(',
    ')',
    '[',
    ']',
    "'a'",
    "''",
    '1',
    "'2020-01-01'",
    'today()',
    'not(',
    'selected(',
    'count-selected(',
    'if(',
    'regex(',
    'coalesce(',
    'int(',
    'sum(',
    'concat(',
    'position(..)',
    'date(',
    "'^a+$'",
    "'(?=a)'",
    'string-length(',
    'jr:choice-name(',
    'pow(',
    'format-date(',
  ),
);
export const xpath = fc.array(xpathWords, { maxLength: 12 }).map((parts) => parts.join(' '));
