import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Element, ElementOf, FormDefinition } from '../../../core/definition/form-definition.ts';
import { outermost } from '../draft/selection.ts';
import {
  eachElement,
  elementAt,
  insertElement,
  listAt,
  listsOf,
  rootOf,
  rootPath,
  slotForNew,
} from './element-tree.ts';
import {
  copiesFor,
  duplicateElements,
  groupElements,
  moveElements,
  removeElements,
  slotForMany,
} from './many-elements.ts';

const text = (name: string, more: Partial<ElementOf<'fInput'>> = {}): Element => ({ type: 'fInput', name, ...more });
const section = (name: string, children: Element[]): Element => ({ type: 'cSection', name, children });
const formOf = (...children: Element[]): FormDefinition => ({ formSchema: { rootElem: section('root', children) } });
const at = (path: string) => `${rootPath}.children.${path}`;
const form = formOf(
  text('a'),
  section('s', [text('b'), text('c')]),
  { type: 'cRow', name: 'r', children: [[text('d')], []] },
  text('e'),
);
/** Names in form order, what is inside in brackets. */
const drawn = (definition: FormDefinition): string => {
  const draw = (element: Element): string =>
    element.children === undefined
      ? element.name
      : `${element.name}[${(element.children as (Element | Element[])[]).flat().map(draw).join(' ')}]`;
  return draw(rootOf(definition));
};

test('[builder] several: moved together in form order, to a slot or a step on', () => {
  const moved = moveElements(form, [at('0'), at('1.children.1')], { list: at('2.children.1'), at: 0 });
  expect([drawn(moved!.definition), moved!.paths]).toEqual([
    'root[s[b] r[d a c] e]',
    [at('1.children.1.0'), at('1.children.1.1')],
  ]);
  const down = moveElements(form, [at('0'), at('1')], slotForMany(form, [at('0'), at('1')], 'down')!);
  expect(drawn(down!.definition)).toBe('root[r[d] a s[b c] e]');
  expect(slotForMany(form, [at('0'), at('1.children.0')], 'down')).toBeUndefined();
  expect(moveElements(form, [at('0'), at('1')], { list: at('1.children'), at: 0 })).toBeUndefined();
});

test('[builder] several: wherever they move they are there once, and nothing else is lost', () => {
  const paths = [...eachElement(rootOf(form))].map(([path]) => path).filter((path) => path !== rootPath);
  const lists = [...eachElement(rootOf(form))].flatMap(([path, element]) => listsOf(element, path));
  const names = (definition: FormDefinition) => [...eachElement(rootOf(definition))].map(([, { name }]) => name).sort();
  fc.assert(
    fc.property(fc.subarray(paths, { minLength: 1 }), fc.constantFrom(...lists), fc.nat(4), (some, list, place) => {
      const chosen = outermost(some);
      const moved = moveElements(form, chosen, { list, at: Math.min(place, listAt(form, list).length) });
      if (moved === undefined) return chosen.some((path) => list.startsWith(`${path}.`));
      expect(moved.paths.map((path) => elementAt(moved.definition, path))).toEqual(
        chosen.map((path) => elementAt(form, path)),
      );
      expect(names(moved.definition)).toEqual(names(form));
      return true;
    }),
  );
});

test('[builder] several: copies, groups and deletions', () => {
  const copied = duplicateElements(form, [at('0'), at('1.children.0')])!;
  expect(copied.paths.map((path) => elementAt(copied.definition, path)?.name)).toEqual(['a2', 'b2']);
  const together = duplicateElements(form, [at('0'), at('3')])!;
  expect([drawn(together.definition), together.paths]).toEqual(['root[a s[b c] r[d] e a2 e2]', [at('4'), at('5')]]);
  const grouped = groupElements(form, [at('0'), at('1.children.1'), at('3')], section('new', []))!;
  expect([drawn(grouped.definition), grouped.path]).toEqual(['root[new[a c e] s[b] r[d]]', at('0')]);
  const left = removeElements(form, [at('0'), at('1.children.0'), at('3')]);
  expect([drawn(left.definition), left.path]).toEqual(['root[s[c] r[d]]', at('0')]);
});

test('[builder] several: what comes from another form keeps its names where they are free, and reads itself', () => {
  const copies = copiesFor(form, [text('x'), text('a', { relevant: 'model.x' }), text('f', { relevant: 'model.a' })]);
  expect(copies).toEqual([text('x'), text('a2', { relevant: 'model.x' }), text('f', { relevant: 'model.a2' })]);
});

test('[builder] tree: a section goes after the section that one is in, everything else inside', () => {
  const put = (selected: string | undefined, kind: string) =>
    drawn(insertElement(form, slotForNew(form, selected, kind), text('new')).definition);
  expect(put(at('1'), 'section')).toBe('root[a s[b c] new r[d] e]');
  expect(put(at('1.children.0'), 'section')).toBe('root[a s[b c] new r[d] e]');
  expect(put(at('1.children.0'), 'text')).toBe('root[a s[b new c] r[d] e]');
  // A chosen place is a chosen place.
  expect(put(at('1.children.-'), 'section')).toBe('root[a s[b c new] r[d] e]');
  expect(put(at('2.children.0.0'), 'section')).toBe('root[a s[b c] r[d new] e]');
});
