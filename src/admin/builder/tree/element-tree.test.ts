import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Element, ElementOf, FormDefinition } from '../../../core/definition/form-definition.ts';
import {
  eachElement,
  elementAt,
  insertElement,
  listAt,
  listsOf,
  removeElement,
  rootOf,
  rootPath,
  slotForNew,
  slotTowards,
} from './element-tree.ts';
import { duplicateElement, moveElement } from './many-elements.ts';

const text = (name: string, more: Partial<ElementOf<'fInput'>> = {}): Element => ({ type: 'fInput', name, ...more });
const section = (name: string, children: Element[]): Element => ({ type: 'cSection', name, children });
const formOf = (...children: Element[]): FormDefinition => ({ formSchema: { rootElem: section('root', children) } });

/** `a b[c d|e]`: names in order, what is inside in brackets, columns parted by a bar. */
function outline(definition: FormDefinition): string {
  const draw = (element: Element): string => {
    const children = element.children;
    if (children === undefined) return element.name;
    const lists = (Array.isArray(children[0]) || children.length === 0 ? children : [children]) as Element[][];
    const isColumns = element.type === 'cRow' || element.type === 'cTabs';
    const inside = isColumns ? lists : [children as Element[]];
    return `${element.name}[${inside.map((list) => list.map(draw).join(' ')).join('|')}]`;
  };
  return draw(rootOf(definition));
}

const at = (path: string) => `${rootPath}.children.${path}`;
const form = formOf(
  text('a'),
  section('s', [text('b'), text('c')]),
  { type: 'cRow', name: 'r', children: [[text('d')], []] },
  text('e'),
);

test('[builder] tree: a form without elements takes its first', () => {
  const placed = insertElement({ name: 'New' }, slotForNew({ name: 'New' }, undefined), text('first'));
  expect(placed).toEqual({
    path: at('0'),
    definition: { name: 'New', formSchema: { rootElem: section('root', [text('first')]) } },
  });
});

test('[builder] tree: a new element goes after the selected one, or into the selected container', () => {
  const cases: [string | undefined, string][] = [
    [undefined, 'root[a s[b c] r[d|] e new]'],
    [rootPath, 'root[a s[b c] r[d|] e new]'],
    [at('0'), 'root[a new s[b c] r[d|] e]'],
    [at('1'), 'root[a s[b c new] r[d|] e]'],
    [at('1.children.0'), 'root[a s[b new c] r[d|] e]'],
    [at('1.children.-'), 'root[a s[b c new] r[d|] e]'],
    [at('2'), 'root[a s[b c] r[d new|] e]'],
    [at('2.children.1'), 'root[a s[b c] r[d|new] e]'],
    [at('2.children.1.-'), 'root[a s[b c] r[d|new] e]'],
    [at('99'), 'root[a s[b c] r[d|] e new]'],
  ];
  for (const [selected, expected] of cases) {
    const placed = insertElement(form, slotForNew(form, selected), text('new'));
    expect(outline(placed.definition)).toBe(expected);
    expect(elementAt(placed.definition, placed.path)).toEqual(text('new'));
  }
  expect(outline(form)).toBe('root[a s[b c] r[d|] e]');
});

test('[builder] tree: steps up, down, in and out', () => {
  const cases: [string, Parameters<typeof slotTowards>[2], string | undefined][] = [
    ['0', 'up', undefined],
    ['0', 'down', 'root[s[b c] a r[d|] e]'],
    ['3', 'up', 'root[a s[b c] e r[d|]]'],
    ['3', 'down', undefined],
    ['3', 'in', 'root[a s[b c] r[d|e]]'],
    ['2', 'in', 'root[a s[b c r[d|]] e]'],
    ['0', 'in', undefined],
    ['1.children.0', 'out', 'root[a s[c] b r[d|] e]'],
    ['2.children.0.0', 'down', 'root[a s[b c] r[|d] e]'],
    ['2.children.0.0', 'up', undefined],
    ['2.children.0.0', 'out', 'root[a s[b c] r[|] d e]'],
    ['0', 'out', undefined],
  ];
  for (const [path, direction, expected] of cases) {
    const slot = slotTowards(form, at(path), direction);
    const placed = slot === undefined ? undefined : moveElement(form, at(path), slot);
    expect([path, direction, placed && outline(placed.definition)]).toEqual([path, direction, expected]);
    if (placed) expect(elementAt(placed.definition, placed.path)).toBe(elementAt(form, at(path)));
  }
});

test('[builder] tree: nothing moves into itself', () => {
  expect(moveElement(form, at('1'), { list: at('1.children'), at: 0 })).toBeUndefined();
  expect(moveElement(form, rootPath, { list: at('1.children'), at: 0 })).toBeUndefined();
});

test('[builder] tree: wherever something moves, it is there once, and nothing else is lost', () => {
  const paths = [...eachElement(rootOf(form))].map(([path]) => path);
  const lists = [...eachElement(rootOf(form))].flatMap(([path, element]) => listsOf(element, path));
  const names = (definition: FormDefinition) => [...eachElement(rootOf(definition))].map(([, { name }]) => name).sort();
  fc.assert(
    fc.property(fc.constantFrom(...paths), fc.constantFrom(...lists), fc.nat(4), (path, list, place) => {
      const slot = { list, at: Math.min(place, listAt(form, list).length) };
      const moved = moveElement(form, path, slot);
      if (moved === undefined) return path === rootPath || list.startsWith(`${path}.`);
      expect(elementAt(moved.definition, moved.path)).toBe(elementAt(form, path));
      expect(names(moved.definition)).toEqual(names(form));
      return true;
    }),
  );
});

test('[builder] tree: after a removal the neighbour is selected, else what held it', () => {
  const cases: [string, string, string][] = [
    ['0', 'root[s[b c] r[d|] e]', at('0')],
    ['3', 'root[a s[b c] r[d|]]', at('2')],
    ['1.children.1', 'root[a s[b] r[d|] e]', at('1.children.0')],
    ['2.children.0.0', 'root[a s[b c] r[|] e]', at('2.children.0')],
  ];
  for (const [path, expected, next] of cases) {
    const removed = removeElement(form, at(path));
    expect([outline(removed.definition), removed.path]).toEqual([expected, next]);
  }
  expect(removeElement(formOf(text('a')), at('0'))).toEqual({ definition: formOf(), path: rootPath });
  expect(removeElement(form, rootPath)).toEqual({ definition: form, path: rootPath });
});

test('[builder] tree: a copy has names of its own, and reads itself', () => {
  const trip = section('trip', [
    { type: 'fBool', name: 'abroad' },
    text('country', { relevant: "model.abroad && model.abroadly && other == 'model.abroad'" }),
  ]);
  const copied = duplicateElement(formOf(trip, text('country2')), at('0'));
  expect(copied?.path).toBe(at('1'));
  expect(elementAt(copied!.definition, at('1'))).toEqual(
    section('trip2', [
      { type: 'fBool', name: 'abroad2' },
      text('country3', { relevant: "model.abroad2 && model.abroadly && other == 'model.abroad2'" }),
    ]),
  );
  expect(elementAt(copied!.definition, at('0'))).toBe(trip);
  expect(elementAt(copied!.definition, at('2'))).toEqual(text('country2'));
});
