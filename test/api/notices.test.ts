// Notices: what an account and the operator are told, in the API and by email.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteExpiredRows } from '../../src/server/jobs/delete-expired-rows.ts';
import type { EmailBound } from '../../src/server/quotas/notices/notice-kinds.ts';
import { notify } from '../../src/server/quotas/notices/notices.ts';
import { type SecondService, startSecondService } from '../support/second-service.ts';
import { startService, type TestService } from '../support/service.ts';
import { startSmtp, type TestSmtp } from '../support/smtp.ts';

let smtp: TestSmtp;
let service: TestService;
let second: SecondService;
beforeAll(async () => {
  smtp = await startSmtp();
  service = await startService({ SMTP_URL: smtp.url, OPERATOR_EMAIL: 'ops@example.org' });
  second = await startSecondService(service);
});
beforeEach(async () => {
  smtp.emails.splice(0);
  await service.services.db.sql`delete from notices`;
  await service.services.db.sql`delete from email_counts`;
});
afterAll(async () => {
  await second.close();
  await service.close();
  await smtp.close();
});

const bound = (change: Partial<EmailBound> = {}): EmailBound => ({
  form: 'f'.repeat(24),
  formName: 'Sign-up',
  rules: 'postSubmit',
  rule: 1,
  limit: 'form.strangerEmailsPerFilledAddress',
  most: 20,
  ...change,
});
const tell = (to: string, change: Partial<EmailBound> = {}, { services } = service as Pick<TestService, 'services'>) =>
  notify(services, { to, kind: 'emailBound', detail: bound(change) });
const done = async () => {
  await service.services.background.finished();
  await second.services.background.finished();
};
const listed = async (key: string, query = {}) =>
  (await service.call('GET', '/account/notices', { key, query })).body.data;
const textOfOne =
  'Email rule 1 (after submit) of the form “Sign-up” reached its limit: emails to one address that was filled in, at most 20 a day. ' +
  'Emails beyond it are not sent until midnight UTC; entries are stored as usual.';

test('[limits.notices] one notice for each object, with the count and the times of the day, for its account alone', async () => {
  const { alice, chelsea } = service.people;
  for (let n = 0; n < 3; n += 1) tell(alice.account);
  tell(alice.account, { rule: 2 });
  await done();
  tell(alice.account, {}, second);
  await done();
  const data = await listed(alice.key);
  expect(data).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      kind: 'emailBound',
      text: textOfOne,
      page: '/admin/account/emails/',
      detail: bound(),
      firstTime: expect.any(String),
      lastTime: expect.any(String),
      count: 4,
    },
    { ...data[0], id: data[1].id, text: data[1].text, detail: bound({ rule: 2 }), count: 1, ...timesOf(data[1]) },
  ]);
  expect(data[0].firstTime < data[0].lastTime).toBe(true);
  const [hebrew] = await listed(alice.key, { locale: 'he' });
  expect(hebrew.text).toContain('כלל הדואר 1 (אחרי שליחה) של הטופס „Sign-up” הגיע למכסה שלו');
  expect(await listed(chelsea.key)).toEqual([]);
});

const timesOf = ({ firstTime, lastTime }: { firstTime: string; lastTime: string }) => ({ firstTime, lastTime });

test('[limits.notices] a dismissed notice comes back on another day, and old ones are removed', async () => {
  const { alice, chelsea } = service.people;
  const { db } = service.services;
  tell(alice.account);
  await done();
  const [{ id }] = await listed(alice.key);
  const foreign = await service.call('DELETE', `/account/notices/${id}`, { key: chelsea.key });
  expect([foreign.status, foreign.body.message]).toEqual([
    403,
    'You have insufficient permissions to perform the action.',
  ]);
  const unknown = await service.call('DELETE', `/account/notices/${'0'.repeat(24)}`, { key: alice.key });
  expect([unknown.status, unknown.body.message]).toEqual([404, `Could not find a notice with ID ${'0'.repeat(24)}.`]);
  const dismissed = await service.call('DELETE', `/account/notices/${id}`, { key: alice.key });
  expect([dismissed.status, dismissed.body]).toEqual([200, { message: 'The notice was dismissed.' }]);
  tell(alice.account);
  await done();
  expect(await listed(alice.key)).toEqual([]);
  await db.sql`update notices set day = day - 1, first_time = first_time - interval '1 day'`;
  tell(alice.account);
  await done();
  expect(await listed(alice.key)).toMatchObject([{ id, count: 1 }]);
  await db.sql`update notices set last_time = last_time - interval '31 days'`;
  await deleteExpiredRows(service.services);
  expect(await listed(alice.key)).toEqual([]);
});

test('[limits.notices] a notice of an account that is gone, or a mail server that fails, fails nobody', async () => {
  const { alice } = service.people;
  tell('0'.repeat(24));
  tell(alice.account);
  await done();
  expect(await listed(alice.key)).toHaveLength(1);
  expect(service.log.join()).toContain('a notice was not stored');
});

