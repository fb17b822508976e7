// Deliberate deviations from the specification that no other test names: docs/deviations.md.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asAlice, makeForm, root } from '../support/entries.ts';
import { send, startService, type TestService } from '../support/service.ts';
import { reach, upload } from '../support/upload.ts';

let service: TestService;
let alice: ReturnType<typeof asAlice>;
beforeAll(async () => {
  service = await startService();
  alice = asAlice(service);
});
afterAll(() => service.close());

test('[validation.rows] a draft has at most 1,000 rows in a repeat, or as many as repMaxRows allows', async () => {
  const repeat = (repMaxRows: number) => ({
    formSchema: {
      rootElem: root({ type: 'cRepeat', name: 'rows', repMaxRows, children: [{ type: 'fInput', name: 'a' }] }),
    },
  });
  for (const [repMaxRows, most] of [
    [2, 1000],
    [1200, 1200],
  ] as const) {
    const form = await makeForm(service, repeat(repMaxRows));
    const save = (count: number) =>
      service.call('POST', '/entry/save', {
        body: { form, data: { rows: Array.from({ length: count }, () => ({ a: 'x' })) } },
      });
    expect((await save(most)).status).toBe(200);
    const refused = await save(most + 1);
    expect([refused.status, refused.body.messages[0].modelPath, refused.body.messages[0].message]).toEqual([
      400,
      "model['rows']",
      'Invalid data type.',
    ]);
  }
});

test('[files.life.removed] deleted: true without a credential leaves a file that another entry holds; with one it ends it', async () => {
  const form = await makeForm(service, { formSchema: { rootElem: root({ type: 'fFile', name: 'doc' }) } });
  const doc = await upload(service, form, { name: 'a.txt', type: 'text/plain', content: Buffer.from('abc') });
  const save = async () => (await service.call('POST', '/entry/save', { body: { form, data: { doc: [doc] } } })).body;
  const [, copy, another] = [await save(), await save(), await save()];
  const status = async () => (await fetch(reach(service, doc.url))).status;
  const data = { doc: [{ ...doc, deleted: true }] };
  await service.call('POST', `/entry/${copy.entryId}/save`, { query: { bewit: copy.bewit }, body: { data } });
  expect(await status()).toBe(200);
  await alice('POST', `/entry/${another.entryId}/save`, { data });
  expect(await status()).toBe(403);
});

test('[fill-links.short] an unknown short link is a 404: a page for browsers, JSON for programs', async () => {
  const open = (accept?: string) =>
    send('GET', `${service.url}/s/nothere`, accept === undefined ? {} : { headers: { accept } });
  const page = await open('text/html,application/xhtml+xml,*/*;q=0.8');
  expect([page.status, page.headers.get('content-type')]).toEqual([404, expect.stringContaining('text/html')]);
  for (const accept of [undefined, '*/*', 'application/json']) {
    const reply = await open(accept);
    expect([reply.status, reply.body]).toEqual([404, { statusCode: 404, error: 'Not Found', message: 'Not Found' }]);
  }
});
