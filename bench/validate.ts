// How fast is an entry cleaned and checked? A 20-field form with 5 conditions, required rules, options and a 5-row repeat,
// against ajv with a comparable JSON Schema in the same run; then forms of 20, 200 and 2,000 fields to show linear growth.
// Core does more than ajv here: it also converts, drops what is hidden or undeclared, and writes the data in form order.

import { pathToFileURL } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Element, JsonObject } from '../src/core/definition/form-definition.ts';
import { compileForm } from '../src/core/plan/compile-form.ts';
import { compileTools } from '../src/core/plan/compile-tools.ts';
import { isEmail } from '../src/core/validation/text-formats.ts';
import { validateEntry } from '../src/core/validation/validate-entry.ts';
import { invalid } from '../src/core/values/value-type.ts';
import { dateValue } from '../src/fields/date/value.ts';

const perSecond = 100_000;
const shareOfAjv = 0.2;
// Large objects are hash tables and leave the processor's caches; quadratic growth would give 0.01.
const linearSlack = 0.4;

export async function run() {
  const ajvPerSecond = rateOf(ajvCheck());
  const dirtyPerSecond = rateOf(coreCheck(20, disturb));
  const rows = [20, 200, 2000].map((count) => {
    const perSecond = rateOf(coreCheck(count));
    return { count, perSecond, nanosecondsPerField: 1e9 / perSecond / count };
  });
  const [small, , large] = rows as [(typeof rows)[0], unknown, (typeof rows)[0]];
  return {
    title: 'Cleaning and validation of one entry',
    columns: ['what', 'a second', 'ns a field'],
    rows: [
      ['ajv, 20 fields', Math.round(ajvPerSecond), Math.round(1e9 / ajvPerSecond / 20)],
      ...rows.map(({ count, perSecond, nanosecondsPerField }) => [
        `core, ${count} fields`,
        Math.round(perSecond),
        Math.round(nanosecondsPerField),
      ]),
      ['core, 20 fields to be rewritten', Math.round(dirtyPerSecond), Math.round(1e9 / dirtyPerSecond / 20)],
    ],
    verdicts: [
      { name: `of ${perSecond} a second`, ratio: small.perSecond / perSecond, atLeast: 1 },
      { name: 'of ajv', ratio: small.perSecond / ajvPerSecond, atLeast: shareOfAjv },
      {
        name: 'cost of a field at 20 over cost at 2,000',
        ratio: small.nanosecondsPerField / large.nanosecondsPerField,
        atLeast: linearSlack,
      },
    ],
  };
}

/** Twenty fields: 16 on the form itself, 5 of them conditional, and a repeat of 5 rows with 4 fields each. */
function block(suffix: string): { elements: Element[]; data: JsonObject } {
  const name = (base: string) => `${base}${suffix}`;
  const elements: Element[] = [
    { type: 'fInput', name: name('firstName'), reqValidator: true },
    { type: 'fInput', name: name('lastName'), reqValidator: true },
    { type: 'fInput', name: name('email'), reqValidator: true, validators: ['str/email'] },
    { type: 'fInput', name: name('age'), typeValidator: 'num', reqValidator: true },
    { type: 'fRadio', name: name('status'), options: ['single', 'married', 'other'], reqValidator: true },
    { type: 'fInput', name: name('spouse'), relevant: `model.${name('status')} == 'married'`, reqValidator: true },
    { type: 'fInput', name: name('school'), relevant: `model.${name('age')} < 18`, reqValidator: true },
    { type: 'fInput', name: name('employer'), relevant: `model.${name('age')} >= 18`, reqValidator: true },
    { type: 'fBool', name: name('hasCar') },
    { type: 'fInput', name: name('plate'), relevant: `model.${name('hasCar')}`, reqValidator: true },
    { type: 'fSelect', name: name('country'), options: countries, reqValidator: true },
    { type: 'fInput', name: name('state'), relevant: `model.${name('country')} == 'US'`, reqValidator: true },
    { type: 'fCheckbox', name: name('topics'), options: ['news', 'sport', 'music'] },
    { type: 'fDate', name: name('start'), reqValidator: true },
    { type: 'fLngTxt', name: name('notes') },
    { type: 'fRate', name: name('rating') },
    {
      type: 'cRepeat',
      name: name('items'),
      children: [
        { type: 'fInput', name: 'product', reqValidator: true },
        { type: 'fInput', name: 'amount', typeValidator: 'num', reqValidator: true },
        { type: 'fSelect', name: 'unit', options: ['piece', 'box'] },
        { type: 'fBool', name: 'gift' },
      ],
    },
  ];
  const row = (index: number) => ({
    product: `product ${index}`,
    amount: index + 1,
    unit: 'box',
    gift: index % 2 === 0,
  });
  const data: JsonObject = {
    [name('firstName')]: 'Alice',
    [name('lastName')]: 'Andrews',
    [name('email')]: 'alice@example.com',
    [name('age')]: 34,
    [name('status')]: 'married',
    [name('spouse')]: 'Bob',
    [name('employer')]: 'Example Ltd',
    [name('hasCar')]: true,
    [name('plate')]: '12-345-67',
    [name('country')]: 'FR',
    [name('topics')]: ['news', 'music'],
    [name('start')]: '2024-05-01T00:00:00.000Z',
    [name('notes')]: 'Two lines\nof notes.',
    [name('rating')]: 4,
    [name('items')]: [0, 1, 2, 3, 4].map(row),
  };
  return { elements, data };
}

