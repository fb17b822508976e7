import { expect, test } from 'vitest';
import { listSlips, meantProperty } from './element-properties.ts';
import type { Element } from './form-definition.ts';

test('[forms.elements.unknown-properties] a name that is nearly a property is reported, others are not', () => {
  expect(meantProperty('reqValidater')).toBe('reqValidator');
  expect(meantProperty('reqvalidator')).toBe('reqValidator');
  expect(meantProperty('Label')).toBe('label');
  expect(meantProperty('lable')).toBe('label');
  expect(meantProperty('validator')).toBe('validators');
  expect(meantProperty('readOnly')).toBe('readonly');
  for (const name of ['label', 'styling', 'width', 'cssClass', 'placeholder', 'hint', 'x', 'tab', 'a'.repeat(5000)]) {
    expect(meantProperty(name), name).toBeUndefined();
  }
});

test('[forms.elements.unknown-properties] slips in a form, each with its place; of very many the first', () => {
  const rootElem = {
    type: 'cSection',
    name: 'root',
    children: [
      { type: 'fInput', name: 'a', reqValidater: true, styling: 1 },
      { type: 'cRow', name: 'row', children: [[{ type: 'fInput', name: 'b', relevent: 'model.a' }]] },
      // Whoever has the property too means something else by the other.
      { type: 'fInput', name: 'c', label: 'C', lable: 'C' },
    ],
  };
  expect(listSlips({ formSchema: { rootElem: rootElem as Element } })).toEqual([
    { path: 'formSchema.rootElem.children.0.reqValidater', meant: 'reqValidator' },
    { path: 'formSchema.rootElem.children.1.children.0.0.relevent', meant: 'relevant' },
  ]);
  const many = Array.from({ length: 5000 }, (_, at) => ({ type: 'fInput', name: `f${at}`, lable: 'x' }));
  expect(listSlips({ formSchema: { rootElem: { ...rootElem, children: many } as Element } })).toHaveLength(10);
  expect(listSlips({})).toEqual([]);
});
