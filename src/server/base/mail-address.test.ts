import { expect, test } from 'vitest';
import { isMailAddress, readMailAddress, toHeaderText } from './mail-address.ts';

test.each([
  ['a@example.com', { name: '', address: 'a@example.com' }],
  ['  a+b.c@sub.example.com ', { name: '', address: 'a+b.c@sub.example.com' }],
  ['noreply@localhost', { name: '', address: 'noreply@localhost' }],
  ['דנה <dana@דוגמה.co.il>', { name: 'דנה', address: 'dana@דוגמה.co.il' }],
  ['"Levi, Dana" <dana@example.com>', { name: 'Levi, Dana', address: 'dana@example.com' }],
  ['<a@example.com>', { name: '', address: 'a@example.com' }],
])('[after-actions.emails.recipients] %s', (text, address) => {
  expect(readMailAddress(text)).toEqual(address);
});

test.each([
  '',
  'a',
  '@example.com',
  'a@',
  'a@b@example.com',
  'a b@example.com',
  'a@example.com, b@example.com',
  'a@example.com\r\nBcc: b@example.com',
  'Name\nX: 1 <a@example.com>',
  '<a@example.com> <b@example.com>',
  'a@exam..ple.com',
  'a@-example.com',
  '.a@example.com',
  'a@example.com>',
  'a@[127.0.0.1]',
  `${'a'.repeat(250)}@example.com`,
])('[after-actions.emails.recipients] no address: %j', (text) => {
  expect(readMailAddress(text)).toBeUndefined();
  expect(isMailAddress(text)).toBe(false);
});

test('[after-actions.emails.recipients] a header is one line', () => {
  expect(toHeaderText(' a\r\nBcc: b\u0000\u2028c\t d ')).toBe('a Bcc: b c d');
});
