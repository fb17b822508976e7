import { expect, test } from 'vitest';
import { makePdf } from '../../../test/support/make-pdf.ts';
import { readPdfLines } from './pdf-text.ts';

/** Bytes of a broken file of which the library fails where nobody waits for it. */
const broken = [
  [1049, 52],
  [1180, 43],
  [1075, 67],
  [650, 96],
  [1442, 54],
  [927, 77],
  [1124, 33],
] as const;

test('[options-sets.maintained.acceptance] a broken PDF is refused, and whoever reads it lives on', async () => {
  const bytes = makePdf([[{ text: 'שלום 12%', x: 10, y: 700 }], [{ text: 'abc', x: 10, y: 700 }]]);
  expect(await readPdfLines(bytes)).toHaveLength(2);
  for (const [at, byte] of broken) bytes[at] = byte;
  // Ours are the only ones, as in the thread that reads registries.
  const listeners = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  try {
    await expect(readPdfLines(bytes)).rejects.toThrow();
  } finally {
    for (const one of listeners) process.on('unhandledRejection', one);
  }
});
