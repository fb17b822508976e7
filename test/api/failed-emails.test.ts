// Emails that failed, over all forms of an account, and what becomes of them when they are sent again.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asAlice, id, makeForm, root, time } from '../support/entries.ts';
import { startService, type TestService } from '../support/service.ts';
import { refusal, startSmtp, type TestSmtp } from '../support/smtp.ts';

let smtp: TestSmtp;
let service: TestService;
let alice: ReturnType<typeof asAlice>;
beforeAll(async () => {
  smtp = await startSmtp();
  service = await startService({ SMTP_URL: smtp.url });
  alice = asAlice(service);
});
afterAll(async () => {
  await service.close();
  await smtp.close();
});

const definition = (name: string) => ({
  name,
  formSchema: { rootElem: root({ type: 'fInput', name: 'to' }) },
  postSubmit: { emails: [{ to: ['{{ model.to }}'], subject: 'For {{ model.to }} \ud83d', text: 'Hello' }] },
});
const submit = async (form: string, to: string): Promise<string> =>
  (await service.call('POST', '/entry/submit', { body: { form, data: { to } } })).body.entryId;
const failed = async (query = '') => (await alice('GET', `/emails/failed${query}`)).body.data;

test('[after-actions.emails.failed] newest first, with reason, entry and form; gone once it arrived; nobody else sees them', async () => {
  expect(await failed()).toEqual([]);
  smtp.onRecipient = (address) => {
    if (address.startsWith('gone')) throw refusal(550, 'No such user here');
  };
  const first = await makeForm(service, definition('First'));
  const second = await makeForm(service, definition('Second \ud83d'));
  await submit(first, 'here@example.com');
  const refused = await submit(first, 'gone1@example.com');
  const unsent = await submit(second, 'nobody');
  const last = await submit(second, 'gone2@example.com');
  const found = await failed();
  expect(found.map(({ entry, state }: { entry: string; state: string }) => [entry, state])).toEqual([
    [last, 'refused'],
    [unsent, 'notSent'],
    [refused, 'refused'],
  ]);
  expect(found[0]).toEqual({
    id,
    n: 0,
    action: id,
    to: ['gone2@example.com'],
    subject: 'For gone2@example.com \ufffd',
    time,
    state: 'refused',
    words: expect.stringContaining('No such user here'),
    error: 'The mail server refused the email (550).',
    canResend: true,
    attempts: [{ time, state: 'refused', words: expect.stringContaining('No such user here') }],
    entry: last,
    idx: 2,
    form: second,
    formName: 'Second \ufffd',
  });
  expect(found[1]).toMatchObject({ error: 'The email has no valid address to go to.', canResend: false });

  // Page by page.
  const pages: string[] = [];
  let query = '?limit=1';
  for (let page = 0; page < 3; page += 1) {
    const reply = await alice('GET', `/emails/failed${query}`);
    pages.push(...reply.body.data.map(({ entry }: { entry: string }) => entry));
    const [, next] = /<([^>]+)>/.exec(reply.headers.get('link') ?? '') ?? [];
    query = next === undefined ? 'none' : new URL(next).search;
  }
  expect([pages, query]).toEqual([[last, unsent, refused], 'none']);

  smtp.onRecipient = () => {};
  expect((await alice('POST', `/entry/${last}/emails/0/resend`)).body.state).toBe('sent');
  expect((await failed()).map(({ entry }: { entry: string }) => entry)).toEqual([unsent, refused]);
  expect((await alice('DELETE', `/entry/${refused}`)).status).toBe(200);
  expect((await alice('DELETE', `/form/${second}`)).status).toBe(200);
  expect(await failed()).toEqual([]);
  const { chelsea } = service.people;
  expect((await service.call('GET', '/emails/failed', { key: chelsea.key })).body).toEqual({ data: [] });
});

test('[after-actions.emails.failed] a cursor of another list is refused', async () => {
  const form = await makeForm(service, definition('Listed'));
  for (let count = 0; count < 2; count += 1) await submit(form, 'here@example.com');
  const reply = await alice('GET', '/entry?limit=1');
  const [, next] = /<([^>]+)>/.exec(reply.headers.get('link') ?? '') ?? [];
  const refused = await alice('GET', `/emails/failed${new URL(next as string).search}`);
  expect([refused.status, refused.body.validation]).toEqual([400, { source: 'query', keys: ['after'] }]);
});
