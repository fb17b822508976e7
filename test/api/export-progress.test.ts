// How far an export is, exports that end with their caller, and exports that wait for their turn.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteExpiredRows } from '../../src/server/jobs/delete-expired-rows.ts';
import { download, readCsv } from '../support/download.ts';
import { asAlice, makeForm, memberForm, root } from '../support/entries.ts';
import { type SecondService, startSecondService } from '../support/second-service.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let second: SecondService;
let alice: ReturnType<typeof asAlice>;
/** Of so many entries that their PDFs take a while. */
let slow: string;
const slowEntries = 150;

beforeAll(async () => {
  service = await startService();
  second = await startSecondService(service);
  alice = asAlice(service);
  slow = await makeForm(service, memberForm);
  await alice('POST', `/form/${slow}/generateEntries`, { num: slowEntries });
  // The typesetter takes seconds to start.
  await alice('POST', '/entry/render', { form: slow, data: {} });
});
afterAll(async () => {
  await second.close();
  await service.close();
});

let made = 0;
const newProgressId = () => (++made).toString(16).padStart(24, 'a');
const progressOf = (id: string) => alice('GET', `/entry/export/${id}/progress`);

interface Started {
  readonly id: string;
  readonly reply: Promise<Response>;
  readonly leave: () => void;
}

function startExport(form: string, format: string): Started {
  const id = newProgressId();
  const leaving = new AbortController();
  const reply = fetch(`${service.url}/v1.0/entry/export?format=${format}&progressId=${id}`, {
    method: 'POST',
    headers: { 'x-api-key': service.people.alice.key, 'content-type': 'application/json' },
    body: JSON.stringify({ query: { form } }),
    signal: leaving.signal,
  });
  reply.catch(() => {});
  return { id, reply, leave: () => leaving.abort() };
}

async function waitFor<T>(ask: () => Promise<T>, isGood: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (isGood(answer)) return answer;
    await sleep(20);
  }
}
const untilUnderWay = ({ id }: Started) =>
  waitFor(
    () => progressOf(id),
    ({ body }) => body.rowsDone > 0,
  );
const filesOf = async (form: string) =>
  (await service.services.db.sql`select state from files where form = ${form} and name like '%.zip'`).length;
const spooled = () => readdirSync(join(service.dataDir, 'spool'));

test('[export.progress] of a finished export, asked from any process, by its own account only', async () => {
  const form = await makeForm(service, memberForm);
  await alice('POST', `/form/${form}/generateEntries`, { num: 7 });
  const id = newProgressId();
  for (const format of ['csv', 'xlsx', 'pdf']) {
    const query = { form, status: { $in: [0, 1] } };
    const reply = await alice('POST', `/entry/export?format=${format}&progressId=${id.toUpperCase()}`, { query });
    expect([reply.status, reply.body]).toEqual([200, { url: expect.any(String) }]);
    const done = { rowsDone: 7, rowsTotal: 7, isDone: true };
    expect([(await progressOf(id)).status, (await progressOf(id)).body]).toEqual([200, done]);
    const elsewhere = await second.call('GET', `/entry/export/${id}/progress`, { key: service.people.bob.key });
    expect(elsewhere.body).toEqual(done);
  }
  const unknown = { statusCode: 404, error: 'Not Found', message: `Could not find an export with ID ${id}.` };
  const foreign = await service.call('GET', `/entry/export/${id}/progress`, { key: service.people.chelsea.key });
  expect([foreign.status, foreign.body]).toEqual([404, unknown]);
  const never = await alice('GET', `/entry/export/${'f'.repeat(24)}/progress?locale=he`);
  expect([never.status, never.body.message]).toEqual([404, `לא נמצא ייצוא עם המזהה ${'f'.repeat(24)}.`]);
});

