// GET /form/{formId}/dropOff: anonymous counters of openings, starts and sends, and where drafts were left.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createVisitCounts } from '../../src/server/insight/visits/count-visits.ts';
import { asAlice, makeForm, root } from '../support/entries.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let alice: ReturnType<typeof asAlice>;
beforeAll(async () => {
  service = await startService();
  alice = asAlice(service);
});
afterAll(() => service.close());

const rootElem = root(
  { type: 'fInput', name: 'name', label: 'Name' },
  { type: 'fBool', name: 'again', label: 'Again?' },
  {
    type: 'cRepeat',
    name: 'kids',
    label: 'Kids',
    children: [{ type: 'fInput', name: 'age', label: 'Age', typeValidator: 'num' }],
  },
  { type: 'fLngTxt', name: 'note', label: 'Note' },
);
const newForm = () => makeForm(service, { name: 'Poll', formSchema: { rootElem } });
const dropOff = async (form: string, query: Record<string, unknown> = {}) => {
  const { status, body } = await alice('GET', `/form/${form}/dropOff`, undefined, { query });
  expect([status, body.message]).toEqual([200, undefined]);
  return body;
};
const visits = async (form: string, query = {}) => {
  const { opened, started, sent } = await dropOff(form, query);
  return [opened, started, sent];
};

test('[insight.visits] opened, started and sent are counted; what programs and colleagues send is not', async () => {
  const form = await newForm();
  expect(await dropOff(form)).toEqual({
    opened: 0,
    started: 0,
    sent: 0,
    since: null,
    drafts: { count: 0, empty: 0, last: [] },
  });
  await fetch(`${service.url}/f/${form}/`);
  await fetch(`${service.url}/f/${form}/`);
  // The page keeps itself for later: nobody opens it by that.
  await fetch(`${service.url}/f/${form}/`, { headers: { 'x-service-offline': 'keep' } });
  const started = await service.call('POST', `/form/${form}/started`);
  expect([started.status, started.text]).toEqual([200, '']);
  const body = { form, data: { name: 'Ada' } };
  expect((await service.call('POST', '/entry/submit', { body })).status).toBe(200);
  expect((await alice('POST', '/entry/submit', body)).status).toBe(200);
  expect(await visits(form)).toEqual([2, 1, 1]);
  const saved = (await service.call('POST', '/entry/save', { body })).body;
  expect(await visits(form)).toEqual([2, 1, 1]);
  await service.call('POST', `/entry/${saved.entryId}/submit?bewit=${saved.bewit}`, { body: {} });
  expect(await visits(form)).toEqual([2, 1, 2]);
  await service.call('GET', `/form/${form}/start`);
  await service.call('GET', `/form/${form}/start?since=1`);
  expect(await visits(form)).toEqual([3, 1, 2]);
  // A form without script tells of both at once.
  const plain = await makeForm(service, { formSchema: { rootElem: root({ type: 'fInput', name: 'name' }) } });
  await fetch(`${service.url}/f/${plain}/`, { method: 'POST', body: new URLSearchParams({ name: 'Plain' }) });
  expect(await visits(plain)).toEqual([0, 1, 1]);
  const unknown = await service.call('POST', `/form/${'f'.repeat(24)}/started`);
  expect(unknown.status).toBe(404);
});

