import { expect, test } from 'vitest';
import { cpuOf } from '../../../test/support/cpu-time.ts';
import { compilePattern } from '../text/pattern.ts';
import { isEmail, isWebAddress } from './text-formats.ts';

const label63 = 'a'.repeat(63);

test.each([
  'alice@example.com',
  "o'neil+tag@mail.example.co.il",
  'a.b.c@x-y.org',
  'info@דוגמה.ישראל',
  'info@bücher.example',
  `a@${label63}.com`,
  `${'a'.repeat(64)}@example.com`,
  '1@2.com',
])('[validation.validators.email] %s is an address', (address) => {
  expect(isEmail(address)).toBe(true);
});

test.each([
  'alice',
  'alice@',
  '@example.com',
  'alice@example',
  'alice@example.',
  'alice@.com',
  'alice@exam ple.com',
  ' alice@example.com',
  'alice@example.com ',
  '.alice@example.com',
  'alice.@example.com',
  'al..ice@example.com',
  '"alice"@example.com',
  'alice(comment)@example.com',
  'alice@[127.0.0.1]',
  'alice@127.0.0.1',
  'alice@-example.com',
  'alice@example-.com',
  'alice@exa_mple.com',
  'a@b@example.com',
  'אליס@example.com',
  `a@${label63}a.com`,
  `${'a'.repeat(65)}@example.com`,
  `a@${`${label63}.`.repeat(4)}com`,
])('[validation.validators.email] %s is none', (address) => {
  expect(isEmail(address)).toBe(false);
});

test.each([
  ['https://example.com', true],
  ['http://localhost:8080/a?b=c#d', true],
  ['https://דוגמה.ישראל/דף', true],
  ['http://[::1]/', true],
  ['http://10.0.0.1:80', true],
  ['ftp://example.com', false],
  ['javascript:alert(1)', false],
  ['https://', false],
  ['https://example', false],
  ['https://exa mple.com', false],
  ['https://example.com/a b', false],
  ['https://user@example.com', false],
  ['https://example.com:99999', false],
  ['example.com', false],
])('[validation.validators.url] web address %s: %s', (address, expected) => {
  expect(isWebAddress(address)).toBe(expected);
});

test('[validation.validators.pattern] formats and patterns take time linear in the text', async () => {
  const used = await cpuOf(() => {
    isEmail(`${'a.'.repeat(30)}@${'a-'.repeat(60)}!`);
    isWebAddress(`http://${'a.'.repeat(500_000)}!`);
    const pattern = compilePattern('^(a+)+$');
    if ('problem' in pattern) throw new Error(pattern.problem);
    expect(pattern.test(`${'a'.repeat(10_000)}!`)).toBe(false);
  });
  expect(used).toBeLessThan(5000);
});

test.each(['(', '(?=a)', '\\1', '(?:a{1000}){1000}', 'x'.repeat(1001)])(
  '[validation.validators.pattern] pattern %s is refused',
  (source) => {
    expect(compilePattern(source)).toHaveProperty('problem');
  },
);
