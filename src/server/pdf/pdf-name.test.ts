// File names of PDFs.
import { expect, it } from 'vitest';
import { pdfName } from './pdf-name.ts';

it.each([
  [{ title: 'Order form', entry: { idx: 41, submitIdx: 38 } }, 'Order form 38.pdf'],
  [{ title: 'Order form', entry: { idx: 41 } }, 'Order form 41.pdf'],
  [{ title: 'Order form', entry: { id: '665f00aa11bb22cc33dd44ee' } }, 'Order form 665f00aa11bb22cc33dd44ee.pdf'],
  [{ title: 'Order form', entry: {} }, 'Order form.pdf'],
  [{ title: 'Order form', entry: { idx: 1 }, layout: 'Letter' }, 'Order form Letter 1.pdf'],
  [{ title: 'הרשמה לכנס', entry: { idx: 2 } }, 'הרשמה לכנס 2.pdf'],
  [{ title: '../../etc/passwd', entry: { idx: 3 } }, 'etc passwd 3.pdf'],
  [{ title: ' a\\b:c*d?e"f<g>h|i\n\u202ej\0 ', entry: { idx: 4 } }, 'a b c d e f g h i j 4.pdf'],
  [{ title: '...', entry: { idx: 5 } }, 'form 5.pdf'],
  [{ title: 'CON', entry: {} }, 'CON_.pdf'],
])('%j is %s', (parts, name) => {
  expect(pdfName(parts)).toBe(name);
});

it('is at most 255 bytes, and keeps the number', () => {
  const name = pdfName({ title: 'שלום '.repeat(100), entry: { idx: 123456 }, layout: 'א'.repeat(200) });
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
  expect(name).toMatch(/ 123456\.pdf$/);
  expect(pdfName({ title: '😀'.repeat(200), entry: {} })).toMatch(/^(?:😀)+\.pdf$/u);
});
