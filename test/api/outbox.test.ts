// Emails are owed from the commit on: whatever happens to the process between the commit and the record, each is sent once or
// recorded with the error that nobody knows. "Killed" is a service whose mail never comes back; a second one goes on.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sendLeftEmails } from '../../src/server/after-actions/send-left-emails.ts';
import type { Mail } from '../../src/server/mail/mail.ts';
import { asAlice, makeForm, root } from '../support/entries.ts';
import { readPdf } from '../support/read-pdf.ts';
import { type SecondService, startSecondService } from '../support/second-service.ts';
import { type Reply, startService, type TestService } from '../support/service.ts';
import { startSmtp, type TestSmtp } from '../support/smtp.ts';

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
beforeEach(async () => {
  await service.services.db.sql`delete from outbox`;
  smtp.emails.length = 0;
  useMail(realMail);
});

const rootElem = root({ type: 'fInput', name: 'name' }, { type: 'fInput', name: 'email' });
const rule = (n: number, more: object = {}) => ({
  to: [`to${n}@example.com`],
  subject: `Mail ${n} of {{ model.name }}`,
  text: 'No. {{ data.entry.idx }}',
  ...more,
});
const formWith = (more: object) => makeForm(service, { name: 'Orders', formSchema: { rootElem }, ...more });
const unknown = 'It is not known whether the email was sent: the service was interrupted while sending it.';
const count = async () => (await service.services.db.sql`select 1 from outbox`).length;
const sentOf = async (id: string) => (await alice('GET', `/entry/${id}`)).body.sentEmails;
const goOn = () => sendLeftEmails(second.services, { minAgeMs: 0 });

function useMail(mail: Mail): void {
  (service.services as { mail: Mail }).mail = mail;
}

/** Sends so many, then the process is as good as dead: the next email is given away, or not, and nothing follows. */
function dieAfter(sent: number, { isGivenAway }: { isGivenAway: boolean }) {
  let left = sent;
  let isDead = () => {};
  let fail = (_error: unknown) => {};
  const dead = new Promise<void>((done, failed) => {
    isDead = done;
    fail = failed;
  });
  useMail({
    async send(message, options) {
      left -= 1;
      try {
        if (left >= 0) return await realMail.send(message, options);
        if (isGivenAway) await realMail.send(message, options);
      } catch (error) {
        fail(error);
      }
      isDead();
      return new Promise<never>(() => {});
    },
  });
  return dead;
}

/** A request that never gets its response: one that does is a fault of the test. */
async function die(dead: Promise<void>, call: Promise<Reply>): Promise<void> {
  const answered = call.then(({ status, text }) => {
    throw new Error(`answered ${status} ${text}`);
  });
  await Promise.race([dead, answered]);
  answered.catch(() => {});
}

/** The entry of a request that never answers. */
async function ownEntry(form: string): Promise<string> {
  const [row] = await service.services.db.sql<{ id: string }[]>`select id from entries where form = ${form}`;
  return row?.id as string;
}

test('[after-actions.emails.owed] nothing is left after a save, submit, edit and template, whether a rule applied or not', async () => {
  const emails = [rule(1), rule(2, { if: 'model.name == "never"' })];
  const form = await formWith({
    postSave: { emails },
    postSubmit: { emails },
    postEdit: { emails },
    postTemplate: { emails: [rule(2, { if: 'model.name == "never"' })] },
  });
  const saved = await alice('POST', '/entry/save', { form, data: { name: 'Dana' } });
  const submitted = await alice('POST', `/entry/${saved.body.entryId}/submit`, { data: { name: 'Dana' } });
  const edited = await alice('POST', `/entry/${saved.body.entryId}/edit`, { data: { name: 'Eli' } });
  await alice('POST', '/entry/template', { form, data: {} });
  expect([saved.status, submitted.status, edited.status]).toEqual([200, 200, 200]);
  expect(edited.body.entry.sentEmails.map(({ subject }: { subject: string }) => subject)).toEqual([
    'Mail 1 of Dana',
    'Mail 1 of Dana',
    'Mail 1 of Eli',
  ]);
  expect([smtp.emails.length, await count()]).toEqual([3, 0]);
});