const countries = ['US', 'GB', 'FR', 'DE', 'IL', 'IT', 'ES', 'PT', 'NL', 'BE', 'SE', 'NO', 'FI', 'DK', 'PL', 'GR'];

/** The same values in another order, as text where they can be, with a hidden and an undeclared one. */
function disturb(data: JsonObject): JsonObject {
  const items = (data['items'] as JsonObject[]).map((row) => reverseKeys({ ...row, amount: String(row['amount']) }));
  return reverseKeys({ ...data, items, state: 'hidden', undeclared: true });
}

function reverseKeys(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).reverse());
}

function coreCheck(fieldCount: number, change = (data: JsonObject) => data): () => boolean {
  const blocks = Array.from({ length: fieldCount / 20 }, (_, index) => block(index === 0 ? '' : String(index)));
  const children = blocks.flatMap(({ elements }) => elements);
  const plan = compileForm({ formSchema: { rootElem: { type: 'cSection', name: 'root', children } } }, compileTools);
  const data = change(Object.assign({}, ...blocks.map((one) => one.data)) as JsonObject);
  const options = { rules: 'all', context: { cleanHtml: (html: string) => html } } as const;
  return () => validateEntry(plan, data, options).messages.length === 0;
}

function ajvCheck(): () => boolean {
  const text = { type: 'string', pattern: '\\S' };
  const when = (condition: object, field: string) => ({
    if: { properties: condition, required: Object.keys(condition) },
    then: { required: [field] },
    else: { properties: { [field]: false } },
  });
  const ajv = new Ajv2020({ allErrors: true });
  // Equal questions: the same email rule, and days that exist.
  ajv.addFormat('email', isEmail);
  const { read } = dateValue('d');
  ajv.addFormat('date', (text: string) => read(text, { cleanHtml: String }) !== invalid);
  const validate = ajv.compile({
    type: 'object',
    additionalProperties: false,
    required: ['firstName', 'lastName', 'email', 'age', 'status', 'country', 'start'],
    properties: {
      firstName: text,
      lastName: text,
      email: { type: 'string', format: 'email' },
      age: { type: 'number' },
      status: { enum: ['single', 'married', 'other'] },
      spouse: text,
      school: text,
      employer: text,
      hasCar: { type: 'boolean' },
      plate: text,
      country: { enum: countries },
      state: text,
      topics: { type: 'array', items: { enum: ['news', 'sport', 'music'] } },
      start: { type: 'string', format: 'date' },
      notes: text,
      rating: { type: 'number' },
      items: {
        type: 'array',
        maxItems: 10,
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['product', 'amount'],
          properties: {
            product: text,
            amount: { type: 'number' },
            unit: { enum: ['piece', 'box'] },
            gift: { type: 'boolean' },
          },
        },
      },
    },
    allOf: [
      when({ status: { const: 'married' } }, 'spouse'),
      when({ age: { type: 'number', exclusiveMaximum: 18 } }, 'school'),
      when({ age: { type: 'number', minimum: 18 } }, 'employer'),
      when({ hasCar: { const: true } }, 'plate'),
      when({ country: { const: 'US' } }, 'state'),
    ],
  });
  const { data } = block('');
  return () => validate(data);
}

/** The best of several rounds, by processor time: other work on the machine only ever makes a round slower. */
function rateOf(check: () => boolean): number {
  if (!check()) throw new Error('The entry must be valid.');
  let best = 0;
  for (let round = 0; round < rounds; round++) {
    const start = process.cpuUsage();
    let count = 0;
    let microseconds = 0;
    for (; microseconds < roundMicroseconds; count += batch) {
      for (let once = 0; once < batch; once++) check();
      const { user, system } = process.cpuUsage(start);
      microseconds = user + system;
    }
    best = Math.max(best, (count / microseconds) * 1e6);
  }
  return best;
}

const rounds = 12;
const batch = 100;
const roundMicroseconds = 150_000;

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { title, columns, rows, verdicts } = await run();
  console.log(title);
  console.table(rows.map((row) => Object.fromEntries(row.map((cell, index) => [columns[index], cell]))));
  console.table(verdicts);
}
