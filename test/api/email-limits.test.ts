// docs/limits.md "Emails": no stranger chooses a recipient, and nobody can flood an address through a form. Real SMTP server.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteExpiredRows } from '../../src/server/jobs/delete-expired-rows.ts';
import { asAlice, id, makeForm, root } from '../support/entries.ts';
import { startSecondService } from '../support/second-service.ts';
import { startService, type TestService } from '../support/service.ts';
import { startSmtp, type TestSmtp } from '../support/smtp.ts';

let smtp: TestSmtp;
let service: TestService;
let alice: ReturnType<typeof asAlice>;
beforeAll(async () => {
  smtp = await startSmtp();
  service = await startService({
    SMTP_URL: smtp.url,
    QUOTAS: 'form.strangerEmailsPerAddress=5, form.strangerEmailsPerFilledAddress=2',
  });
  alice = asAlice(service);
});
afterAll(async () => {
  await service.close();
  await smtp.close();
});
beforeEach(() => {
  smtp.emails.length = 0;
});

const dayMs = 86_400_000;
const rootElem = root({ type: 'fInput', name: 'email' }, { type: 'fInput', name: 'who' });
const formWith = (emails: object[], rules = 'postSubmit') =>
  makeForm(service, { formSchema: { rootElem }, [rules]: { emails } });
const rule = (...to: string[]) => ({ to, subject: 's', text: 'hello {{ model.who }}' });
const submit = async (form: string, data: object = {}, more: object = {}) => {
  const reply = await service.call('POST', '/entry/submit', { body: { form, data, ...more } });
  expect(reply.status).toBe(200);
  return reply.body.entry.sentEmails;
};
/** Of the forms' emails, without the notices for the owner. */
const recipients = () => {
  const isNotice = ({ headers }: (typeof smtp.emails)[number]) =>
    headers.get('subject')?.includes('are not being sent');
  return smtp.emails.splice(0).flatMap((email) => (isNotice(email) ? [] : email.recipients));
};
const errorsOf = (sentEmails: { error?: string }[]) => sentEmails.map(({ error }) => error);
const tooMany = 'The email was not sent, because too many emails went to the address today.';

test('[after-actions.emails.test-address] of a caller without a credential are ignored: the form’s own recipients get their email', async () => {
  const form = await formWith([rule('ops@example.com')]);
  const sent = await submit(form, { who: 'me' }, { testEmailAddress: 'victim@elsewhere.example' });
  expect(recipients()).toEqual(['ops@example.com']);
  expect(sent).toEqual([
    {
      id,
      action: id,
      from: { name: 'Formstead', address: 'noreply@localhost' },
      to: ['ops@example.com'],
      replyTo: [],
      subject: 's',
      text: 'hello me',
    },
  ]);
  // Its shape is still checked, for everybody alike.
  const wrong = await service.call('POST', '/entry/submit', { body: { form, testEmailAddress: 'no address' } });
  expect([wrong.status, wrong.body.validation.keys]).toEqual([400, ['testEmailAddress']]);
});

test('[after-actions.emails.test-address] of a caller with only a bewit are ignored, in save and submit', async () => {
  const form = await makeForm(service, {
    formSchema: { rootElem },
    postSave: { emails: [rule('save@example.com')] },
    postSubmit: { emails: [rule('submit@example.com')] },
  });
  const body = { data: {}, testEmailAddress: 'victim@elsewhere.example' };
  const { entryId, bewit } = (await service.call('POST', '/entry/save', { body: { form, ...body } })).body;
  for (const action of ['save', 'submit']) {
    const reply = await service.call('POST', `/entry/${entryId}/${action}`, { body, query: { bewit } });
    expect(reply.status).toBe(200);
    expect(reply.text).not.toContain('victim');
  }
  expect(recipients()).toEqual(['save@example.com', 'save@example.com', 'submit@example.com']);
});

test('[after-actions.emails.test-address] count with a key or token of the form’s account; skipEmails works for everybody', async () => {
  const form = await formWith([rule('ops@example.com')]);
  const { token } = service.people.bob;
  for (const credential of [{ key: service.people.alice.key }, { token }]) {
    const body = { form, data: {}, testEmailAddress: 'me@example.com' };
    const { entry } = (await service.call('POST', '/entry/submit', { body, ...credential })).body;
    expect(entry.sentEmails).toMatchObject([{ to: ['ops@example.com'], testEmailAddress: ['me@example.com'] }]);
  }
  expect(recipients()).toEqual(['me@example.com', 'me@example.com']);
  expect(await submit(form, {}, { skipEmails: true })).toEqual([]);
  const { key } = service.people.chelsea;
  const foreign = await service.call('POST', '/entry/submit', {
    key,
    body: { form, testEmailAddress: 'c@example.com' },
  });
  expect([foreign.status, recipients()]).toEqual([403, []]);
});

