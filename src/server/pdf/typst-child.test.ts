// What the parent of a typesetting process does to it.
import { expect, test } from 'vitest';
import { letOthersFirst } from './typst-child.ts';

test('[after-actions.pdfs.limits] a priority that the system does not give ends nothing', () => {
  // No system has a process with this number, which is refused as a process of a low priority is.
  expect(() => letOthersFirst({ pid: 2 ** 30 })).not.toThrow();
});
