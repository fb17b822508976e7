// One account cannot starve another: docs/limits.md "Fair turns". Orders and counts, never times.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeForm, root } from '../support/entries.ts';
import { type Reply, startService, type TestService } from '../support/service.ts';
import { sharePdfMaker } from '../support/shared-pdf-maker.ts';

let service: TestService;
/** PDFs wait for it. */
let gate: Promise<void> = Promise.resolve();
beforeAll(async () => {
  const maker = sharePdfMaker();
  const make: typeof maker.make = (request) => gate.then(() => maker.make(request));
  service = await startService({}, { pdf: { ...maker, make } });
});
afterAll(() => service.close());

const textForm = { name: 'Texts', formSchema: { rootElem: root({ type: 'fInput', name: 'a' }) } };
const archiving = { ...textForm, postSubmit: { renders: [{ if: 'true' }] } };
const layouts = (count: number) => Array.from({ length: count }, (_, n) => ({ type: 'auto', name: `layout ${n}` }));

/** Names in the order their replies came. */
function inOrder() {
  const done: string[] = [];
  const replies: Promise<Reply>[] = [];
  return {
    done,
    add(name: string, reply: Promise<Reply>): Promise<Reply> {
      replies.push(reply);
      return reply.then((got) => {
        done.push(name);
        return got;
      });
    },
    statuses: async () => [...new Set((await Promise.all(replies)).map(({ status }) => status))],
  };
}

function exportOf(form: string, format: string, key: string): Promise<Reply> {
  return service.call('POST', '/entry/export', { key, query: { format }, body: { query: { form } } });
}

test("[limits.fair-turns] eight PDF exports of one account: another account's one-row CSV and PDF do not wait for them", async () => {
  const { alice, chelsea } = service.people;
  const [hers, other] = [await makeForm(service, textForm), await makeForm(service, textForm, chelsea.key)];
  for (let n = 0; n < 5; n += 1) {
    await service.call('POST', '/entry/submit', { body: { form: hers, data: { a: `text ${n}` } } });
  }
  await service.call('POST', '/entry/submit', { body: { form: other, data: { a: 'one row' } } });
  // The first PDF of a process takes long; nobody's turn is about that.
  await service.call('POST', '/entry/render', { key: alice.key, body: { form: hers } });
  const { done, add, statuses } = inOrder();
  let open = () => {};
  gate = new Promise((resolve) => {
    open = resolve;
  });
  const load = () => service.services.exports.pdfs.load();
  for (let n = 0; n < 8; n += 1) void add('alice', exportOf(hers, 'pdf', alice.key));
  await expect.poll(load).toEqual({ running: 2, waiting: 6 });
  await add('csv', exportOf(other, 'csv', chelsea.key));
  expect(done).toEqual(['csv']);
  const pdf = add('pdf', exportOf(other, 'pdf', chelsea.key));
  // Beside the two of hers that run, before the six that wait.
  await expect.poll(load).toEqual({ running: 3, waiting: 6 });
  open();
  await pdf;
  expect(done.filter((name) => name === 'alice').length).toBeLessThan(6);
  expect(await statuses()).toEqual([200]);
});

test("[limits.fair-turns] a submit with twelve layouts: another account's PDF is made between two of them", async () => {
  const { chelsea } = service.people;
  const many = await makeForm(service, { ...archiving, templates: layouts(12) });
  const one = await makeForm(service, archiving, chelsea.key);
  const { done, add, statuses } = inOrder();
  // Strangers' submits count for the account of the form.
  const first = add('twelve', service.call('POST', '/entry/submit', { body: { form: many, data: { a: 'x' } } }));
  void add('twelve again', service.call('POST', '/entry/submit', { body: { form: many, data: { a: 'x' } } }));
  await add('one', service.call('POST', '/entry/submit', { body: { form: one, data: { a: 'x' } } }));
  expect(done).toEqual(['one']);
  expect((await first).body.entry.archivedRenders).toHaveLength(13);
  expect(await statuses()).toEqual([200]);
});

test('[limits.layouts] a form has at most 50 layouts', async () => {
  const { key } = service.people.alice;
  const tooMany = await service.call('POST', '/form', { key, body: { ...textForm, templates: layouts(51) } });
  expect(tooMany.status).toBe(400);
  expect(tooMany.body.message).toBe('"templates" must contain less than or equal to 50 items');
  expect(tooMany.body.validation).toEqual({ source: 'payload', keys: ['templates'] });
  await makeForm(service, { ...textForm, templates: layouts(50) });
});

test('[limits.fair-turns] a full queue refuses its account at once with Retry-After; who goes away leaves it', async () => {
  const { alice, chelsea } = service.people;
  // Slow enough that the queue fills faster than it empties, on any machine.
  const source = '#for a in range(120) { for b in range(9999) { } }\nslow';
  const slow = { ...textForm, templates: [{ type: 'typst', source }] };
  const [hers, other] = [await makeForm(service, slow), await makeForm(service, textForm, chelsea.key)];
  const leaving = new AbortController();
  const ask = async (form: string, key: string, signal?: AbortSignal) => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const body = JSON.stringify({ form });
    const init = { method: 'POST', headers, body, ...(signal === undefined ? {} : { signal }) };
    return fetch(`${service.url}/v1.0/entry/render`, init);
  };
  const answers: Promise<Response | undefined>[] = [];
  for (let n = 0; n < 500; n += 1) answers.push(ask(hers, alice.key, leaving.signal).catch(() => undefined));
  const refused = await Promise.any(
    answers.map(async (answer) => {
      const response = await answer;
      if (response?.status !== 429) throw new Error('not refused');
      return response;
    }),
  );
  expect(refused.headers.get('retry-after')).toBe('5');
  expect(refused.headers.get('x-service-error')).toBe('tooMuchAtOnce');
  // Beyond the places of alice's account nobody waits for hers.
  expect((await ask(other, chelsea.key)).status).toBe(200);
  leaving.abort();
  await Promise.all(answers);
  // With those who left, the queue is empty again.
  expect((await ask(hers, alice.key)).status).toBe(200);
});
