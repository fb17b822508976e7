// File names of PDFs.
import { expect, it } from 'vitest';
import { safeFileName } from './safe-file-name.ts';

it.each([
  [{ title: 'Order form' }, 'Order form.pdf'],
  [{ title: 'Order form', layout: 'Letter' }, 'Order form Letter.pdf'],
  [{ title: 'הרשמה לכנס' }, 'הרשמה לכנס.pdf'],
  [{ title: '../../etc/passwd' }, 'etc passwd.pdf'],
  [{ title: ' a\\b:c*d?e"f<g>h|i\n\u202ej\0 ' }, 'a b c d e f g h i j.pdf'],
  [{ title: '...' }, 'form.pdf'],
  [{ title: 'CON' }, 'CON_.pdf'],
])('[after-actions.pdfs.names] %j is %s', (parts, name) => {
  expect(safeFileName(parts)).toBe(name);
});

it('[after-actions.pdfs.names] is at most 255 bytes', () => {
  const name = safeFileName({ title: 'שלום '.repeat(100), layout: 'א'.repeat(200) });
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
  expect(name).toMatch(/ א+\.pdf$/);
  expect(safeFileName({ title: '😀'.repeat(200) })).toMatch(/^(?:😀)+\.pdf$/u);
});
