// What became of the emails of an entry, through real SMTP conversations: sent, refused, unknown, waiting, or a file in the outbox
// folder; and sending one again. "Killed" is a service whose mail never comes back; a second one goes on.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sendLeftEmails } from '../../src/server/after-actions/send-left-emails.ts';
import type { Mail } from '../../src/server/mail/mail.ts';
import { asAlice, id, makeForm, root, time } from '../support/entries.ts';
import { type SecondService, startSecondService } from '../support/second-service.ts';
import { startService, type TestService } from '../support/service.ts';
import { refusal, startSmtp, type TestSmtp } from '../support/smtp.ts';

let smtp: TestSmtp;
let service: TestService;
let second: SecondService;
let alice: ReturnType<typeof asAlice>;
let realMail: Mail;
beforeAll(async () => {
  smtp = await startSmtp();
  service = await startService({ SMTP_URL: smtp.url });
  second = await startSecondService(service);
  alice = asAlice(service);
  realMail = service.services.mail;
});
afterAll(async () => {
  await second.close();
  await service.close();
  await smtp.close();
});
beforeEach(() => {
  smtp.emails.length = 0;
  smtp.onEmail = async () => {};
  smtp.onRecipient = () => {};
  useMail(realMail);
});

function useMail(mail: Mail): void {
  (service.services as { mail: Mail }).mail = mail;
}

const rootElem = root({ type: 'fInput', name: 'name' });
const rule = (more: object = {}) => ({
  to: ['ops@example.com'],
  subject: 'Order of {{ model.name }}',
  text: 'It is here',
  ...more,
});
const formWith = (emails: object[], more: object = {}) =>
  makeForm(service, {
    name: 'Orders',
    formSchema: { rootElem },
    saveRenderedEntries: 'all',
    postSubmit: { emails, ...more },
  });
const submit = async (form: string) =>
  (await service.call('POST', '/entry/submit', { body: { form, data: { name: 'Dana' } } })).body.entry;
const emailsOf = async (entry: string) => (await alice('GET', `/entry/${entry}/emails`)).body;
const resend = (entry: string, n = 0) => alice('POST', `/entry/${entry}/emails/${n}/resend`);
const aliceHerself = () => ({ id: service.people.alice.user, name: expect.any(String) });

test('[after-actions.emails.states] sent with the words of the server, refused with its words, and what it did not take of an email', async () => {
  const form = await formWith([
    rule(),
    rule({ to: ['full@example.com'] }),
    rule({ to: ['ops@example.com', 'gone@example.com'] }),
    rule({ to: ['{{ model.nobody }}'] }),
  ]);
  smtp.onEmail = async ({ recipients }) => {
    if (recipients.includes('full@example.com')) throw refusal(552, 'Mailbox of mx7.inside is full');
  };
  smtp.onRecipient = (address) => {
    if (address === 'gone@example.com') throw refusal(550, 'No such user here');
  };
  const entry = await submit(form);
  // The record, which fillers see too, is what it was: without the words and machines of the server.
  expect(entry.sentEmails.map(({ error }: { error?: string }) => error)).toEqual([
    undefined,
    'The mail server refused the email (552).',
    'The mail server refused some of the recipients.',
    'The email has no valid address to go to.',
  ]);
  const { isMailSetUp, data } = await emailsOf(entry.id);
  expect(isMailSetUp).toBe(true);
  expect(data[0]).toEqual({
    id: entry.sentEmails[0].id,
    n: 0,
    action: entry.actions[0].id,
    to: ['ops@example.com'],
    subject: 'Order of Dana',
    time,
    state: 'sent',
    words: expect.stringMatching(/^250 /),
    canResend: true,
    attempts: [{ time, state: 'sent', words: expect.stringMatching(/^250 /) }],
  });
  expect(data.slice(1)).toMatchObject([
    {
      n: 1,
      state: 'refused',
      words: '552 Mailbox of mx7.inside is full',
      error: entry.sentEmails[1].error,
      canResend: true,
    },
    { n: 2, state: 'partlySent', words: '550 No such user here', canResend: true },
    { n: 3, state: 'notSent', to: [], error: entry.sentEmails[3].error, canResend: false },
  ]);
});