test('[after-actions.emails.bounds] rules of a trigger, recipients and reply addresses of a rule are bounded when the form is saved', async () => {
  const save = async (emails: object[], trigger = 'postSubmit') => {
    const { status, body } = await alice('POST', '/form', { formSchema: { rootElem }, [trigger]: { emails } });
    return [status, body.validation?.keys, body.message];
  };
  const many = (count: number) => Array.from({ length: count }, (_, place) => `a${place}@example.com`);
  for (const trigger of ['postSave', 'postSubmit', 'postEdit', 'postTemplate']) {
    expect(await save(Array(51).fill(rule('a@example.com')), trigger)).toEqual([
      400,
      [`${trigger}.emails`],
      `"${trigger}.emails" must contain less than or equal to 50 items`,
    ]);
  }
  const tooManyTo = '"postSubmit.emails[0].to" must contain less than or equal to 50 items';
  expect(await save([rule(...many(51))])).toEqual([400, ['postSubmit.emails.0.to'], tooManyTo]);
  expect(await save([rule(many(51).join(', '))])).toEqual([400, ['postSubmit.emails.0.to'], tooManyTo]);
  expect((await save([{ ...rule('a@b.c'), replyTo: many(11) }])).slice(0, 2)).toEqual([
    400,
    ['postSubmit.emails.0.replyTo'],
  ]);
  expect((await save([rule(`{{ '${'x'.repeat(2000)}' }}`)])).slice(0, 2)).toEqual([400, ['postSubmit.emails.0.to.0']]);
  expect((await save(Array(50).fill(rule(...many(50)))))[0]).toBe(200);
});

test('[after-actions.emails.bounds] a form saved before there were bounds meets them when it sends; the submit succeeds', async () => {
  const form = await formWith([rule('a@example.com')]);
  const many = (count: number) => Array.from({ length: count }, (_, place) => `a${place}@example.com`);
  const old = [rule(many(51).join(',')), ...Array(59).fill(rule(...many(50)))];
  const definition = JSON.stringify({ formSchema: { rootElem }, postSubmit: { emails: old } });
  await service.services.db.sql`update forms set definition = ${definition} where id = ${form}`;
  service.services.forms.forget(form);
  const { entry } = (await alice('POST', '/entry/submit', { form, data: {} })).body;
  expect(entry.sentEmails).toHaveLength(51);
  expect(errorsOf(entry.sentEmails.slice(0, 2))).toEqual([
    'The email was not sent: it has more than 50 recipients.',
    undefined,
  ]);
  expect(new Set(errorsOf(entry.sentEmails.slice(11, 50)))).toEqual(
    new Set(['The email was not sent: the emails of one request go to at most 500 recipients.']),
  );
  expect(entry.sentEmails.at(-1)).toMatchObject({
    to: [],
    error: '10 more emails were not sent: one request sends at most 50.',
  });
  expect(smtp.emails).toHaveLength(10);
  expect(recipients()).toHaveLength(500);
});

test('[after-actions.emails.bounds] an address from filled-in data gets few emails per day from strangers, however it is spelled', async () => {
  const form = await formWith([rule('{{ model.email }}')]);
  const spellings = [
    ...['victim@example.com', 'Victim+1@example.com', 'victim+2@EXAMPLE.com', 'victim@example.com'],
    ...['v.ictim@example.com', 'V.i.c.tim@example.com', 'vic.tim+3@example.com', 'victim++@example.com'],
  ];
  const outcomes: (string | undefined)[] = [];
  for (const email of spellings) outcomes.push(...errorsOf(await submit(form, { email })));
  expect(outcomes).toEqual([undefined, undefined, ...Array(6).fill(tooMany)]);
  expect(recipients()).toEqual(spellings.slice(0, 2));
  // Others are not affected, nor are the form's own people, nor tomorrow.
  expect(errorsOf(await submit(form, { email: 'else@example.com' }))).toEqual([undefined]);
  const { entry } = (await alice('POST', '/entry/submit', { form, data: { email: 'victim@example.com' } })).body;
  expect(errorsOf(entry.sentEmails)).toEqual([undefined]);
  service.advance(dayMs);
  expect(errorsOf(await submit(form, { email: 'victim@example.com' }))).toEqual([undefined]);
});

test('[after-actions.emails.bounds] an address from filled-in data has a bound over all forms, too', async () => {
  const outcomes: (string | undefined)[] = [];
  for (let place = 0; place < 11; place += 1) {
    const form = await formWith([rule('{{ model.email }}')]);
    for (let one = 0; one < 2; one += 1) outcomes.push(...errorsOf(await submit(form, { email: 'all@example.com' })));
  }
  expect(outcomes).toEqual([...Array(20).fill(undefined), tooMany, tooMany]);
});

