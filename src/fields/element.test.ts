import { expect, expectTypeOf, test } from 'vitest';
import type { OptionsDefinition } from '../core/definition/definition-parts.ts';
import type { Element, ElementOf, ElementWith } from './element.ts';
import { withChanges } from './with-changes.ts';

test('[forms.elements] the compiler knows which elements have a property, and what it holds', () => {
  const rating: ElementOf<'fRate'> = { type: 'fRate', name: 'stars', rateMax: 10, rateStyle: 'numbers' };
  expectTypeOf(rating.rateMax).toEqualTypeOf<number | undefined>();
  // @ts-expect-error: a line of text has no maximum of stars.
  const line: Element = { type: 'fInput', name: 'a', rateMax: 5 };
  // @ts-expect-error: not one of its values.
  const style: Element = { type: 'fRate', name: 'a', rateStyle: 'hearts' };
  // @ts-expect-error: columns hold lists.
  const row: Element = { type: 'cRow', name: 'a', children: [rating] };
  // @ts-expect-error: no such type.
  const other: Element = { type: 'fNothing', name: 'a' };
  const custom: Element = { type: 'eImage', name: 'a' };
  expect([line, style, row, other, custom].map(({ type }) => type).join()).toBe('fInput,fRate,cRow,fNothing,eImage');

  const widths = (element: Element): number | undefined => {
    switch (element.type) {
      case 'cRow':
        return element.children?.reduce((sum, column) => sum + column.length, 0);
      case 'cSection':
        return element.children?.length;
      case 'fRate':
        return element.rateMax;
      case 'fInput': {
        expectTypeOf(element.rateMax).toEqualTypeOf<undefined>();
        return element.step;
      }
      default:
        return undefined;
    }
  };
  expect(widths({ type: 'cRow', name: 'a', children: [[rating], [rating, custom]] })).toBe(3);
  expect(widths(rating)).toBe(10);

  expectTypeOf<ElementWith<'options'>['type']>().toEqualTypeOf<'fSelect' | 'fRadio' | 'fCheckbox' | 'fMatrix'>();
  expectTypeOf<ElementWith<'options'>['options']>().toEqualTypeOf<OptionsDefinition | undefined>();
});

test('[forms.elements] a changed element keeps the rest, and what becomes undefined is gone', () => {
  const element: Element = { type: 'fInput', name: 'a', label: 'A', help: 'x' };
  expect(Object.entries(withChanges(element, { help: undefined, placeholder: 'p' }))).toEqual([
    ['type', 'fInput'],
    ['name', 'a'],
    ['label', 'A'],
    ['placeholder', 'p'],
  ]);
});