test('[insight.visits] a personal link that nobody filled in is opened by its page, a draft is not opened again', async () => {
  const form = await newForm();
  const made = (await alice('POST', `/form/${form}/generateEntries`, { num: 1 })).body;
  const link: string = JSON.stringify(made).match(/\/e\/[0-9a-f]{24}\/\?b=[^"]+/)![0];
  await fetch(service.url + link);
  expect(await visits(form)).toEqual([1, 0, 0]);
  const saved = (await service.call('POST', '/entry/save', { body: { form, data: { name: 'x' } } })).body;
  expect((await fetch(`${service.url}/e/${saved.entryId}/?b=${saved.bewit}`)).status).toBe(200);
  expect(await visits(form)).toEqual([1, 0, 0]);
});

test('[insight.visits] by hour, within the asked time', async () => {
  const form = await newForm();
  const hour = 3_600_000;
  service.advance(-48 * hour);
  service.services.visits.add(form, 'opened');
  service.advance(48 * hour);
  service.services.visits.add(form, 'opened');
  const now = service.services.clock.now();
  expect(await visits(form)).toEqual([2, 0, 0]);
  expect(await visits(form, { from: new Date(now - 24 * hour).toISOString() })).toEqual([1, 0, 0]);
  expect(await visits(form, { to: new Date(now - 24 * hour).toISOString() })).toEqual([1, 0, 0]);
  const { since } = await dropOff(form, { to: '2001-01-01' });
  expect(since).toBe(new Date(Math.floor((now - 48 * hour) / hour) * hour).toISOString());
});

test('[insight.visits] many visits are one write; a form that is being changed or is gone holds nothing up', async () => {
  const [form, locked, gone] = [await newForm(), await newForm(), await newForm()];
  const { db } = service.services;
  const counts = createVisitCounts(service.services);
  await alice('DELETE', `/form/${gone}`);
  for (let at = 0; at < 1000; at += 1) for (const id of [form, locked, gone]) counts.add(id, 'opened');
  await db.transaction(async (tx) => {
    await tx`select id from forms where id = ${locked} for update`;
    await counts.flush();
    expect([await visits(form), await visits(locked)]).toEqual([
      [1000, 0, 0],
      [0, 0, 0],
    ]);
  });
  await counts.flush();
  expect([await visits(form), await visits(locked)]).toEqual([
    [1000, 0, 0],
    [1000, 0, 0],
  ]);
  const rows =
    await db.sql`select form, opened from form_visits where form in (${form}, ${locked}, ${gone}) order by form`;
  expect(rows.map((row) => [row['form'], row['opened']])).toEqual([form, locked].map((id) => [id, 1000]));
  await alice('DELETE', `/form/${form}`);
  expect(await db.sql`select form from form_visits where form = ${form}`).toHaveLength(0);
});

test('[insight.visits] what a failed write has not taken is written with the next', async () => {
  const form = await newForm();
  const { db } = service.services;
  let isBroken = true;
  const sql = new Proxy(db.sql, {
    apply: (target, self, args) =>
      isBroken ? Promise.reject(new Error('away')) : Reflect.apply(target as never, self, args),
  });
  const counts = createVisitCounts({ ...service.services, db: { ...db, sql } });
  counts.add(form, 'opened');
  await expect(counts.flush()).rejects.toThrow('away');
  counts.add(form, 'started');
  isBroken = false;
  await counts.flush();
  await counts.flush();
  expect(await visits(form)).toEqual([1, 1, 0]);
});

test('[insight.drop-off] drafts by the last field with an answer, in form order', async () => {
  const form = await newForm();
  const drafts = [
    {},
    { again: false },
    { name: 'A' },
    { name: 'B', again: false, kids: [{}] },
    { again: true },
    { name: 'C', kids: [{ age: 3 }, {}] },
    { kids: [{ age: 0 }] },
    { note: 'n' },
  ];
  for (const data of drafts) {
    expect((await service.call('POST', '/entry/save', { body: { form, data } })).status).toBe(200);
  }
  await alice('POST', '/entry/submit', { form, data: { note: 'sent' } });
  const expected = {
    count: 8,
    empty: 2,
    last: [
      { path: 'name', label: 'Name', count: 2 },
      { path: 'again', label: 'Again?', count: 1 },
      { path: 'kids.age', label: 'Kids: Age', count: 2 },
      { path: 'note', label: 'Note', count: 1 },
    ],
  };
  expect((await dropOff(form)).drafts).toEqual(expected);
  expect((await dropOff(form, { to: '2001-01-01' })).drafts).toEqual({ count: 0, empty: 0, last: [] });
});

test("[conventions.accounts] another account's form 403", async () => {
  const form = await newForm();
  const foreign = await service.call('GET', `/form/${form}/dropOff`, { key: service.people.chelsea.key });
  expect(foreign.status).toBe(403);
});