test('[export.progress] another account may choose the same id; neither sees the other', async () => {
  const id = newProgressId();
  const { key } = service.people.chelsea;
  const hers = await makeForm(service, memberForm, key);
  const ours = await makeForm(service, memberForm);
  await alice('POST', `/form/${ours}/generateEntries`, { num: 2 });
  const path = `/entry/export?format=csv&progressId=${id}`;
  await service.call('POST', path, { key, body: { query: { form: hers } } });
  await alice('POST', path, { query: { form: ours } });
  const seen = await service.call('GET', `/entry/export/${id}/progress`, { key });
  expect(seen.body).toEqual({ rowsDone: 0, rowsTotal: 0, isDone: true });
  expect((await progressOf(id)).body).toEqual({ rowsDone: 2, rowsTotal: 2, isDone: true });
});

test('[export.progress] [export.table] two exports at once: each has its own file and its own progress', async () => {
  const form = await makeForm(service, { ...memberForm, formSchema: { rootElem: root(meal) } });
  for (const answer of ['v', 'm']) await alice('POST', '/entry/save', { form, data: { meal: answer } });
  const ask = async (id: string, labels: boolean, query: object) => {
    const path = `/entry/export?format=csv&labels=${labels}&progressId=${id}`;
    const { body } = await alice('POST', path, { query: { form, ...query }, fields: ['root≡meal'] });
    return readCsv((await download(service, body.url)).content).flat();
  };
  const [one, other] = [newProgressId(), newProgressId()];
  const files = await Promise.all([ask(one, true, {}), ask(other, false, { status: 2 })]);
  expect(files).toEqual([['Meal', 'Vegetarian', 'Meat'], ['Meal']]);
  const done = await Promise.all([one, other].map(async (id) => (await progressOf(id)).body.rowsTotal));
  expect(done).toEqual([2, 0]);
});

const meal = {
  type: 'fRadio',
  name: 'meal',
  label: 'Meal',
  options: [
    ['v', 'Vegetarian'],
    ['m', 'Meat'],
  ],
};

test('[export.progress] a bad id is a 400, a request that is refused starts none', async () => {
  const form = await makeForm(service, memberForm);
  const bad = await alice('POST', '/entry/export?format=csv&progressId=x', { query: { form } });
  expect([bad.status, bad.body.validation]).toEqual([400, { source: 'query', keys: ['progressId'] }]);
  const asked = await alice('GET', '/entry/export/x/progress');
  expect([asked.status, asked.body.validation]).toEqual([400, { source: 'params', keys: ['progressId'] }]);
  for (const body of [{ query: { form }, fields: ['nothing'] }, { query: {} }, { query: { form: 'f'.repeat(24) } }]) {
    const id = newProgressId();
    const reply = await alice('POST', `/entry/export?format=csv&progressId=${id}`, body);
    expect(reply.status).toBeGreaterThanOrEqual(400);
    expect((await progressOf(id)).status).toBe(404);
  }
});

test('[export.progress] a failed export says why, in the language it was asked for in', async () => {
  const form = await makeForm(service, { ...memberForm, templates: [{ type: 'typst', source: '#broken-layout()' }] });
  await alice('POST', `/form/${form}/generateEntries`, { num: 3 });
  for (const [locale, words] of [
    ['en', 'The PDF could not be made. '],
    ['he', 'אי אפשר היה להפיק את קובץ ה-PDF. '],
  ]) {
    const id = newProgressId();
    const reply = await alice('POST', `/entry/export?format=pdf&progressId=${id}&locale=${locale}`, {
      query: { form },
    });
    expect([reply.status, reply.body.message]).toEqual([500, expect.stringContaining(words as string)]);
    const { body } = await progressOf(id);
    expect(body).toEqual({ rowsDone: 0, rowsTotal: 3, isDone: true, error: reply.body.message });
  }
});

test('[export.progress] counts up while it runs', { timeout: 180_000 }, async () => {
  const form = await makeForm(service, memberForm);
  await alice('POST', `/form/${form}/generateEntries`, { num: 40 });
  const started = startExport(form, 'pdf');
  const seen: number[] = [];
  let isOver = false;
  void started.reply.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const { status, body } = await progressOf(started.id);
    if (status === 200) {
      expect(body).toEqual({ rowsDone: body.rowsDone, rowsTotal: 40, isDone: expect.any(Boolean) });
      // The last row is written a moment before the file is stored; never the other way round.
      if (body.isDone) expect(body.rowsDone).toBe(40);
      seen.push(body.rowsDone);
    }
    await sleep(20);
  }
  expect((await started.reply).status).toBe(200);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(seen.some((rows) => rows > 0 && rows < 40)).toBe(true);
  expect((await progressOf(started.id)).body).toEqual({ rowsDone: 40, rowsTotal: 40, isDone: true });
});