test('[after-actions.emails.owed] a process that ends between two emails: sent ones stay, the one in progress is reported, the others are sent once', async () => {
  const form = await formWith({ postSubmit: { emails: [rule(1), rule(2), rule(3)] } });
  const dead = dieAfter(1, { isGivenAway: true });
  await die(dead, service.call('POST', '/entry/submit', { body: { form, data: { name: 'Dana' } } }));
  expect(await count()).toBe(1);
  const id = await ownEntry(form);
  expect(await sentOf(id)).toEqual([]);
  // Too young: its request may still be at work.
  await sendLeftEmails(second.services);
  expect(smtp.emails).toHaveLength(2);

  // Whichever of them takes the row has a mail that works.
  useMail(realMail);
  await Promise.all([goOn(), goOn(), sendLeftEmails(service.services, { minAgeMs: 0 })]);
  const subjects = smtp.emails.map((email) => email.headers.get('subject'));
  expect(subjects).toEqual(['Mail 1 of Dana', 'Mail 2 of Dana', 'Mail 3 of Dana']);
  const sent = await sentOf(id);
  expect(sent).toMatchObject([
    { subject: 'Mail 1 of Dana', to: ['to1@example.com'], text: 'No. 1' },
    { subject: 'Mail 2 of Dana', error: unknown },
    { subject: 'Mail 3 of Dana', to: ['to3@example.com'], text: 'No. 1' },
  ]);
  const [, begun] = sent;
  expect(sent.map((one: { error?: string }) => one.error)).toEqual([undefined, unknown, undefined]);
  expect(new Set(sent.map((one: { action: string }) => one.action)).size).toBe(1);
  expect(smtp.emails[1]?.headers.get('message-id')).toContain(begun.id);
  expect(await count()).toBe(0);
  await goOn();
  expect(smtp.emails).toHaveLength(3);
  // Each of them counted once.
  const { quotas } = (await alice('GET', '/account/usage')).body;
  const { forms } = quotas.find(({ kind }: { kind: string }) => kind === 'emails');
  expect(forms).toContainEqual({ form, name: 'Orders', used: 3 });
});

test('[after-actions.emails.owed] an edit that ended before its first email, with a PDF: the job sends it with the PDF', async () => {
  const form = await formWith({ postEdit: { emails: [rule(1)], renders: [{ if: 'true' }] } });
  const { body } = await alice('POST', '/entry/submit', { form, data: { name: 'Dana' } });
  // Ends after the commit, before anything is begun.
  const { sql } = service.services.db;
  await sql`create function wait_for_ever() returns trigger language plpgsql as $$
    begin raise exception 'not now'; end $$`;
  await sql`create trigger stop_notes before insert on outbox_emails execute function wait_for_ever()`;
  const edited = await alice('POST', `/entry/${body.entryId}/edit`, { data: { name: 'Eli' } });
  await sql`drop trigger stop_notes on outbox_emails`;
  // The edit is stored: an email that has to wait does not fail it.
  expect([edited.status, edited.body.entry.sentEmails, smtp.emails.length]).toEqual([200, [], 0]);
  await goOn();
  expect(smtp.emails).toHaveLength(1);
  const [attachment] = smtp.emails[0]?.attachments ?? [];
  expect((await readPdf(attachment?.content as Buffer)).text).toContain('Eli');
  expect(await sentOf(body.entryId)).toMatchObject([{ subject: 'Mail 1 of Eli' }]);
  expect(await count()).toBe(0);
});

