import { expect, test } from 'vitest';
import { isFileName } from '../server/files/file-name.ts';
import { storableName } from './upload-file.ts';

test.each([
  ['report.pdf', 'report.pdf'],
  ['12:30 a/b\\c*?"<>|.jpg', '12_30 a_b_c______.jpg'],
  ['.profile', '_profile'],
  ['..', '_'],
  ['end. . ', 'end'],
  ['', 'file'],
  ['קובץ 📷.png', 'קובץ 📷.png'],
  [`${'📷'.repeat(300)}.jpeg`, `${'📷'.repeat(250)}.jpeg`],
])('[fill-links.files] %j is stored as %j', (name, stored) => {
  expect(storableName(name)).toBe(stored);
  expect(isFileName(stored)).toBe(true);
});