test('[after-actions.emails.resend] sent again as it was, with its PDF, to its test address; each attempt is listed, and the entry does not change', async () => {
  const form = await formWith(
    [rule({ text: undefined, html: '<p>Hello {{ model.name }}</p>', replyTo: ['r@example.com'] })],
    {
      renders: [{ if: 'true' }],
    },
  );
  const body = { form, data: { name: 'Dana' }, testEmailAddress: 'test@example.com' };
  smtp.onEmail = async () => {
    throw refusal(451, 'Try later');
  };
  const { entry } = (await alice('POST', '/entry/submit', body)).body;
  smtp.onEmail = async () => {};
  const before = (await alice('GET', `/entry/${entry.id}`)).text;
  const sentAgain = await resend(entry.id);
  expect(sentAgain.body).toMatchObject({
    ...{ n: 0, state: 'sent', to: ['test@example.com'], canResend: true },
    attempts: [
      { state: 'refused', words: '451 Try later' },
      { state: 'sent', by: aliceHerself() },
    ],
  });
  const [email] = smtp.emails;
  expect(smtp.emails).toHaveLength(1);
  expect(email).toMatchObject({ recipients: ['test@example.com'] });
  expect(email?.html?.trim()).toBe('<p>Hello Dana</p>');
  expect(email?.headers.get('subject')).toBe('Order of Dana');
  expect(email?.headers.get('reply-to')).toBe('r@example.com');
  expect(email?.attachments).toMatchObject([{ type: 'application/pdf' }]);
  expect((await emailsOf(entry.id)).data).toEqual([
    { ...sentAgain.body, time, attempts: [sentAgain.body.attempts[0], { ...sentAgain.body.attempts[1], time }] },
  ]);
  expect((await alice('GET', `/entry/${entry.id}`)).text).toBe(before);
  const lines = (await alice('GET', `/audit?objectId=${entry.id}`)).body.data;
  expect(lines).toMatchObject([{ action: 'emailResend', detail: { form, email: entry.sentEmails[0].id, n: 0 } }]);
  expect(JSON.stringify(lines)).not.toContain('test@example.com');
});

test('[after-actions.emails.resend] a refusal is not an error of the request; ten times is enough; what cannot be sent is refused', async () => {
  const form = await formWith([rule(), rule({ to: [] })]);
  const entry = (await submit(form)).id;
  const refused = async (n: number) => {
    const { status, headers } = await resend(entry, n);
    return [status, headers.get('x-service-error')];
  };
  expect(await refused(2)).toEqual([404, 'emailNotFound']);
  expect(await refused(1)).toEqual([409, 'emailNotKept']);
  expect((await resend(entry, -1)).status).toBe(400);
  smtp.onEmail = async () => {
    throw refusal(554, 'No thanks');
  };
  const first = await resend(entry);
  expect([first.status, first.body.state, first.body.words]).toEqual([200, 'refused', '554 No thanks']);
  for (let n = 2; n <= 10; n += 1) expect((await resend(entry)).body.canResend).toBe(n < 10);
  expect(await refused(0)).toEqual([403, 'resentTooOften']);
  expect((await emailsOf(entry)).data[0].attempts).toHaveLength(11);
  await alice('DELETE', `/entry/${entry}`);
  expect(await refused(0)).toEqual([403, 'editDeleted']);
  expect((await emailsOf(entry)).data[0]).toMatchObject({ state: 'refused', canResend: false });
});

test('[after-actions.emails.resend] two at once: one is sent', async () => {
  const entry = (await submit(await formWith([rule()]))).id;
  smtp.emails.length = 0;
  let goOn = () => {};
  const held = new Promise<void>((done) => {
    goOn = done;
  });
  smtp.onEmail = () => held;
  const both = [resend(entry), resend(entry)];
  const loser = await Promise.race(both);
  expect([loser.status, loser.headers.get('x-service-error')]).toEqual([409, 'emailInProgress']);
  expect((await emailsOf(entry)).data[0]).toMatchObject({ state: 'waiting', canResend: false });
  goOn();
  const statuses = (await Promise.all(both)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 409]);
  expect(smtp.emails).toHaveLength(1);
});

test('[after-actions.emails.resend] the quota of emails counts', async () => {
  const form = await formWith([rule()]);
  const entry = (await submit(form)).id;
  const { sql } = service.services.db;
  const { account } = service.people.alice;
  await sql`insert into quota_limits (account, name, max) values (${account}, 'form.emails', 1)`;
  service.advance(10_000);
  try {
    const { status, body } = await resend(entry);
    expect([status, body.quota]).toEqual([429, 'form.emails']);
    expect((await emailsOf(entry)).data[0].attempts).toHaveLength(1);
  } finally {
    await sql`delete from quota_limits where account = ${account}`;
    service.advance(10_000);
  }
});

