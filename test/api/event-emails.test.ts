// Email rules as events: an address that the owner wrote gets every email within the quotas of the account, and the owner learns of
// the ones that a bound kept back. Real SMTP server.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeForm, root } from '../support/entries.ts';
import { startService, type TestService } from '../support/service.ts';
import { startSmtp, type TestSmtp } from '../support/smtp.ts';

let smtp: TestSmtp;
let service: TestService;
beforeAll(async () => {
  smtp = await startSmtp();
  service = await startService({ SMTP_URL: smtp.url, QUOTAS: 'form.strangerEmailsPerFilledAddress=2' });
});
afterAll(async () => {
  await service.close();
  await smtp.close();
});
beforeEach(async () => {
  await service.services.db.sql`delete from notices`;
  await service.services.db.sql`delete from email_counts`;
  await service.services.db.sql`delete from quota_use`;
  await service.services.background.finished();
  smtp.emails.length = 0;
});

const rootElem = root({ type: 'fInput', name: 'e' }, { type: 'fInput', name: 'at' });
const formWith = (...to: string[]) =>
  makeForm(service, {
    name: 'Sign-up',
    formSchema: { rootElem },
    postSubmit: {
      emails: [
        { to: ['first@example.com'], subject: 's', text: 't', if: 'false' },
        { to, subject: 's', text: 't' },
      ],
    },
  });
const submit = async (form: string, data: object = {}, options: object = {}) => {
  const reply = await service.call('POST', '/entry/submit', { ...options, body: { form, data } });
  expect(reply.status).toBe(200);
  return reply.body.entry.sentEmails[0].error;
};
const notices = async () => {
  await service.services.background.finished();
  return (await service.call('GET', '/account/notices', { key: service.people.alice.key })).body.data;
};
/** More than the bound of a filled-in address, and more than the 2,000 a day that there once were. */
const many = 2_001;

/** Each with what is filled in. */
const written: [string, string[], object][] = [
  ['on its own', ['hook@in.example'], {}],
  ['in a list', ['a@in.example, hook@in.example; b@in.example'], {}],
  ['with a name', ['Hook <hook@in.example>'], {}],
  ['in an expression', ["{{ 'hook@in.example' }}"], {}],
  ['as one of several', ["{{ model.at == 'x' ? 'hook@in.example' : 'else@in.example' }}"], { at: 'x' }],
  ['where nothing was filled in', ["{{ model.e || 'hook@in.example' }}"], {}],
  ['put together from texts', ["{{ 'hook' + '@' + 'in.example' }}"], {}],
  ['put together from parts', ["{{ model.at == 'x' ? 'hook' : 'else' }}@in.example"], { at: 'x' }],
  ['from a list in the rule', ["{{ { x: 'hook', y: 'else' }[model.at] }}@in.example"], { at: 'x' }],
  ['and filled in, too', ['{{ model.e }}', 'hook@in.example'], { e: 'hook@in.example' }],
];
const filled: [string, string[], object][] = [
  ['on its own', ['{{ model.e }}'], { e: 'hook@in.example' }],
  ['with a name', ['Hook <{{ model.e }}>'], { e: 'hook@in.example' }],
  ['the local part', ['{{ model.e }}@in.example'], { e: 'hook' }],
  ['the domain', ['hook@{{ model.e }}'], { e: 'in.example' }],
  [
    'in a part of an expression',
    ["{{ (model.at == 'x' ? model.e : 'else') + '@in.example' }}"],
    { at: 'x', e: 'hook' },
  ],
  ['instead of the one in the rule', ["{{ model.e || 'else@in.example' }}"], { e: 'hook@in.example' }],
];

test.each(written)(
  '[after-actions.emails.written] an address of the rule, %s, has no bound per address',
  async (_, to, data) => {
    const form = await formWith(...to);
    const { sql } = service.services.db;
    // As after 2,000 emails of today.
    await submit(form, data);
    await sql`update email_counts set sent = ${many}`;
    for (let n = 0; n < 4; n += 1) expect(await submit(form, data)).toBeUndefined();
    expect(smtp.emails.filter(({ recipients }) => recipients.includes('hook@in.example'))).toHaveLength(5);
    expect(await notices()).toEqual([]);
  },
);

test.each(filled)('[after-actions.emails.bounds] a filled-in address, %s, keeps its bound', async (_, to, data) => {
  const form = await formWith(...to);
  const errors = [];
  for (let n = 0; n < 4; n += 1) errors.push(await submit(form, data));
  const tooMany = 'The email was not sent, because too many emails went to the address today.';
  expect(errors).toEqual([undefined, undefined, tooMany, tooMany]);
  expect(smtp.emails.filter(({ recipients }) => recipients.includes('hook@in.example'))).toHaveLength(2);
  // With a credential of the account there is no such bound.
  expect(await submit(form, data, { key: service.people.alice.key })).toBeUndefined();
});

test('[after-actions.emails.notice] a bound that is met is reported with form, rule and limit: one notice, one email to each user', async () => {
  const form = await formWith('{{ model.e }}', 'hook@in.example');
  for (let n = 0; n < 5; n += 1) await submit(form, { e: 'dana@example.com' });
  const detail = { form, formName: 'Sign-up', rules: 'postSubmit', rule: 2 };
  const limit = { limit: 'form.strangerEmailsPerFilledAddress', most: 2 };
  expect(await notices()).toMatchObject([{ kind: 'emailBound', count: 3, detail: { ...detail, ...limit } }]);
  const mailed = () =>
    smtp.emails
      .filter(({ headers }) => headers.get('subject')?.includes('are not being sent'))
      .map((one) => one.recipients[0]);
  expect(mailed().sort()).toEqual(['alice@example.com', 'bob@example.com']);
});

test('[after-actions.emails.notice] [after-actions.emails.written] the quota of the account bounds an address of the rule, and that is reported', async () => {
  const form = await formWith('hook@in.example');
  const { db, quotas } = service.services;
  const { account, key } = service.people.alice;
  const take = { kind: 'emails', account, amount: 80_000, isAnonymous: true } as const;
  await quotas.take(take);
  expect(await submit(form)).toBe('The email was not sent: the quota of emails per day is used up.');
  const detail = { form, formName: 'Sign-up', rules: 'postSubmit', rule: 2, limit: 'emails', most: 80_000 };
  expect(await notices()).toMatchObject([{ kind: 'emailBound', count: 1, detail }]);
  expect(await submit(form, {}, { key })).toBeUndefined();
  await db.sql`delete from quota_use`;
});

test('[after-actions.emails.written] [heavy] 2,010 anonymous submits send 2,010 emails to the address of the rule', {
  timeout: 300_000,
}, async () => {
  const form = await formWith('hook@in.example');
  const errors: unknown[] = [];
  for (let n = 0; n < 2_010; n += 30) {
    const some = await Promise.all(Array.from({ length: 30 }, () => submit(form)));
    errors.push(...some.filter((error) => error !== undefined));
  }
  expect(errors).toEqual([]);
  expect(smtp.emails).toHaveLength(2_010);
});
