import { expect, test } from 'vitest';
import type { Element, FormDefinition } from '../../../core/definition/form-definition.ts';
import { findOrphans, type Orphan } from './orphans.ts';

const formOf = (...children: Element[]): FormDefinition => ({
  formSchema: { rootElem: { type: 'cSection', name: 'root', children } },
});
const text: Element = { type: 'fInput', name: 'a', label: 'First' };
const choice: Element = { type: 'fSelect', name: 'c', options: ['x', ['y', 'Why']] };

test('[builder] orphans: what a change takes away from collected data', () => {
  const cases: [what: string, before: Element[], after: Element[], Orphan[]][] = [
    ['nothing', [text], [{ ...text, label: 'Other', reqValidator: true }], []],
    ['a new field', [], [text], []],
    ['gone', [text], [], [{ path: 'a', label: 'First', kind: 'gone' }]],
    ['renamed', [text], [{ ...text, name: 'b' }], [{ path: 'a', label: 'First', kind: 'gone' }]],
    ['another type', [text], [{ ...text, typeValidator: 'num' }], [{ path: 'a', label: 'First', kind: 'type' }]],
    ['number to text', [{ ...text, typeValidator: 'num' }], [text], []],
    ['list to text', [{ type: 'fCheckbox', name: 'a' }], [text], [{ path: 'a', label: 'a', kind: 'type' }]],
    ['rating to number', [{ type: 'fRate', name: 'a' }], [{ ...text, typeValidator: 'num' }], []],
    ['into a flat section', [text], [{ type: 'cSection', name: 's', children: [text] }], []],
    [
      'into an object',
      [text],
      [{ type: 'cSection', name: 's', secFlat: false, children: [text] }],
      [{ path: 'a', label: 'First', kind: 'gone' }],
    ],
    ['into a row', [text], [{ type: 'cRow', name: 'r', children: [[], [text]] }], []],
    [
      'a repeat',
      [{ type: 'cRepeat', name: 'items', children: [text, choice] }],
      [{ type: 'cRepeat', name: 'items', children: [choice] }],
      [{ path: 'items.a', label: 'First', kind: 'gone' }],
    ],
    [
      'a whole repeat',
      [{ type: 'cRepeat', name: 'items', children: [text] }],
      [],
      [{ path: 'items', label: 'items', kind: 'gone' }],
    ],
    [
      'an object',
      [{ type: 'cSection', name: 's', secFlat: false, children: [text] }],
      [{ type: 'cSection', name: 's', children: [text] }],
      [{ path: 's.a', label: 'First', kind: 'gone' }],
    ],
    [
      'options',
      [choice],
      [{ ...choice, options: ['x', 'z'] }],
      [{ path: 'c', label: 'c', kind: 'options', options: ['Why'] }],
    ],
    ['options made by an expression', [choice], [{ ...choice, options: "['z']" }], []],
    ['several instead of one', [choice], [{ ...choice, selectMulti: true }], [{ path: 'c', label: 'c', kind: 'type' }]],
    [
      'questions',
      [{ type: 'fMatrix', name: 'm', matrixQuestions: ['p', ['q', 'Quick?']], options: ['x'] }],
      [{ type: 'fMatrix', name: 'm', matrixQuestions: ['p'], options: ['x'] }],
      [{ path: 'm', label: 'm', kind: 'options', options: ['Quick?'] }],
    ],
    [
      'time instead of day',
      [{ type: 'fDate', name: 'd' }],
      [{ type: 'fDate', name: 'd', typeValidator: { type: 'date', mode: 't' } }],
      [{ path: 'd', label: 'd', kind: 'type' }],
    ],
  ];
  for (const [what, before, after, expected] of cases) {
    expect([what, findOrphans(formOf(...before), formOf(...after))]).toEqual([what, expected]);
  }
});

test('[builder] orphans: a form that was empty, and one that is broken', () => {
  expect(findOrphans({}, formOf(text))).toEqual([]);
  expect(findOrphans(formOf(text), {})).toEqual([{ path: 'a', label: 'First', kind: 'gone' }]);
  expect(findOrphans(formOf(text), formOf(text, { type: 'nothing' } as never))).toEqual([]);
});
