// Rich text from anybody: cleaned in a time that grows with its length only, and refused at the field beyond the bounds.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cpuOf, leastOf } from '../support/cpu-time.ts';
import { makeForm, root } from '../support/entries.ts';
import { type Reply, startService, type TestService } from '../support/service.ts';

let service: TestService;
const forms: Record<string, string> = {};
beforeAll(async () => {
  service = await startService();
  for (const locale of ['en', 'he']) {
    const rootElem = root(
      { type: 'fDoc', name: 'd' },
      { type: 'cRepeat', name: 'r', children: [{ type: 'fDoc', name: 'd' }] },
    );
    forms[locale] = await makeForm(service, { name: 'Notes', locale, formSchema: { rootElem } });
  }
});
afterAll(() => service.close());

const english = 'This text is too long or has too much formatting.';
const hebrew = 'הטקסט ארוך מדי או שיש בו יותר מדי עיצוב.';

test.each([
  ['submit', 'en', '<b>'.repeat(300_000)],
  ['save', 'en', '<ul><li>'.repeat(120_000)],
  ['save', 'he', '<div>'.repeat(150_000)],
  ['submit', 'he', '<p>x</p>'.repeat(100_000)],
])('[values.rich-text] %s of rich text beyond the bounds is refused at its field (%s)', async (path, locale, d) => {
  const body = { form: forms[locale], data: { d, r: [{ d: 'fine' }] } };
  let reply = {} as Reply;
  const ask = async () => {
    reply = await service.call('POST', `/entry/${path}`, { body });
  };
  const ms = await leastOf(3000, () => cpuOf(ask));
  expect(reply.status).toBe(400);
  expect(reply.body).toMatchObject({ statusCode: 400, id: 'entry_failed_validation' });
  const message = locale === 'he' ? hebrew : english;
  expect(reply.body.messages).toEqual([{ modelPath: "model['d']", message, type: 'error', value: d }]);
  // The cleaner that this replaced took from 69 s (wall) for such a body; this is the whole request, client and log included.
  expect(ms).toBeLessThan(3000);
});

test('[values.rich-text] the row of a repeat is named; a wrong type keeps its own message', async () => {
  const data = { d: 5, r: [{ d: 'x' }, { d: '<i>'.repeat(101) }] };
  const reply = await service.call('POST', '/entry/save', { body: { form: forms['en'], data } });
  expect(reply.status).toBe(400);
  const messages = reply.body.messages.map((item: { modelPath: string; message: string }) => [
    item.modelPath,
    item.message,
  ]);
  expect(messages).toEqual([
    ["model['d']", 'Invalid data type.'],
    ["model['r'][1]['d']", english],
  ]);
});

test('[values.rich-text] ordinary rich text is stored, and a long one within the bounds', async () => {
  const d = `<p style="text-align:center">שלום <b>x</b> &amp; y</p>${'<p>word</p>'.repeat(10_000)}`;
  const reply = await service.call('POST', '/entry/submit', { body: { form: forms['en'], data: { d } } });
  expect(reply.status).toBe(200);
  expect(reply.body.entry.data.d).toBe(d);
});