test('[limits.notices] notices are removed with the account', async () => {
  const { db } = service.services;
  const account = 'abcdefabcdefabcdefabcdef';
  await db.sql`insert into accounts (id, create_time) values (${account}, now())`;
  tell(account);
  await done();
  await db.sql`delete from accounts where id = ${account}`;
  expect(await db.sql`select from notices where account = ${account}`).toHaveLength(0);
});

test('[limits.notices.mail] one email per day and kind over two processes, to each user in their language', async () => {
  const { alice } = service.people;
  const colleague = { email: 'noa@example.com', password: 'three green birds', name: 'Noa' };
  const added = await service.call('POST', '/user', { token: alice.token, body: colleague });
  const barred = await service.call('POST', '/user', {
    token: alice.token,
    body: { ...colleague, email: 'barred-noa@example.com' },
  });
  const { sql } = service.services.db;
  await sql`update users set settings = '{"locale":"he"}' where id = ${added.body.id}`;
  await sql`update users set disabled_at = now() where id = ${barred.body.id}`;
  for (let n = 0; n < 5; n += 1) {
    tell(alice.account, { rule: n + 1 });
    tell(alice.account, { rule: n + 10 }, second);
  }
  await done();
  const mailed = ['alice@example.com', 'bob@example.com', 'noa@example.com'];
  expect(smtp.emails.map(({ recipients }) => recipients[0]).sort()).toEqual(mailed);
  const [english, , hebrew] = smtp.emails.toSorted((a, b) => (a.recipients[0]! < b.recipients[0]! ? -1 : 1));
  expect(english?.headers.get('subject')).toBe('Emails of your form “Sign-up” are not being sent');
  expect(english?.text).toContain('of the form “Sign-up” reached its limit');
  expect(english?.text).toContain('http://forms.test/admin/account/emails/');
  expect(hebrew?.text).toContain('של הטופס „Sign-up” הגיע למכסה שלו');
  // The next day.
  await sql`update email_counts set day = day - 1`;
  tell(alice.account);
  await done();
  expect(smtp.emails).toHaveLength(6);
});

test('[limits.notices.mail] a bound that strangers reach at will does not use up the email about another limit', async () => {
  const { account } = service.people.chelsea;
  const limits = ['form.strangerEmailsPerFilledAddress', 'emails', 'form.emails'] as const;
  for (const limit of limits) {
    tell(account, { limit });
    tell(account, { limit, rule: 2 });
    await done();
  }
  const full = { mostBytes: 1e9, form: 'f'.repeat(24), formName: 'Sign-up' };
  for (const isAnonymous of [true, true, false])
    notify(service.services, {
      to: account,
      kind: 'entryBytes',
      detail: { ...full, limit: 'entryBytes', isAnonymous },
    });
  await done();
  const texts = smtp.emails.map(
    ({ text }) => /filled in|of the account, at|of the form, at|not signed in|their size: 1 GB\./.exec(text ?? '')?.[0],
  );
  // The last two are sent at once.
  expect(texts.sort()).toEqual([
    'filled in',
    'not signed in',
    'of the account, at',
    'of the form, at',
    'their size: 1 GB.',
  ]);
});

test('[limits.notices.mail] a name that a mail program would make a link of is not in the email', async () => {
  const { alice } = service.people;
  tell(alice.account, { formName: 'Win http://evil.example now' });
  await done();
  const [email] = smtp.emails;
  expect(email?.headers.get('subject')).toBe(`Emails of your form “${'f'.repeat(24)}” are not being sent`);
  expect(`${email?.text}${email?.html}`).not.toContain('evil');
  expect((await listed(alice.key))[0].text).toContain('Win http://evil.example now');
});

test('[limits.notices.mail] a mailbox gets at most 10 a day over all accounts', async () => {
  const { sql } = service.services.db;
  const ids = Array.from({ length: 11 }, (_, n) => `aaaaaaaaaaaaaaaaaaaaaa${String(n).padStart(2, '0')}`);
  for (const [n, id] of ids.entries()) {
    await sql`insert into accounts (id, create_time) values (${id}, now())`;
    const email = `victim+${n}@example.com`;
    await sql`insert into users (id, account, email, name, settings, password_hash, tokens_from, create_time, modify_time, changed_at)
      values (${id}, ${id}, ${email}, 'x', '{}', null, now(), now(), now(), now())`;
    tell(id);
    await done();
  }
  expect(smtp.emails).toHaveLength(10);
});

test('[limits.notices.mail] the operator gets one at OPERATOR_EMAIL, and a line in the log', async () => {
  tell('operator');
  tell('operator', { rule: 2 }, second);
  await done();
  expect(smtp.emails.map(({ recipients }) => recipients)).toEqual([['ops@example.org']]);
  expect(service.log.join()).toContain('"to":"operator"');
  expect(await listed(service.people.alice.key)).toEqual([]);
});
