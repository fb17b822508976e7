// The form that bench/typing.ts types into: 200 fields in ten sections, half of them filled in, and 50 expressions of every kind
// a form has. Most read the field `amount`, some read others, so a key press decides some of them again and others not.

import { elementOf, kinds, valueFor } from './field-kinds.ts';

export const fields = 200;
export const expressions = 50;

const sections = 10;
export function typingForm(): { form: object; data: object } {
  const data: Record<string, unknown> = {};
  const counts = { fields: 0, expressions: 0 };
  const children = Array.from({ length: sections }, (_, section) => {
    const fields = kinds.map((kind, place) => {
      const at = counts.fields++;
      const name = at === 1 ? 'plain' : at === 8 ? 'amount' : `field${at}`;
      if (at % 2 === 1 && at !== 1) data[name] = valueFor[kind];
      return { name, label: `Field ${at}`, ...elementOf[kind], ...expressionsOf(section, place) };
    });
    const content = contentOf(section);
    counts.expressions += content.length;
    for (const field of fields) counts.expressions += countIn(field);
    return {
      ...{ type: 'cSection', name: `section${section}`, label: `Section ${section}` },
      ...(section >= 8 && { relevant: `model.amount > ${section * 1000}` }),
      children: [...fields, ...content],
    };
  });
  counts.expressions += children.filter((section) => 'relevant' in section).length;
  if (counts.fields !== fields || counts.expressions !== expressions) throw new Error(JSON.stringify(counts));
  const rootElem = { type: 'cSection', name: 'root', children };
  return { form: { id: '0'.repeat(24), locale: 'en', formSchema: { rootElem } }, data };
}

/** Four in each section from the second on: a condition, a rule, a list, something readonly or required. */
function expressionsOf(section: number, place: number): object {
  if (section === 0) return {};
  const other = `model.field${section * 20 - 9}`;
  switch (place) {
    case 2:
      return { relevant: `model.amount > ${10 ** (section % 5)} || ${other} == 'o7'` };
    case 4:
      return section % 2
        ? { reqValidator: { req: `model.amount >= ${section * 50}` } }
        : { readonly: `${other} == 'o3'` };
    case 9:
      return section % 3 ? { validators: [{ type: 'expr', value: 'value <= model.amount || !model.amount' }] } : {};
    case 12:
      return section % 3
        ? {}
        : { options: `model.amount > 500 ? [['a', 'Large'], ['b', 'Huge']] : ['o3', 'small', 'tiny']` };
    case 16:
      return { relevant: `${other} != 'o5' && model.field${section * 20 - 1} != 'no'` };
    default:
      return {};
  }
}

const ruled = ['relevant', 'readonly', 'reqValidator'];

function countIn(element: Record<string, unknown>): number {
  const conditions = ruled.filter((name) => name in element).length;
  const rules = JSON.stringify(element['validators'] ?? []).includes('"expr"') ? 1 : 0;
  return conditions + rules + (typeof element['options'] === 'string' ? 1 : 0);
}

function contentOf(section: number): object[] {
  if (section === 0) return [];
  const sum = `model.amount * ${section} + model.field${section * 20 - 11} - 17`;
  return [
    { type: 'eEq', name: `sum${section}`, label: 'Sum', eq: sum },
    ...(section % 3 === 0
      ? [{ type: 'eText', name: `text${section}`, text: 'So far {{ model.amount | number }}.' }]
      : []),
  ];
}
