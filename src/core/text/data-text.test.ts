// Keys in the form's order, whatever they look like.
import { expect, test } from 'vitest';
import type { Element, ElementOf } from '../definition/form-definition.ts';
import { compileForm } from '../plan/compile-form.ts';
import { compileTools } from '../plan/compile-tools.ts';
import { validateEntry } from '../validation/validate-entry.ts';
import { dataTextWriter } from './data-text.ts';

const text = (name: string): Element => ({ type: 'fInput', name });
const section = (name: string, more: Partial<ElementOf<'cSection'>>, ...children: Element[]): Element => ({
  type: 'cSection',
  name,
  children,
  ...more,
});

function textOf(children: Element[], data: object): string {
  const plan = compileForm({ formSchema: { rootElem: section('root', {}, ...children) } }, compileTools);
  const check = validateEntry(plan, data, { rules: 'all', context: { cleanHtml: (html) => html } });
  expect(check.messages).toEqual([]);
  const written = dataTextWriter(plan)(check.data);
  expect(JSON.parse(written)).toEqual(check.data);
  return written;
}

test('[values.paths.order] keys of data come back in the form’s order, names like numbers too', () => {
  expect(textOf([text('z'), text('2'), text('1')], { 1: 'a', 2: 'b', z: 'c' })).toBe('{"z":"c","2":"b","1":"a"}');
  const nested: Element[] = [
    section('s', { secFlat: false, secCollapse: true }, text('b'), text('0')),
    { type: 'cRepeat', name: '7', children: [text('y'), text('3')] },
    text('5'),
  ];
  const data = { 5: 'e', 7: [{ 3: 'r', y: 's' }, null, {}], s: { 0: 'x', b: 'y', __isCollapsed: true } };
  expect(textOf(nested, data)).toBe(
    '{"s":{"b":"y","0":"x","__isCollapsed":true},"7":[{"y":"s","3":"r"},null,null],"5":"e"}',
  );
});

test('[values.paths.order] an ordinary form is written by JSON.stringify itself', () => {
  const plan = compileForm({ formSchema: { rootElem: section('root', {}, text('a')) } }, compileTools);
  expect(dataTextWriter(plan)).toBe(JSON.stringify);
});
