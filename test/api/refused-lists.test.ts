// Lists that a refresh refused: stored beside the current one, compared, accepted by operators and by nobody else.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bringLists, type Lists, setId } from '../support/bring-lists.ts';
import { time } from '../support/entries.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const banks = setId('banksEnglish');
const bank = (name: string, code: number) => ({ value: `${name} | ${code}`, data: { code, name } });
const branch = (name: string, code: number) => ({
  value: `${name} | ${code}`,
  data: { bankCode: 1, code, bankName: 'One' },
});
const family = (names: string[]): Lists => ({
  banksEnglish: names.map((name, index) => bank(name, index + 1)),
  branchesEnglish: names.map((name, index) => branch(`${name} street`, index + 1)),
});
const call = (method: string, path: string, body?: object, token = service.people.alice.token) =>
  service.call(method, `/optionsSet/${banks}${path}`, { token, ...(body && { body }) });
const valuesOf = async (set: string) => {
  const reply = await service.call('GET', `/optionsSet/${set}/autocomplete`, { query: { limit: 250 } });
  return reply.body.data.map(({ value }: { value: string }) => value);
};

test('[options-sets.maintained.accept] [options-sets.maintained.diff] a refused list is kept beside, compared, and accepted with its family', async () => {
  await bringLists(family(['A', 'B', 'C', 'D']), service.services);
  const fewer = family(['A', 'Bank of B']);
  const reports = await bringLists(fewer, service.services, { refusal: 'banksEnglish: shrunk', warnings: ['odd'] });
  const diff = {
    added: { count: 0, examples: [] },
    removed: { count: 2, examples: ['C | 3', 'D | 4'] },
    changed: { count: 1, examples: [{ from: 'B | 2', to: 'Bank of B | 2' }] },
  };
  expect(reports.banksEnglish).toEqual({
    id: banks,
    outcome: 'kept',
    count: 4,
    reason: 'banksEnglish: shrunk',
    warnings: [],
    diff,
  });
  expect(reports.branchesEnglish?.diff?.removed.examples).toEqual(['C street | 3 (One)', 'D street | 4 (One)']);
  const { data, refused } = (await call('GET', '/lists')).body;
  expect(data).toHaveLength(1);
  expect(refused).toEqual({
    number: data[0].number + 1,
    time,
    source: 'file:new.csv',
    count: 2,
    fingerprint: expect.any(String),
    warnings: ['odd'],
    changes: { added: 0, removed: 2, changed: 1 },
    reason: 'banksEnglish: shrunk',
  });
  // The same the next night is the same list; another one takes its place, under another number.
  await bringLists(fewer, service.services, { refusal: 'banksEnglish: shrunk' });
  expect((await call('GET', '/lists')).body.refused).toEqual(refused);
  await bringLists(family(['A']), service.services, { refusal: 'banksEnglish: shrunk more' });
  expect((await call('GET', '/lists')).body.refused.number).toBe(refused.number + 1);
  expect((await call('POST', `/lists/${refused.number}/accept`, {})).status).toBe(404);
  await bringLists(fewer, service.services, { refusal: 'banksEnglish: shrunk' });
  const { number } = (await call('GET', '/lists')).body.refused;
  expect((await call('GET', `/lists/${'1'.repeat(24)}/diff`)).status).toBe(400);
  expect((await call('GET', `/lists/${number}/diff`)).body).toEqual(diff);

  const wrong = await call('POST', `/lists/${number}/restore`, {});
  expect([wrong.status, wrong.body.message]).toEqual([404, `This options set has no list ${number}.`]);
  const late = await call('POST', `/lists/${number}/accept`, { current: data[0].number + 50 });
  expect([late.status, late.body.message]).toEqual([
    409,
    'Another list of this options set became current meanwhile. Look at it before you change it.',
  ]);
  expect(await valuesOf(banks)).toHaveLength(4);

  const accepted = await call('POST', `/lists/${number}/accept`, { current: data[0].number });
  expect(accepted.status).toBe(200);
  expect(accepted.body).toMatchObject({
    data: [
      { number, kind: 'accepted', isCurrent: true, currentBy: 'alice@example.com' },
      { number: data[0].number, isCurrent: false },
    ],
    canChange: true,
  });
  expect(accepted.body.refused).toBeUndefined();
  expect(await valuesOf(banks)).toEqual(['A | 1', 'Bank of B | 2']);
  expect(await valuesOf(setId('branchesEnglish'))).toEqual(['A street | 1', 'Bank of B street | 2']);
  // Once more, because the response was lost: it is as it should be.
  expect((await call('POST', `/lists/${number}/accept`, { current: data[0].number })).body).toEqual(accepted.body);
  expect((await bringLists(fewer, service.services)).banksEnglish?.outcome).toBe('unchanged');
  const { lastRefresh } = (await call('GET', '')).body;
  expect(lastRefresh).toMatchObject({ outcome: 'unchanged' });
});

