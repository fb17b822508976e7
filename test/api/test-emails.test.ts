// POST /form/{formId}/emails/test, through real SMTP conversations.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { maxTestEmails } from '../../src/server/entries/emails/test-email.ts';
import { asAlice, makeForm, root } from '../support/entries.ts';
import { startService, type TestService } from '../support/service.ts';
import { refusal, startSmtp, type TestSmtp } from '../support/smtp.ts';

let smtp: TestSmtp;
let service: TestService;
let alice: ReturnType<typeof asAlice>;
let form: string;
beforeAll(async () => {
  smtp = await startSmtp();
  service = await startService({ SMTP_URL: smtp.url });
  alice = asAlice(service);
  form = await makeForm(service, { name: 'Orders', formSchema: { rootElem } });
});
afterAll(async () => {
  await service.close();
  await smtp.close();
});
beforeEach(() => {
  smtp.emails.length = 0;
  smtp.onEmail = async () => {};
});

const rootElem = root({ type: 'fInput', name: 'name', label: 'Name' });
const email = {
  to: ['boss@example.com', '{{ model.name }}@example.com'],
  subject: 'New: {{ model.name }}',
  html: '<p>{{ allAnswers }}</p>',
  if: 'false',
};
const sendTest = (body: object) => alice('POST', `/form/${form}/emails/test`, { email, ...body });

test('[after-actions.emails.try] to whoever asks and nobody else, whatever the rule says; nothing is stored', async () => {
  const reply = await sendTest({ data: { name: 'Dana' } });
  expect(reply.body).toEqual({
    to: 'alice@example.com',
    subject: 'New: Dana',
    state: 'sent',
    words: expect.stringMatching(/^250 /),
  });
  expect(smtp.emails.map(({ recipients }) => recipients)).toEqual([['alice@example.com']]);
  expect(smtp.emails[0]?.headers.get('to')).toBe('alice@example.com');
  expect(smtp.emails[0]?.html).toContain('Dana');
  expect((await alice('GET', `/form/${form}`)).body.counts.all).toBe(0);
});

test('[after-actions.emails.try] of a form that is not saved, and of an entry; another form’s entry is not found', async () => {
  const more = { name: 'Draft', formSchema: { rootElem: root({ type: 'fInput', name: 'later', label: 'Later' }) } };
  const rule = { ...email, subject: '{{ data.form.name }}', text: '{{ allAnswers }}' };
  const { html: _, ...plain } = rule;
  await sendTest({ email: plain, form: more, data: { later: 'yes', name: 'dropped' } });
  expect([smtp.emails[0]?.headers.get('subject'), smtp.emails[0]?.text?.trim()]).toEqual(['Draft', 'Later: yes']);
  const entry = (await alice('POST', '/entry/submit', { form, data: { name: 'Real' } })).body.entryId;
  expect((await sendTest({ entry })).body.subject).toBe('New: Real');
  const other = await makeForm(service, { formSchema: { rootElem } });
  const foreign = (await alice('POST', '/entry/submit', { form: other, data: { name: 'x' } })).body.entryId;
  expect((await sendTest({ entry: foreign })).status).toBe(404);
  expect((await sendTest({ entry, data: {} })).status).toBe(400);
});

test('[after-actions.emails.try] with its PDF; what the mail server refuses is told, not thrown; what cannot be read is a 400', async () => {
  await sendTest({ email: { ...email, attach: { pdf: true, files: true } }, data: { name: 'Dana' } });
  expect(smtp.emails[0]?.attachments.map(({ name }) => name)).toEqual(['Orders.pdf']);
  smtp.onEmail = async () => {
    throw refusal(550, 'Not today');
  };
  expect((await sendTest({})).body).toMatchObject({
    state: 'refused',
    words: '550 Not today',
    error: 'The mail server refused the email (550).',
  });
  const broken = await sendTest({ email: { ...email, subject: '{{ model.' } });
  expect([broken.status, broken.body.validation.keys]).toEqual([400, ['form.postSubmit.emails.0.subject']]);
  expect((await sendTest({ email: { subject: 'x' } })).status).toBe(400);
});

test('[after-actions.emails.try] at most 50 a day for each user; the next day there are more', async () => {
  const bob = { key: service.people.bob.key };
  const one = { ...bob, body: { email: { to: [], text: 'x' } } };
  for (let sent = 0; sent < maxTestEmails; sent++) {
    const reply = await service.call('POST', `/form/${form}/emails/test`, one);
    expect(reply.status).toBe(200);
  }
  const late = await service.call('POST', `/form/${form}/emails/test`, one);
  expect([late.status, late.body.quota]).toEqual([429, 'testEmails']);
  expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await sendTest({})).status).toBe(200);
  service.advance(24 * 60 * 60 * 1000);
  expect((await service.call('POST', `/form/${form}/emails/test`, one)).status).toBe(200);
});

test('[after-actions.emails.try] without a mail server it is a file in the outbox folder, and the response says so', async () => {
  const without = await startService();
  const own = await makeForm(without, { formSchema: { rootElem } });
  const reply = await asAlice(without)('POST', `/form/${own}/emails/test`, { email, data: { name: 'x' } });
  expect(reply.body).toEqual({ to: 'alice@example.com', subject: 'New: x', state: 'outbox' });
  await without.close();
});
