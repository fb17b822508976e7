// SQL_COMMENTS: from a statement that the database shows to the request that made it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSql } from '../../src/server/store/connection/pool.ts';
import { makeForm, root } from '../support/entries.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let form: string;
beforeAll(async () => {
  service = await startService({ SQL_COMMENTS: '1' });
  form = await makeForm(service, { formSchema: { rootElem: root({ type: 'fInput', name: 'name' }) } });
});
afterAll(() => service.close());

test('[running.log.sql] a statement has the id of its request before it; what requests share has none', async () => {
  const submit = (name: string) => service.call('POST', '/entry/submit', { body: { form, data: { name } } });
  expect((await submit('one')).status).toBe(200);
  const { token } = service.people.alice;
  const holder = openSql(service.databaseUrl, { max: 2 });
  const look = async () => {
    const rows = await holder`select query from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and state = 'active'`;
    return rows.map(({ query }) => query as string);
  };
  const { asked, queries } = await holder.begin(async (tx) => {
    await tx`lock table entries in access exclusive mode`;
    const calls = [service.call('GET', '/entry', { token, query: { query: { form }, limit: 10 } }), submit('two')];
    // Outside of the transaction, which would see the same rows again and again. One of the list, one of the submit.
    await expect.poll(async () => (await look()).length, { timeout: 60_000 }).toBeGreaterThanOrEqual(2);
    return { asked: calls, queries: await look() };
  });
  await holder.end();
  const [list, written] = await Promise.all(asked);
  expect([list?.status, written?.status]).toEqual([200, 200]);
  const ofList = `/* request ${list?.headers.get('x-service-request-id')} */ `;
  expect(
    queries.filter((query) => query.startsWith('/* request')).map((query) => query.slice(0, ofList.length)),
  ).toEqual([ofList]);
});
