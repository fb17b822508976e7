import { expect, test } from 'vitest';
import { proposePassword } from './propose-password.ts';
import { shortUserAgent } from './short-user-agent.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/120.0.0.0 Safari/537.36`, 'Chrome, Windows'],
  [`Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/120.0 Safari/537.36 Edg/120.0`, 'Edge, Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0', 'Firefox, Linux'],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) ${webkit} Version/17.0 Mobile/15E148 Safari/604.1`,
    'Safari, iPhone',
  ],
  [`Mozilla/5.0 (Linux; Android 14; Pixel) ${webkit} Chrome/120.0 Mobile Safari/537.36`, 'Chrome, Android'],
  ['curl/8.4.0', 'curl/8.4.0'],
  ['node', 'node'],
  [`<script>alert(1)</script>${'x'.repeat(100)}`, `<script>alert${''}`],
])('[management] user agents: %s', (text, short) => {
  expect(shortUserAgent(text)).toBe(short);
});

test('[management] users: a proposed password is long, readable, and another one each time', () => {
  const proposed = Array.from({ length: 50 }, proposePassword);
  for (const password of proposed) expect(password).toMatch(/^[a-hj-km-np-z2-9]{5}(-[a-hj-km-np-z2-9]{5}){3}$/);
  expect(new Set(proposed).size).toBe(50);
});