test('[export.caller-gone] ends when its caller goes away, and leaves nothing behind', {
  timeout: 180_000,
}, async () => {
  const before = await filesOf(slow);
  const started = startExport(slow, 'pdf');
  await untilUnderWay(started);
  started.leave();
  const { body } = await waitFor(
    () => progressOf(started.id),
    (reply) => reply.body.isDone,
  );
  expect(body).toEqual({
    rowsDone: expect.any(Number),
    rowsTotal: slowEntries,
    isDone: true,
    error: 'The work was stopped because its caller went away.',
  });
  expect(body.rowsDone).toBeLessThan(slowEntries);
  expect([await filesOf(slow), spooled()]).toEqual([before, []]);
  expect(service.log.filter((line) => line.includes('caller went away'))).toEqual([]);
  // The service is as well as before.
  const small = await makeForm(service, memberForm);
  expect((await startExport(small, 'csv').reply).status).toBe(200);
});

test('[limits.fair-turns] two PDF exports of an account at once; the third waits, rows do not, and one that leaves its place in line is never begun', {
  timeout: 180_000,
}, async () => {
  const running = [startExport(slow, 'pdf'), startExport(slow, 'pdf')];
  await Promise.all(running.map(untilUnderWay));
  const small = await makeForm(service, memberForm);
  await alice('POST', `/form/${small}/generateEntries`, { num: 4 });
  const [leaving, waiting] = [startExport(small, 'pdf'), startExport(small, 'pdf')];
  expect((await startExport(small, 'csv').reply).status).toBe(200);
  const waitingAt = { rowsDone: 0, rowsTotal: 4, isDone: false };
  for (const one of [leaving, waiting]) {
    const { body } = await waitFor(
      () => progressOf(one.id),
      (reply) => reply.status === 200,
    );
    expect(body).toEqual(waitingAt);
  }
  leaving.leave();
  const left = await waitFor(
    () => progressOf(leaving.id),
    ({ body }) => body.isDone,
  );
  expect(left.body).toEqual({
    ...waitingAt,
    isDone: true,
    error: 'The work was stopped because its caller went away.',
  });
  expect((await progressOf(waiting.id)).body).toEqual(waitingAt);
  running[0]?.leave();
  expect((await waiting.reply).status).toBe(200);
  expect((await progressOf(waiting.id)).body).toEqual({ rowsDone: 4, rowsTotal: 4, isDone: true });
  running[1]?.leave();
  await waitFor(
    () => progressOf(running[1]?.id as string),
    ({ body }) => body.isDone,
  );
});

test('[export.progress] of a process that was killed: interrupted; forgotten after a day', async () => {
  const id = newProgressId();
  const { sql } = service.services.db;
  const row = { account: service.people.alice.account, at: new Date(service.services.clock.now()).toISOString() };
  await sql`insert into export_progress (account, id, request, rows_done, rows_total, is_done, changed_at)
    values (${row.account}, ${id}, 'dead', 5, 9, false, ${row.at})`;
  expect((await progressOf(id)).body).toEqual({ rowsDone: 5, rowsTotal: 9, isDone: false });
  service.advance(61_000);
  const lost = { rowsDone: 5, rowsTotal: 9, isDone: true };
  expect((await progressOf(id)).body).toEqual({
    ...lost,
    error: 'The export was interrupted. Please start it again.',
  });
  expect((await alice('GET', `/entry/export/${id}/progress?locale=he`)).body.error).toBe(
    'הייצוא נקטע. אפשר להתחיל אותו שוב.',
  );
  await deleteExpiredRows(service.services);
  expect((await progressOf(id)).status).toBe(200);
  service.advance(86_400_000);
  await deleteExpiredRows(service.services);
  expect((await progressOf(id)).status).toBe(404);
});
