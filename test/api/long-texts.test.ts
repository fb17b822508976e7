// The longest texts a body can hold, on their way into PDFs and emails: answered, and without much work of this process.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cpuOf, leastOf } from '../support/cpu-time.ts';
import { makeForm, root } from '../support/entries.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let printed: string;
let mailed: string;
beforeAll(async () => {
  service = await startService();
  const rootElem = root({ type: 'fLngTxt', name: 'l' }, { type: 'fDoc', name: 'd' });
  const none = { ui: [], emails: [], renders: [] };
  printed = await makeForm(service, {
    name: 'Printed',
    formSchema: { rootElem },
    postSubmit: { ...none, renders: [{ if: 'true' }] },
  });
  const email = { to: ['ann@example.org'], subject: 'New', html: '<p>{{ model.l }}</p>' };
  mailed = await makeForm(service, {
    name: 'Mailed',
    formSchema: { rootElem },
    postSubmit: { ...none, emails: [email] },
  });
});
afterAll(() => service.close());

// On the former code the first two took minutes, and with some more lines the fourth made every PDF of the form fail.
test.each([
  ['one word', { l: 'x'.repeat(900_000) }],
  ['a run of blanks', { l: `a${' '.repeat(900_000)}x` }],
  ['one letter with marks', { l: `a${'\u0301'.repeat(400_000)}` }],
  ['a block of code', { d: `<pre>${'a<br>'.repeat(8_000)}</pre>` }],
])('[after-actions.pdfs.limits] a PDF of %s is made', async (_, data) => {
  const submit = async () => {
    const reply = await service.call('POST', '/entry/submit', { body: { form: printed, data } });
    expect(reply.status).toBe(200);
    expect(reply.body.entry.archivedRenders).toHaveLength(1);
  };
  expect(await leastOf(3000, () => cpuOf(submit))).toBeLessThan(3000);
});

test('[after-actions.emails.html] an email with a text full of signs is sent, and its plain text is whole', async () => {
  const l = 'a b <'.repeat(100_000);
  const cpu = await cpuOf(async () => {
    const reply = await service.call('POST', '/entry/submit', { body: { form: mailed, data: { l } } });
    expect(reply.status).toBe(200);
    expect(reply.body.entry.sentEmails).toHaveLength(1);
  });
  expect(cpu).toBeLessThan(5000);
});
