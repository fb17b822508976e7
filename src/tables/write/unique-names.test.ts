import { expect, test } from 'vitest';
import { createUniqueNames } from './unique-names.ts';

test('[export.pdf] duplicate names become name.pdf, name (1).pdf', () => {
  const nameOnce = createUniqueNames();
  const names = ['a.pdf', 'a.pdf', 'A.pdf', 'a (1).pdf', 'a.pdf', 'b', 'b', 'v1.2.pdf', 'v1.2.pdf'];
  expect(names.map(nameOnce)).toEqual([
    'a.pdf',
    'a (1).pdf',
    'A (2).pdf',
    'a (1) (1).pdf',
    'a (3).pdf',
    'b',
    'b (1)',
    'v1.2.pdf',
    'v1.2 (1).pdf',
  ]);
});
