import { expect, test } from 'vitest';
import type { Element, FormDefinition } from '../../../core/definition/form-definition.ts';
import { brokenReferences, usersOf } from './references.ts';

const formOf = (children: readonly object[], more: object = {}): FormDefinition => ({
  formSchema: { rootElem: { type: 'cSection', name: 'root', children: children as Element[] } },
  ...more,
});
const at = (...places: (number | string)[]) => `formSchema.rootElem.children.${places.join('.children.')}`;

const shop = formOf(
  [
    { type: 'fBool', name: 'agree', label: 'Agree' },
    { type: 'fRadio', name: 'by', label: 'By', options: ['bus', ['train', 'By train']] },
    { type: 'fInput', name: 'why', label: 'Why', relevant: "model.agree && model.by == 'train'" },
    {
      type: 'cRepeat',
      name: 'items',
      label: 'Items',
      children: [
        { type: 'fInput', name: 'price', typeValidator: 'num' },
        { type: 'eEq', name: 'twice', eq: 'row.price * 2 + model.agree' },
      ],
    },
    { type: 'eText', name: 'note', text: 'Hello {{ model.why }}' },
  ],
  { postSubmit: { emails: [{ to: ['{{ model.why }}'], if: 'model.agree', html: '{{ allAnswers }}' }] } },
);

test('[builder] references: a form that reads what it has is whole', () => {
  expect(brokenReferences(shop)).toEqual(new Map());
});

test('[builder] references: deleted fields, renamed options and mistyped names are found wherever they are read', () => {
  const broken = formOf(
    [
      { type: 'fRadio', name: 'by', label: 'By', options: ['bus', 'train'] },
      { type: 'fCheckbox', name: 'many', label: 'Many', options: ['x'] },
      { type: 'fInput', name: 'a', relevant: "model.agree && model.by == 'boat'", reqValidator: { req: 'modle.by' } },
      {
        type: 'fInput',
        name: 'b',
        readonly: "model.many.includes('y') || ['bus', 'car'].includes(model.by)",
        validators: [
          { type: 'expr', value: 'value > model.least' },
          { type: 'num/min', value: 'model.lowest' },
          { type: 'str/pattern', value: 'model.pattern' },
        ],
      },
      { type: 'fSelect', name: 'c', options: { url: '/x', qs: '{ term: term, of: model.country }' } },
      {
        type: 'cRepeat',
        name: 'rows',
        children: [
          { type: 'eText', name: 'd', text: '{{ row.gone }} {{ row.d2 }}' },
          { type: 'fInput', name: 'd2' },
        ],
      },
      { type: 'cTabs', name: 'tabs', tabs: [{ name: 't', relevant: 'model.hidden' }], children: [[]] },
      { type: 'eEq', name: 'e', eq: '1 +' },
    ],
    {
      postSubmit: { emails: [{ subject: '{{ model.nobody }}' }] },
      templates: [{ type: 'remote', url: 'x/{{ model.id }}' }],
    },
  );
  const found = [...brokenReferences(broken)].map(([path, references]) => [
    path,
    references.map(({ property, kind, name }) => `${property} ${kind} ${name}`),
  ]);
  expect(found).toEqual([
    [at(2), ['relevant name model.agree', 'relevant value boat', 'reqValidator.req name modle.by']],
    [
      at(3),
      [
        'readonly value y',
        'readonly value car',
        'validators.0.value name model.least',
        'validators.1.value name model.lowest',
      ],
    ],
    [at(4), ['options.qs name model.country']],
    [at(5, 0), ['text name row.gone']],
    [at(6), ['tabs.0.relevant name model.hidden']],
    ['postSubmit.emails.0', ['subject name model.nobody']],
    ['templates.0', ['url name model.id']],
  ]);
});

test('[builder] references: who reads a field, a field of rows, and a container', () => {
  expect(usersOf(shop, [at(0)])).toEqual([
    { path: at(2), property: 'relevant' },
    { path: at(3, 1), property: 'eq' },
    { path: 'postSubmit.emails.0', property: 'if' },
  ]);
  expect(usersOf(shop, [at(3, 0)])).toEqual([{ path: at(3, 1), property: 'eq' }]);
  // What goes along is not a reader.
  expect(usersOf(shop, [at(3)])).toEqual([]);
  expect(usersOf(shop, [at(0), at(2), at(3)])).toEqual([
    { path: at(4), property: 'text' },
    { path: 'postSubmit.emails.0', property: 'to.0' },
    { path: 'postSubmit.emails.0', property: 'if' },
  ]);
});

test('[builder] references: the next look reads no expression again', () => {
  const many = formOf(
    Array.from({ length: 1_000 }, (_, number) => ({
      type: 'fInput',
      name: `f${number}`,
      ...(number > 0 && { relevant: `model.f${number - 1} == 'x'` }),
    })),
  );
  const parsed = new Map();
  expect(brokenReferences(many, parsed).size).toBe(0);
  expect(parsed.size).toBe(999);
  brokenReferences(many, parsed);
  expect(parsed.size).toBe(999);
});
