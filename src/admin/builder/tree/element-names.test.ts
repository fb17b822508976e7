import { expect, test } from 'vitest';
import { isProposedName, nameFromLabel, uniqueName } from '../../../core/definition/element-names.ts';
import type { FormDefinition } from '../../../core/definition/form-definition.ts';
import { renameElement } from './rename-element.ts';

test('[builder] names: proposed from the label in latin letters', () => {
  const cases: [string, string][] = [
    ['Your name', 'yourName'],
    ["What's your e-mail?", 'whatsYourEMail'],
    ['Größe (cm)', 'grosseCm'],
    ['שם מלא', 'shmMla'],
    ['2nd choice', 'q2ndChoice'],
    ['你好', 'text'],
    ['', 'text'],
    ['<script>alert(1)</script>', 'scriptAlert1Script'],
    ['x'.repeat(100), 'x'.repeat(40)],
    ['__proto__', 'proto'],
  ];
  for (const [label, expected] of cases) expect([label, nameFromLabel(label, 'text')]).toEqual([label, expected]);
});

test('[builder] names: a taken name gets a number', () => {
  expect(uniqueName('a', new Set())).toBe('a');
  expect(uniqueName('a', new Set(['a', 'a2']))).toBe('a3');
  expect(uniqueName('a2', new Set(['a2']))).toBe('a3');
  expect(uniqueName('2', new Set(['2']))).toBe('22');
});

test('[builder] names: a name follows the label only while it is the proposed one', () => {
  expect(isProposedName('yourName', 'Your name', 'text')).toBe(true);
  expect(isProposedName('yourName2', 'Your name', 'text')).toBe(true);
  expect(isProposedName('text', '', 'text')).toBe(true);
  expect(isProposedName('fullName', 'Your name', 'text')).toBe(false);
});

test('[builder] names: what reads an element reads it by its new name', () => {
  const form = (name: string, product: string): FormDefinition => ({
    formSchema: {
      rootElem: {
        type: 'cSection',
        name: 'root',
        children: [
          { type: 'fInput', name, label: 'model.who' },
          { type: 'fInput', name: 'b', relevant: `model.${name} && model.whoever && x.model.who && model['${name}']` },
          {
            type: 'cRepeat',
            name: 'items',
            children: [
              { type: 'fInput', name: product },
              { type: 'eText', name: 't', text: `{{ row.${product} }} {{ model.product }} {{ model.${name} }}` },
            ],
          },
          { type: 'fSelect', name: 'c', options: ['model.who'], readonly: 'row.product' },
        ],
      },
    },
    postSubmit: { emails: [{ to: [`{{ model.${name} }}`], text: 'row.product' }] },
  });
  const renamed = renameElement(form('who', 'product'), 'formSchema.rootElem.children.0', 'person');
  const expected = JSON.parse(JSON.stringify(form('person', 'product')).replace("model['person']", 'model.person'));
  expect(renamed).toEqual(expected);
  const inRow = renameElement(form('who', 'product'), 'formSchema.rootElem.children.2.children.0', 'thing');
  expect(inRow).toEqual(form('who', 'thing'));
});
