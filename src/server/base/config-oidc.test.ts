// The OIDC_ settings, and the account that they choose for somebody.
import { expect, test } from 'vitest';
import { accountOfClaims } from '../identity/provider/account-of-claims.ts';
import { type OidcConfig, readOidc } from './config-oidc.ts';

const [a, b, c] = ['a', 'b', 'c'].map((letter) => letter.repeat(24)) as [string, string, string];
const needed = { OIDC_ISSUER: 'https://id.example.org/realms/acme/', OIDC_CLIENT_ID: 'forms' };

test('[running.settings] [identity.provider] OIDC_: what is missing or malformed is named', () => {
  expect(readOidc({})).toBeUndefined();
  expect(readOidc(needed)).toEqual({
    issuer: 'https://id.example.org/realms/acme/',
    clientId: 'forms',
    clientSecret: undefined,
    name: 'id.example.org',
    scope: 'openid email profile',
    account: undefined,
    accountClaim: undefined,
    accountRules: [],
  });
  const wrong: [settings: object, start: string][] = [
    [{ OIDC_ISSUER: undefined }, 'OIDC_ISSUER and OIDC_CLIENT_ID must be set where OIDC_CLIENT_ID is.'],
    [{ OIDC_CLIENT_ID: undefined, OIDC_NAME: 'Acme' }, 'OIDC_ISSUER and OIDC_CLIENT_ID must be set where'],
    [{ OIDC_ISSUER: 'id.example.org' }, 'OIDC_ISSUER (flag --oidc-issuer) is "id.example.org", but must be the http'],
    [{ OIDC_ISSUER: 'ftp://id.example.org' }, 'OIDC_ISSUER'],
    [{ OIDC_ISSUER: 'https://id.example.org/?a=1' }, 'OIDC_ISSUER'],
    [{ OIDC_NAME: 'x'.repeat(61) }, 'OIDC_NAME'],
    [{ OIDC_SCOPE: 'email' }, 'OIDC_SCOPE'],
    [{ OIDC_ACCOUNT: 'Acme' }, 'OIDC_ACCOUNT (flag --oidc-account) is "acme", but must be the ID of an account.'],
    [{ OIDC_ACCOUNTS: `groups=sales:${a},it` }, 'OIDC_ACCOUNTS'],
  ];
  for (const [settings, start] of wrong) {
    expect(readOidc({ ...needed, ...settings })).toEqual(expect.stringContaining(start));
  }
});

test('[identity.provider.account] rules first, then the claim that names an account, then the one account', () => {
  const rules = {
    OIDC_ACCOUNTS: ` groups=sales:${a.toUpperCase()}, tenant=x:y=z:${b},`,
    OIDC_ACCOUNT_CLAIM: 'account',
  };
  const oidc = readOidc({ ...needed, ...rules, OIDC_ACCOUNT: c }) as OidcConfig;
  expect(oidc.accountRules).toEqual([
    { claim: 'groups', value: 'sales', account: a },
    { claim: 'tenant', value: 'x:y=z', account: b },
  ]);
  expect(accountOfClaims({ groups: ['it', 'sales'], account: b }, oidc)).toBe(a);
  expect(accountOfClaims({ groups: 'sales' }, oidc)).toBe(a);
  expect(accountOfClaims({ groups: ['it'], tenant: 'x:y=z' }, oidc)).toBe(b);
  expect(accountOfClaims({ account: b.toUpperCase() }, oidc)).toBe(b);
  // Names of accounts are anybody's choice.
  for (const account of ['Acme', 7, null, [], {}]) expect(accountOfClaims({ account }, oidc)).toBe(c);
  expect(accountOfClaims({ groups: ['it'] }, { ...oidc, account: undefined })).toBeUndefined();
});