test('[options-sets.maintained.accept] a list that is good after all makes the refused one go', async () => {
  await bringLists(family(['A', 'B', 'C']), service.services);
  await bringLists(family(['x']), service.services, { refusal: 'no' });
  expect((await call('GET', '/lists')).body.refused).toBeDefined();
  await bringLists(family(['A', 'B', 'C', 'D']), service.services);
  expect((await call('GET', '/lists')).body.refused).toBeUndefined();
  const [row] = await service.services.db.sql`select count(distinct generation)::integer as kept from options_pieces
    where set_id = ${banks}`;
  expect(row?.['kept']).toBe((await call('GET', '/lists')).body.data.length);
});

test('[identity.operators] only people of the first account, signed in, compare and change; others see the lists without names', async () => {
  const { alice, bob, chelsea } = service.people;
  await bringLists(family(['A', 'B', 'C']), service.services);
  await bringLists(family(['A', 'B']), service.services);
  const [current, earlier] = (await call('GET', '/lists')).body.data;
  await call('POST', `/lists/${earlier.number}/restore`, {});
  await call('POST', `/lists/${current.number}/restore`, {});
  const message = 'You have insufficient permissions to perform the action.';
  const attempts: [string, string][] = [
    ['GET', `/lists/${earlier.number}/diff`],
    ['POST', `/lists/${earlier.number}/restore`],
    ['POST', `/lists/${earlier.number}/accept`],
  ];
  for (const [method, path] of attempts) {
    const body = method === 'POST' ? { body: {} } : {};
    for (const credential of [{ token: chelsea.token }, { key: chelsea.key }, { key: alice.key }]) {
      const reply = await service.call(method, `/optionsSet/${banks}${path}`, { ...credential, ...body });
      expect([path, reply.status, reply.body.message]).toEqual([path, 403, message]);
    }
  }
  expect(await valuesOf(banks)).toEqual(['A | 1', 'B | 2']);
  const seen = (await call('GET', '/lists', undefined, chelsea.token)).body;
  expect(seen.canChange).toBe(false);
  expect(seen.data[0]).toMatchObject({ number: current.number, isCurrent: true, currentFrom: time });
  expect(JSON.stringify(seen)).not.toContain('alice');
  expect((await call('GET', '/lists', undefined, bob.token)).body.canChange).toBe(true);
  expect((await call('POST', `/lists/${earlier.number}/restore`, {}, bob.token)).status).toBe(200);
});

test('[identity.operators] OPERATOR_ACCOUNT names another account, or none', async () => {
  const canChange = async (own: TestService, token: string) =>
    (await own.call('GET', `/optionsSet/${banks}/lists`, { token })).body.canChange;
  const none = await startService({ OPERATOR_ACCOUNT: 'none' });
  try {
    expect(await canChange(none, none.people.alice.token)).toBe(false);
  } finally {
    await none.close();
  }
  const { account } = service.people.chelsea;
  const other = await startService({ OPERATOR_ACCOUNT: account.toUpperCase() });
  try {
    const { alice, chelsea } = other.people;
    expect([await canChange(other, alice.token), await canChange(other, chelsea.token)]).toEqual([false, true]);
  } finally {
    await other.close();
  }
  await expect(startService({ OPERATOR_ACCOUNT: 'alice' })).rejects.toThrow(
    'OPERATOR_ACCOUNT (flag --operator-account) is "alice", but must be the ID of an account, or none',
  );
});