test('[after-actions.emails.bounds] an address in two alphabets is one', async () => {
  const form = await formWith([rule('{{ model.email }}')]);
  const outcomes: (string | undefined)[] = [];
  for (const email of ['a@bücher.example', 'a@xn--bcher-kva.example', 'A.@bücher.example', 'a@BÜCHER.example']) {
    outcomes.push(...errorsOf(await submit(form, { email })));
  }
  expect(outcomes).toEqual([undefined, undefined, 'The email has no valid address to go to.', tooMany]);
});

test('[after-actions.emails.bounds] an address that the rule names has the bound per form that the operator sets, also inside an expression', async () => {
  const form = await formWith([rule("{{ model.who == 'b' ? 'b@example.com' : 'team@example.com' }}")]);
  const other = await formWith([rule('team@example.com')]);
  const outcomes: (string | undefined)[] = [];
  for (let place = 0; place < 7; place += 1) outcomes.push(...errorsOf(await submit(form)));
  expect(outcomes).toEqual([...Array(5).fill(undefined), tooMany, tooMany]);
  expect(errorsOf(await submit(other))).toEqual([undefined]);
  // A part of a named address is not a named address.
  const partly = await formWith([rule("{{ model.email || 'team@example.com' }}")]);
  for (let place = 0; place < 2; place += 1) await submit(partly, { email: 'm@example.com' });
  expect(errorsOf(await submit(partly, { email: 'm@example.com' }))).toEqual([tooMany]);
});

test('[after-actions.emails.bounds] recipients over their bound are left out, the others get the email and the item says so', async () => {
  const form = await formWith([rule('{{ model.email }}', 'ops@example.com')]);
  for (let place = 0; place < 2; place += 1) await submit(form, { email: 'x@example.com' });
  recipients();
  expect(await submit(form, { email: 'x@example.com' })).toMatchObject([
    {
      to: ['x@example.com', 'ops@example.com'],
      error: '1 of 2 recipients: not sent, because too many emails went to the address today.',
    },
  ]);
  expect(recipients()).toEqual(['ops@example.com']);
});

test('[after-actions.emails.bounds] a flood at once through two processes: exactly as many as the bound', async () => {
  const form = await formWith([rule('{{ model.email }}', 'flooded@example.com')]);
  const second = await startSecondService(service);
  try {
    const either = (place: number) => (place % 2 === 0 ? service : second);
    const body = { form, data: { email: 'flood@example.com' } };
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, place) => either(place).call('POST', '/entry/submit', { body })),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(30).fill(200));
    const got = recipients();
    expect(got.filter((address) => address === 'flood@example.com')).toHaveLength(2);
    expect(got.filter((address) => address === 'flooded@example.com')).toHaveLength(5);
  } finally {
    await second.close();
  }
});

test('[after-actions.emails.bounds] counts are kept as hashes and forgotten after their day', async () => {
  const { sql } = service.services.db;
  const form = await formWith([rule('{{ model.email }}')]);
  await submit(form, { email: 'secret@example.com' });
  expect(JSON.stringify(await sql`select * from email_counts`)).not.toContain('secret');
  service.advance(3 * dayMs);
  await deleteExpiredRows(service.services);
  expect(await sql`select 1 from email_counts`).toHaveLength(0);
});

test('[after-actions.emails.bounds] the quota of a day counts recipients; a submit never fails by it, and strangers use only their share', async () => {
  const small = await startService({ SMTP_URL: smtp.url, QUOTAS: 'emails=8', QUOTA_ANONYMOUS_PERCENT: '50' });
  try {
    const body = {
      form: await makeForm(small, {
        formSchema: { rootElem },
        postSubmit: { emails: [rule('a@example.com', 'b@example.com')] },
      }),
      data: {},
    };
    const send = async (options: object) => {
      const reply = await small.call('POST', '/entry/submit', { body, ...options });
      return [reply.status, ...errorsOf(reply.body.entry.sentEmails)];
    };
    const usedUp = 'The email was not sent: the quota of emails per day is used up.';
    const { key } = small.people.alice;
    expect([await send({}), await send({}), await send({})]).toEqual([
      [200, undefined],
      [200, undefined],
      [200, usedUp],
    ]);
    expect([await send({ key }), await send({ key }), await send({ key })]).toEqual([
      [200, undefined],
      [200, undefined],
      [200, usedUp],
    ]);
    expect(recipients()).toHaveLength(8);
    small.advance(dayMs);
    expect(await send({})).toEqual([200, undefined]);
  } finally {
    await small.close();
  }
});
