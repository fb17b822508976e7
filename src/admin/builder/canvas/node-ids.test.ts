import { expect, test } from 'vitest';
import type { Element, FormDefinition } from '../../../core/definition/form-definition.ts';
import { changeElement, removeElement } from '../tree/element-tree.ts';
import { duplicateElement, moveElement } from '../tree/many-elements.ts';
import { createNodeIds, createPaths } from './node-ids.ts';

const field = (name: string): Element => ({ type: 'fInput', name });
const form = (...children: Element[]): FormDefinition => ({
  formSchema: { rootElem: { type: 'cSection', name: 'root', children } },
});
const listOf = (definition: FormDefinition) => definition.formSchema!.rootElem!.children as Element[];
const at = (place: number) => `formSchema.rootElem.children.${place}`;

test('[builder] an element keeps its name on the page while it is edited, renamed, moved and put back', () => {
  const ids = createNodeIds();
  const first = form(field('a'), field('b'), field('c'));
  const names = listOf(first).map(ids.idOf);
  let before: FormDefinition = first;
  const step = (definition: FormDefinition): string[] => {
    ids.follow(before.formSchema!.rootElem!, definition.formSchema!.rootElem!);
    before = definition;
    return listOf(definition).map(ids.idOf);
  };
  const typed = changeElement(first, at(1), { label: 'B' });
  expect(step(typed)).toEqual(names);
  const renamed = changeElement(typed, at(1), { label: 'City', name: 'city' });
  expect(step(renamed)).toEqual(names);
  const moved = moveElement(renamed, at(0), { list: 'formSchema.rootElem.children', at: 3 })!.definition;
  expect(step(moved)).toEqual([names[1], names[2], names[0]]);
  const copied = duplicateElement(moved, at(0))!.definition;
  const withCopy = step(copied);
  expect(new Set(withCopy).size).toBe(4);
  expect(withCopy.filter((_, place) => place !== 1)).toEqual([names[1], names[2], names[0]]);
  expect(step(removeElement(copied, at(1)).definition)).toEqual([names[1], names[2], names[0]]);
  // As undo does it: the objects of before.
  expect(step(first)).toEqual(names);
});

test('[builder] what is inside a container keeps its name when the container is another object', () => {
  const ids = createNodeIds();
  const row: Element = { type: 'cRow', name: 'row', children: [[field('x')], [field('y'), field('z')]] };
  const first = form(row);
  const namesOf = (definition: FormDefinition) => (listOf(definition)[0]!.children as Element[][]).flat().map(ids.idOf);
  const names = namesOf(first);
  const next = changeElement(first, `${at(0)}.children.1.0`, { label: 'Y', name: 'why' });
  ids.follow(first.formSchema!.rootElem!, next.formSchema!.rootElem!);
  expect(namesOf(next)).toEqual(names);
});

test('[builder] paths are those of the definition, in columns too', () => {
  const inner = field('x');
  const row: Element = { type: 'cRow', name: 'row', children: [[field('y')], [inner]] };
  const definition = form(field('a'), row);
  const pathOf = createPaths();
  expect(pathOf(definition, inner)).toBe(`${at(1)}.children.1.0`);
  expect(pathOf(definition, row)).toBe(at(1));
  expect(pathOf(definition, field('a'))).toBeUndefined();
});
