import { expect, test } from 'vitest';
import { HttpScope } from './guard-requests.ts';

const log = { info() {}, warn() {}, error() {} };

test('[limits.locks] the turn of a request is that of its account, else of the account of the form, else of its address', () => {
  const scope = new HttpScope({ socket: {} } as never, {} as never, log);
  expect(scope.caller()).toBeUndefined();
  scope.reply = { request: { ip: '2001:db8:1:2:3:4:5:6' } } as never;
  const sameNetwork = new HttpScope({ socket: {} } as never, {} as never, log);
  sameNetwork.reply = { request: { ip: '2001:db8:1:2:ffff::1' } } as never;
  expect(scope.caller()).toBe(sameNetwork.caller());
  scope.worksFor('account of the form');
  expect(scope.caller()).toBe('account of the form');
  scope.reply = { request: { ip: '192.0.2.1', caller: { account: 'own account' } } } as never;
  expect(scope.caller()).toBe('own account');
});
