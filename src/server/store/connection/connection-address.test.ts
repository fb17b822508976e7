import { expect, test } from 'vitest';
import { addressOf, readConnectionAddress } from './connection-address.ts';

const read = (url: string) => readConnectionAddress(url);

test('[running.several-hosts] an address names hosts with their ports, a user, a password and a database', () => {
  expect(read('postgres://ann:p%40ss%2F@one:5433,two,[::1]:6000/forms')).toEqual({
    hosts: [
      { host: 'one', port: 5433 },
      { host: 'two', port: 5432 },
      { host: '::1', port: 6000 },
    ],
    user: 'ann',
    password: 'p@ss/',
    database: 'forms',
    tls: 'off',
    kind: undefined,
    prepares: true,
    settings: {},
  });
  expect(read('postgres://ann@host')).toMatchObject({ database: 'ann', password: '' });
  expect(read('postgres:///forms')).toMatchObject({ hosts: [{ host: 'localhost', port: 5432 }], database: 'forms' });
});

test('[running.several-hosts] a host that is a folder leads to the Unix socket in it', () => {
  const [host] = read('postgres://ann@%2Frun%2Fpostgresql/forms').hosts;
  expect(host && addressOf(host)).toEqual({ path: '/run/postgresql/.s.PGSQL.5432' });
});

test.each([
  ['', 'off'],
  ['?sslmode=disable', 'off'],
  ['?ssl=false', 'off'],
  ['?sslmode=prefer', 'prefer'],
  ['?sslmode=allow', 'prefer'],
  ['?sslmode=require', 'require'],
  ['?sslmode=verify-full', 'verify'],
  ['?ssl=true', 'verify'],
] as const)('[running.several-hosts] TLS of an address that ends with "%s": %s', (query, tls) => {
  expect(read(`postgres://ann@host/forms${query}`)).toMatchObject({ tls, settings: {} });
});

test('[running.several-hosts] what is not ours in the query is a setting of the server', () => {
  const query = 'prepare=false&target_session_attrs=standby&statement_timeout=5000&search_path=a%2Cb&max=3';
  expect(read(`postgres://ann@host/forms?${query}`)).toMatchObject({
    prepares: false,
    kind: 'standby',
    settings: { statement_timeout: '5000', search_path: 'a,b' },
  });
});