test('[after-actions.emails.owed] a request that is slower than the job: whoever took over goes on, and nothing is sent twice', async () => {
  const form = await formWith({ postSubmit: { emails: [rule(1), rule(2)] } });
  let isSlow = () => {};
  const slow = new Promise<void>((done) => {
    isSlow = done;
  });
  let wake = () => {};
  const waking = new Promise<void>((done) => {
    wake = done;
  });
  useMail({
    async send(message, options) {
      const delivery = await realMail.send(message, options);
      isSlow();
      await waking;
      return delivery;
    },
  });
  const submit = service.call('POST', '/entry/submit', { body: { form, data: { name: 'Dana' } } });
  await slow;
  await goOn();
  wake();
  const reply = await submit;
  expect(reply.status).toBe(200);
  expect(smtp.emails.map((email) => email.headers.get('subject'))).toEqual(['Mail 1 of Dana', 'Mail 2 of Dana']);
  expect(await sentOf(reply.body.entryId)).toMatchObject([
    { subject: 'Mail 1 of Dana', error: unknown },
    { subject: 'Mail 2 of Dana' },
  ]);
});

test('[after-actions.emails.owed] an entry or form that was deleted meanwhile is owed nothing', async () => {
  const [form, gone] = [
    await formWith({ postSubmit: { emails: [rule(1)] } }),
    await formWith({ postSubmit: { emails: [rule(1)] } }),
  ];
  for (const one of [form, gone]) {
    const dead = dieAfter(0, { isGivenAway: false });
    await die(dead, service.call('POST', '/entry/submit', { body: { form: one, data: { name: 'Dana' } } }));
  }
  expect(await count()).toBe(2);
  expect((await alice('DELETE', `/entry/${await ownEntry(form)}`)).status).toBe(200);
  expect((await alice('DELETE', `/form/${gone}`)).status).toBe(200);
  await goOn();
  expect([await count(), smtp.emails.length]).toEqual([0, 0]);
});

test('[after-actions.emails.owed] the email of a template that was cut off has its short link and the test address', async () => {
  const text = '{{ data.entry.shortUrl }}';
  const form = await formWith({ postTemplate: { emails: [rule(1), rule(2, { text })] } });
  const dead = dieAfter(0, { isGivenAway: false });
  await die(
    dead,
    alice(
      'POST',
      '/entry/template',
      { form, data: { name: 'Dana' }, testEmailAddress: 'me@example.com' },
      { query: { createShortUrl: 'true' } },
    ),
  );
  await goOn();
  expect(smtp.emails).toMatchObject([{ recipients: ['me@example.com'] }]);
  expect(smtp.emails[0]?.text?.trim()).toMatch(/^http:\/\/forms\.test\/\S+$/);
});

test.each(['outbox_emails', 'email_counts', 'quota_use', 'entries'])(
  '[after-actions.emails.owed] a connection that ends while %s is written: the email goes out before the response, and is recorded',
  async (table) => {
    const form = await formWith({ postSubmit: { emails: [rule(1, { to: ['{{ model.email }}'] })] } });
    const submit = () =>
      service.call('POST', '/entry/submit', { body: { form, data: { name: 'Dana', email: 'dana@example.com' } } });
    // What is counted has its rows from now on.
    expect((await submit()).status).toBe(200);
    smtp.emails.length = 0;
    const { sql } = second.services.db;
    await sql`create sequence cuts`;
    await sql`create function cut_once() returns trigger language plpgsql as $$
    begin if nextval('cuts') = 1 then perform pg_terminate_backend(pg_backend_pid()); end if; return new; end $$`;
    await sql`create trigger cut_once before ${sql.unsafe(table === 'outbox_emails' ? 'insert' : 'update')}
    on ${sql(table)} for each row execute function cut_once()`;
    try {
      const { status, body } = await submit();
      expect([status, smtp.emails.length, await count()]).toEqual([200, 1, 0]);
      expect(body.entry.sentEmails).toMatchObject([{ subject: 'Mail 1 of Dana' }]);
      expect(body.entry.sentEmails[0].error).toBeUndefined();
      expect(await sql`select is_called from cuts`).toEqual([{ is_called: true }]);
    } finally {
      await sql`drop function cut_once cascade`;
      await sql`drop sequence cuts`;
    }
  },
);
