import { expect, test } from 'vitest';
import { findTotpStep, toBase32, totpCode, totpUri } from './totp.ts';

const secret = Buffer.from('12345678901234567890');

test('[identity.factors.totp] codes are those of RFC 6238 appendix B (the last six digits) and RFC 4226 appendix D', () => {
  const vectors = [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ] as const;
  for (const [seconds, code] of vectors) expect(totpCode(secret, Math.floor(seconds / 30))).toBe(code);
  const counted = ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'];
  expect(counted.map((_, step) => totpCode(secret, step))).toEqual(counted);
});

test('[identity.factors.totp] a code is good in its step and in the ones beside it, and tells which it is of', () => {
  const now = 1_111_111_111_000;
  const present = Math.floor(now / 30_000);
  const steps = [-2, -1, 0, 1, 2].map((away) => findTotpStep(secret, totpCode(secret, present + away), now));
  expect(steps).toEqual([undefined, present - 1, present, present + 1, undefined]);
  for (const odd of ['', '05047', '0504711', 'abcdef', '٠٥٠٤٧١'])
    expect(findTotpStep(secret, odd, now)).toBeUndefined();
});

test('[identity.factors.totp] base 32 as in RFC 4648, and an address that apps can read', () => {
  const pairs = { '': '', f: 'MY', fo: 'MZXQ', foo: 'MZXW6', foob: 'MZXW6YQ', fooba: 'MZXW6YTB', foobar: 'MZXW6YTBOI' };
  for (const [text, coded] of Object.entries(pairs)) expect(toBase32(Buffer.from(text))).toBe(coded);
  const uri = new URL(totpUri({ secret, email: 'ann+a:b@example.com', issuer: 'Formstead (forms.test)' }));
  expect(decodeURIComponent(uri.pathname)).toContain('Formstead (forms.test):ann+a:b@example.com');
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    issuer: 'Formstead (forms.test)',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});