test('[after-actions.emails.states] [after-actions.emails.owed] a process that ends: emails wait, then are sent once; the one in progress is unknown', async () => {
  const form = await formWith([rule({ subject: 'First' }), rule({ subject: 'Second' }), rule({ subject: 'Third' })]);
  let isDead = () => {};
  const dead = new Promise<void>((done) => {
    isDead = done;
  });
  let left = 1;
  useMail({
    async send(message, options) {
      left -= 1;
      if (left >= 0) return realMail.send(message, options);
      isDead();
      return new Promise<never>(() => {});
    },
  });
  void service.call('POST', '/entry/submit', { body: { form, data: { name: 'Dana' } } }).catch(() => {});
  await dead;
  const [row] = await service.services.db.sql<{ id: string }[]>`select id from entries where form = ${form}`;
  const entry = row?.id as string;
  const waiting = { action: id, time, canResend: false, attempts: [] };
  expect((await emailsOf(entry)).data).toEqual([
    { ...waiting, to: ['ops@example.com'], subject: 'First', state: 'sent', words: expect.stringMatching(/^250 /) },
    { ...waiting, to: ['ops@example.com'], subject: 'Second', state: 'waiting' },
  ]);
  useMail(realMail);
  await sendLeftEmails(second.services, { minAgeMs: 0 });
  expect((await emailsOf(entry)).data).toMatchObject([
    { n: 0, subject: 'First', state: 'sent', words: expect.stringMatching(/^250 /) },
    { n: 1, subject: 'Second', state: 'unknown', canResend: true },
    { n: 2, subject: 'Third', state: 'sent' },
  ]);
  // Sent again by hand, and the process ends again: after a while that is unknown too, and may be tried once more.
  const attempt = { entry, email: (await emailsOf(entry)).data[1].id };
  await service.services.db.sql`insert into email_attempts (entry, email, attempt, form, time, state, words, user_id)
    values (${attempt.entry}, ${attempt.email}, 1, ${form}, now() - interval '10 minutes', 'sending', '', ${service.people.alice.user})`;
  expect((await emailsOf(entry)).data[1]).toMatchObject({ state: 'unknown', canResend: true });
  expect((await resend(entry, 1)).body).toMatchObject({ state: 'sent', attempts: [{}, {}, { state: 'sent' }] });
});

test('[after-actions.emails.states] before anything is begun, an entry says that emails wait', async () => {
  const entry = (await submit(await formWith([]))).id;
  const { sql } = service.services.db;
  await sql`insert into outbox (action, entry, form, rules, is_anonymous, has_link, create_time)
    values (${'a'.repeat(24)}, ${entry}, ${'b'.repeat(24)}, 'postSubmit', true, false, now())`;
  expect((await emailsOf(entry)).data).toEqual([
    { action: 'a'.repeat(24), time, state: 'waiting', canResend: false, attempts: [] },
  ]);
  await sql`delete from outbox where entry = ${entry}`;
});

test('[after-actions.emails.states] of emails from before there were states only the record speaks; all goes with the form', async () => {
  const form = await formWith([rule(), rule(), rule(), rule(), rule()]);
  const entry = await submit(form);
  const { sql } = service.services.db;
  await sql`delete from email_attempts where entry = ${entry.id}`;
  const errors = [
    undefined,
    'The mail server refused the email (550).',
    'It is not known whether the email was sent: the mail server broke off without an answer.',
    '1 of 3 recipients: not sent, because too many emails went to the address today.',
    'The mail server could not be reached.',
  ];
  const old = entry.sentEmails.map((email: object, n: number) => ({ ...email, error: errors[n] }));
  await sql`update entries set sent_emails = ${JSON.stringify(old)}::text::json where id = ${entry.id}`;
  const { data } = await emailsOf(entry.id);
  const states = ['unrecorded', 'refused', 'unknown', 'partlySent', 'notSent'];
  expect(data.map(({ state }: { state: string }) => state)).toEqual(states);
  expect(data[0].time).toBe(entry.actions[0].time);
  expect((await resend(entry.id)).body).toMatchObject({ attempts: [{ state: 'unrecorded' }, { state: 'sent' }] });
  await alice('DELETE', `/form/${form}`);
  expect(await sql`select 1 from email_attempts where entry = ${entry.id}`).toHaveLength(0);
});

test('[after-actions.emails.states] [after-actions.emails.transport] without a mail server each email says that it is a file in the outbox folder', async () => {
  const quiet = await startService();
  try {
    const rules = { postSubmit: { emails: [rule()] } };
    const form = await makeForm(quiet, { name: 'Orders', formSchema: { rootElem }, ...rules });
    const { key } = quiet.people.alice;
    const entry = (await quiet.call('POST', '/entry/submit', { body: { form, data: {} } })).body.entryId;
    const listed = await quiet.call('GET', `/entry/${entry}/emails`, { key });
    expect(listed.body).toMatchObject({
      isMailSetUp: false,
      data: [{ state: 'outbox', attempts: [{ state: 'outbox' }] }],
    });
    const again = await quiet.call('POST', `/entry/${entry}/emails/0/resend`, { key });
    expect(again.body).toMatchObject({ state: 'outbox', attempts: [{ state: 'outbox' }, { state: 'outbox' }] });
    expect(readdirSync(join(quiet.dataDir, 'outbox'))).toHaveLength(2);
  } finally {
    await quiet.close();
  }
});
