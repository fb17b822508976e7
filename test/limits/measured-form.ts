// What the functions of text-functions.ts are given: a form with a field of each kind, entries full of a text, and texts no longer than
// such a function ever meets.

import type { FormDefinition, JsonObject } from '../../src/core/definition/form-definition.ts';
import { compileForm } from '../../src/core/plan/compile-form.ts';
import { compileTools } from '../../src/core/plan/compile-tools.ts';
import { modelScope } from '../../src/core/plan/model-scope.ts';
import { outlineAnswers } from '../../src/print/answer-outline.ts';
import { withAnswers } from '../../src/print/answer-scope.ts';
import { cleanHtml } from '../../src/server/html/clean-html.ts';
import { formTables } from '../../src/server/odata/form-tables.ts';
import { runAtOnce } from '../../src/server/scheduling/run-in-slices.ts';

export type TextFunction = (text: string) => unknown;

export const key = Buffer.alloc(32, 1);
export const tools = { cleanHtml };
export const context = { cleanHtml };
const field = (type: string, name: string, extra: object = {}) => ({ type, name, ...extra });
const measuredForm = {
  formSchema: {
    rootElem: {
      type: 'cSection',
      name: 'root',
      children: [
        field('fInput', 'text'),
        field('fLngTxt', 'long', { validators: ['str/email', 'str/url', { type: 'str/maxLength', value: 9 }] }),
        field('fDoc', 'doc'),
        field('fInput', 'num', { typeValidator: 'num' }),
        field('fDate', 'date'),
        field('fColor', 'color'),
        field('fSign', 'sign'),
        field('fSelect', 'select', { options: ['a', 'b'] }),
        field('fCheckbox', 'boxes', { options: ['a', 'b'] }),
        { type: 'cRepeat', name: 'rows', repMaxRows: 5000, children: [field('fInput', 'cell')] },
      ],
    },
  },
} as never as FormDefinition;
export const plan = compileForm(measuredForm, compileTools);

export const tables = runAtOnce(formTables({ plan, definition: measuredForm } as never, false));
export const table = tables.tables[0] as (typeof tables.tables)[number];

/** An entry with the text everywhere. */
export const entryOf = (text: string) => ({
  ...{ text, long: text, doc: text, num: text, date: text, color: text, sign: text, select: text },
  boxes: [text],
  rows: [{ cell: text }, { cell: 5 }, null],
});
export const messageScope = (text: string) => {
  const data = entryOf(text) as unknown as JsonObject;
  const outline = () => outlineAnswers(measuredForm, plan);
  return withAnswers(modelScope(plan, data, {}), { plan, timeZone: undefined, outline, data, context: {}, cleanHtml });
};
/** As many as the text has tens of characters. */
export const chunksOf = (text: string) => Array.from({ length: text.length / 10 });
/** What comes in an address or a header: node takes no more than 16 kB of those. */
export const head = (text: string) => text.slice(0, 16_384);
/** What a check of the request has refused where it is longer: passwords, names and addresses of people. */
export const short = (text: string) => text.slice(0, 1_024);
export const once = (text: string) => text.slice(0, Math.ceil(text.length / 8));

export function jsonOf(text: string): Buffer {
  return Buffer.from(JSON.stringify({ data: { text }, query: { [text]: 1 } }));
}
