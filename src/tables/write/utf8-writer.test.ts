import fc from 'fast-check';
import { expect, test } from 'vitest';
import { markCharacters, Utf8Writer } from './utf8-writer.ts';

test('[export.csv] writes what Buffer.from would, half surrogate pairs included', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), fc.string({ unit: 'grapheme' }), (texts, last) => {
      const out = new Utf8Writer();
      const halves = ['\ud800', '\udc00x', 'a\ud83d', '😀'];
      for (const text of [...texts, ...halves, last]) out.write(text);
      const expected = [...texts, ...halves, last].map((text) => Buffer.from(text));
      expect(out.take().equals(Buffer.concat(expected))).toBe(true);
      expect(out.take().length).toBe(0);
    }),
  );
});

test('[export.csv] a text with a marked character leaves nothing, nor what was to stand before it', () => {
  const out = new Utf8Writer();
  const stops = markCharacters('<&');
  const start = new Uint8Array([0x2d]);
  expect(out.writeUnless('a b', stops, start)).toBe(true);
  expect(out.writeUnless('a<b', stops, start)).toBe(false);
  expect(out.writeUnless('\uffff', stops)).toBe(false);
  expect(out.writeUnless('שלום 😀', stops)).toBe(true);
  expect(out.take().toString()).toBe('-a bשלום 😀');
});

test('[export.csv] grows for a text of any length', () => {
  const out = new Utf8Writer();
  const text = 'א'.repeat(500_000);
  out.write('x');
  out.write(text);
  out.writeBytes(new Uint8Array(1_000_000).fill(0x2e));
  expect(out.isFull).toBe(true);
  expect(out.take().toString()).toBe(`x${text}${'.'.repeat(1_000_000)}`);
  expect(out.isFull).toBe(false);
});
