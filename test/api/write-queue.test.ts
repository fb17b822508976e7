// The shared commits where the world is not quiet: a form that somebody locks, a connection that is lost with the response on its way.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSql } from '../../src/server/store/connection/pool.ts';
import { type FaultProxy, openProxy } from '../faults/proxy.ts';
import { findMiscounts } from '../support/recount.ts';
import { type SecondService, startSecondService } from '../support/second-service.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
/** The same database, reached through a proxy. */
let blinking: SecondService;
let proxy: FaultProxy;

beforeAll(async () => {
  service = await startService();
  const address = new URL(service.databaseUrl);
  proxy = await openProxy({ host: address.hostname, port: Number(address.port) });
  address.port = String(proxy.port);
  blinking = await startSecondService(service, address.href);
});
afterAll(async () => {
  await blinking.close();
  await proxy.close();
  await service.close();
});

async function makeForm(key: string, more: object = {}): Promise<string> {
  const formSchema = { rootElem: { type: 'cSection', name: 'root', children: [{ type: 'fInput', name: 'n' }] } };
  const { body } = await service.call('POST', '/form', { key, body: { formSchema, ...more } });
  return body.id;
}

test('[entries.shared-commits] a form whose counters are locked waits alone: forms of others are served', async () => {
  const { alice, chelsea } = service.people;
  const [locked, free] = [await makeForm(alice.key), await makeForm(chelsea.key)];
  const sql = openSql(service.databaseUrl, { max: 1 });
  const done: string[] = [];
  try {
    const submit = async (form: string, n: string) => {
      const { status } = await service.call('POST', '/entry/submit', { body: { form, data: { n } } });
      done.push(`${n} ${status}`);
    };
    const waiting = await sql.begin(async (tx) => {
      await tx`select form from form_counters where form = ${locked} for update`;
      // In one batch with the others, and again while the first one waits.
      const sent = [submit(locked, 'x1'), submit(free, 'y1'), submit(locked, 'x2')];
      for (let count = 2; count <= 20; count += 1) await submit(free, `y${count}`);
      expect(done.toSorted()).toEqual(Array.from({ length: 20 }, (_, place) => `y${place + 1} 200`).toSorted());
      return sent;
    });
    await Promise.all(waiting);
    expect(done.slice(20).toSorted()).toEqual(['x1 200', 'x2 200']);
  } finally {
    await sql.end();
  }
  expect(await findMiscounts(service.services.db.sql)).toEqual([]);
});

test('[limits.fair-turns] a large entry has a commit of its own: small ones share one without it', async () => {
  const { alice, chelsea } = service.people;
  const forms = [await makeForm(alice.key), await makeForm(chelsea.key)];
  const { writes, newId, forms: loader } = service.services;
  const insert = async (form: string, bytes: number) => {
    const { account, version } = await loader.getFresh(form);
    const id = newId();
    const data = JSON.stringify({ n: 'x'.repeat(bytes) });
    const entry = {
      id,
      account,
      form,
      version,
      status: 2,
      data,
      dataBytes: data.length,
      actions: '[{"type":"submit"}]',
    };
    const room = { entries: 0, drafts: 0, strangerDrafts: 0, strangerDraftBytes: 0, draftBytes: 0, account: undefined };
    const build = () => ({ ...entry, archivedRenders: '[]', idempotency: undefined, room });
    return () => writes.insert({ ...entry, limitedAccount: undefined, key: undefined, isNumbered: false, build });
  };
  const inserts = await Promise.all(
    [200_000, 5, 200_000, 5, 200_000, 5].map((bytes, place) => insert(forms[place % 2] as string, bytes)),
  );
  const before = writes.load();
  const results = await Promise.all(inserts.map((start) => start()));
  expect(results.map(({ insertion }) => insertion.outcome)).toEqual(Array(6).fill('inserted'));
  const after = writes.load();
  expect([after.inserts - before.inserts, after.batches - before.batches]).toEqual([6, 4]);
});

test('[entries.durable] connections cut in a storm: each write is done once, and whoever did it is told so', async () => {
  const { alice } = service.people;
  const form = await makeForm(alice.key, {
    postSubmit: { emails: [{ to: ['owner@example.com'], subject: 'New', text: '{{ model.n }}' }] },
  });
  const make = (n: number) => blinking.call('POST', '/entry/submit', { body: { form, data: { n: `new ${n}` } } });
  const drafts = await Promise.all(
    Array.from({ length: 40 }, async (_, n) => {
      const { body } = await service.call('POST', '/entry/save', { body: { form, data: { n: `draft ${n}` } } });
      return { id: body.entryId as string, bewit: body.bewit as string };
    }),
  );
  const on = (draft: { id: string; bewit: string }, what: 'save' | 'submit', n: number) =>
    blinking.call('POST', `/entry/${draft.id}/${what}`, {
      query: { bewit: draft.bewit },
      body: { data: { n: `${n}` } },
    });
  const outcomes = new Map<string, number[]>();
  const note = (kind: string, status: number) => outcomes.set(kind, [...(outcomes.get(kind) ?? []), status]);
  let isOver = false;
  const cuts = (async () => {
    for (; !isOver; await sleep(5)) proxy.setFault({ exchange: 2, when: 'after', kind: 'cut' });
  })();
  for (let round = 0; round < 5; round += 1) {
    const some = drafts.slice(round * 8, round * 8 + 8);
    await Promise.all([
      ...Array.from({ length: 16 }, (_, n) => make(round * 16 + n).then(({ status }) => note('new', status))),
      ...some.map(async (draft, n) => {
        note('save', (await on(draft, 'save', n)).status);
        note('submit', (await on(draft, 'submit', n)).status);
      }),
    ]);
  }
  isOver = true;
  await cuts;
  proxy.setFault(undefined);
  // 503 where the database could not be asked at all; never a 500, and never a 403 for one's own submit.
  for (const [kind, statuses] of outcomes) {
    expect([kind, statuses.filter((status) => status !== 200 && status !== 503)]).toEqual([kind, []]);
  }
  const rows = await service.services.db.sql<{ n: string; status: number; actions: string; emails: string }[]>`
    select data ->> 'n' as n, status, actions, sent_emails as emails from entries where form = ${form} order by id`;
  const made = rows.filter(({ n }) => n.startsWith('new'));
  expect(new Set(made.map(({ n }) => n)).size).toBe(made.length);
  expect(made.length).toBeGreaterThanOrEqual((outcomes.get('new') ?? []).filter((status) => status === 200).length);
  for (const { actions } of rows) {
    const ids = (JSON.parse(actions) as { id: string }[]).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  }
  expect(await findMiscounts(service.services.db.sql)).toEqual([]);
});
