// Somebody holds the counters of a form: a PDF that is made with them held, the deletion of a large form. Whatever waits for them,
// the connections of the process stay free for everybody else.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSql } from '../../src/server/store/connection/pool.ts';
import { asAlice, makeForm, root } from '../support/entries.ts';
import { type Reply, startService, type TestService } from '../support/service.ts';

let service: TestService;
let alice: ReturnType<typeof asAlice>;
beforeAll(async () => {
  service = await startService();
  alice = asAlice(service);
});
afterAll(() => service.close());

const requests = 40;

/** An entry for each request, and what is answered while nobody else can have the counters. */
async function holdCounters(
  send: (form: string, entry: string) => Promise<Reply>,
  meanwhile: (calls: readonly Promise<Reply>[]) => Promise<void>,
): Promise<{ form: string; replies: Reply[] }> {
  const form = await makeForm(service, { formSchema: { rootElem: root({ type: 'fInput', name: 'name' }) } });
  const made = await alice('POST', `/form/${form}/generateEntries`, { num: requests });
  const holder = openSql(service.databaseUrl, { max: 2 });
  const calls: Promise<Reply>[] = [];
  try {
    await holder.begin(async (tx) => {
      await tx`select 1 from form_counters where form = ${form} for update`;
      for (const { id } of made.body.createdEntries as { id: string }[]) calls.push(send(form, id));
      // Outside of the transaction, which would see the same rows again and again.
      const waiting = () =>
        holder`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await waiting()).length, { interval: 20 }).toBeGreaterThan(0);
      await meanwhile(calls);
    });
    return { form, replies: await Promise.all(calls) };
  } finally {
    await holder.end();
  }
}

const statuses = (replies: readonly Reply[]) => [...new Set(replies.map(({ status }) => status))];

const kinds: Record<string, (form: string, entry: string) => Promise<Reply>> = {
  edits: (_form, entry) => alice('POST', `/entry/${entry}/edit`, { data: { name: 'Dana' } }),
  'changes of status': (_form, entry) => alice('POST', `/entry/${entry}/edit`, { status: 'submitted' }),
  deletions: (_form, entry) => alice('DELETE', `/entry/${entry}`),
  'generated entries': (form) => alice('POST', `/form/${form}/generateEntries`, { num: 1 }),
  'changes of the form': (form) => alice('PATCH', `/form/${form}`, { name: 'Another name' }),
};

test.each(Object.keys(kinds))('[entries.shared-commits] %s wait, and another account is served', async (kind) => {
  let answered = 0;
  const { replies } = await holdCounters(kinds[kind] as (typeof kinds)[string], async (calls) => {
    for (const call of calls) void call.then(() => (answered += 1));
    const other = await service.call('GET', '/api-keys', { key: service.people.chelsea.key });
    expect([other.status, answered]).toEqual([200, 0]);
  });
  expect(statuses(replies)).toEqual([200]);
});

test('[entries.shared-commits] a form opens, and each opening is counted once the counters are free', async () => {
  const start = (form: string) => service.call('GET', `/form/${form}/start`);
  const { form } = await holdCounters(start, async (calls) => {
    const other = await service.call('GET', '/api-keys', { key: service.people.chelsea.key });
    expect(other.status).toBe(200);
    expect(statuses(await Promise.all(calls))).toEqual([200]);
  });
  const counted = async () => (await alice('GET', `/form/${form}`)).body.counts.start;
  await expect.poll(counted).toBe(requests);
  await start(form);
  expect(await counted()).toBe(requests + 1);
});
