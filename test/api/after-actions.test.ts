// Emails of rules and what screens do, through a real SMTP
// server. Archived PDFs are in renders.test.ts.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { asAlice, id, makeForm, root } from '../support/entries.ts';
import { readEmail } from '../support/read-email.ts';
import { startService, type TestService } from '../support/service.ts';
import { refusal, startSmtp, type TestSmtp } from '../support/smtp.ts';

let smtp: TestSmtp;
let service: TestService;
let alice: ReturnType<typeof asAlice>;
beforeAll(async () => {
  smtp = await startSmtp();
  service = await startService({ SMTP_URL: smtp.url, MAIL_FROM: 'Forms of Us <forms@us.example>' });
  alice = asAlice(service);
});
afterAll(async () => {
  await service.close();
  await smtp.close();
});
beforeEach(() => {
  smtp.emails.length = 0;
  smtp.onEmail = async () => {};
  smtp.onRecipient = () => {};
});

const from = { name: 'Forms of Us', address: 'forms@us.example' };
const fields = root(
  { type: 'fInput', name: 'name', reqValidator: true },
  { type: 'fInput', name: 'email' },
  { type: 'fLngTxt', name: 'note' },
  { type: 'fInput', name: 'age', typeValidator: 'num' },
);
const formWith = (rules: object) => makeForm(service, { name: 'Orders', formSchema: { rootElem: fields }, ...rules });
const jsonRule = {
  to: ['ops@example.com'],
  subject: 'Order of {{ model.name }}',
  text: '{{ { entryId: data.entry.id, data: model } | json }}',
};

test('[after-actions.emails] [after-actions.emails.recorded] [after-actions.no-webhooks] the JSON email of a submit: sent once, before the response, recorded with its body', async () => {
  const form = await formWith({ postSubmit: { emails: [{ ...jsonRule, replyTo: ['{{ model.email }}'] }] } });
  const long = `${'x'.repeat(1200)} = "quoted" \\ .\n.\nFrom here\t${'שלום '.repeat(60)}😀  `;
  const reply = await service.call('POST', '/entry/submit', {
    body: { form, data: { name: 'Dana', email: 'dana@example.com', note: long } },
  });
  expect(reply.status).toBe(200);
  const { entry } = reply.body;
  const body = {
    entryId: entry.id,
    data: { name: 'Dana', email: 'dana@example.com', note: entry.data.note, age: null },
  };
  expect(entry.sentEmails).toEqual([
    {
      id,
      action: entry.actions[0].id,
      from,
      to: ['ops@example.com'],
      replyTo: ['dana@example.com'],
      subject: 'Order of Dana',
      text: JSON.stringify(body, null, 2),
    },
  ]);
  expect(smtp.emails).toHaveLength(1);
  const [email] = smtp.emails;
  expect(email).toMatchObject({ from: 'forms@us.example', recipients: ['ops@example.com'], html: undefined });
  expect(JSON.parse(email?.text ?? '')).toEqual(body);
  expect(email?.text?.trimEnd()).toBe(JSON.stringify(body, null, 2));
  expect(email?.attachments).toEqual([]);
  expect(email?.headers.get('subject')).toBe('Order of Dana');
  expect(email?.headers.get('from')).toBe('Forms of Us <forms@us.example>');
  expect(email?.headers.get('to')).toBe('ops@example.com');
  expect(email?.headers.get('reply-to')).toBe('dana@example.com');
  expect(email?.headers.get('content-type')).toMatch(/^text\/plain; charset=utf-8/);
  // Recorded, not only answered; and pollers see the change.
  const read = (await alice('GET', `/entry/${entry.id}`)).body;
  expect(read).toEqual(entry);
  expect(Date.parse(read.changedAt)).toBeGreaterThanOrEqual(Date.parse(read.modifyTime));
});

test('[after-actions.emails] the commit comes before the email: whoever is told can read the entry', async () => {
  const form = await formWith({ postSubmit: { emails: [jsonRule] } });
  const seen: unknown[] = [];
  smtp.onEmail = async (email) => {
    const { entryId } = JSON.parse(email.text ?? '');
    const { status, body } = await alice('GET', `/entry/${entryId}`);
    seen.push([status, body.status, body.form, body.sentEmails]);
  };
  await alice('POST', '/entry/submit', { form, data: { name: 'A' } });
  expect(seen).toEqual([[200, 'submitted', form, []]]);
});

test('[after-actions.emails.html] [after-actions.emails.recorded] an HTML body: values escaped, a plain text beside it, several rules in order', async () => {
  const form = await formWith({
    postSubmit: {
      emails: [
        {
          to: ['a@example.com', 'Bea B. <b@example.com>'],
          subject: '1',
          html: '<p>Hi <b>{{ model.name }}</b></p><p>Bye</p>',
        },
        { to: ['c@example.com'], subject: '2', text: '{{ model.name }}', if: "model.name == 'no'" },
        { to: ['{{ model.email }}'], subject: '3 שלום', text: 'Dear {{ model.name }}' },
      ],
    },
  });
  const data = { name: '<i>Dana</i>', email: 'dana@example.com' };
  const { entry } = (await alice('POST', '/entry/submit', { form, data })).body;
  const action = entry.actions[0].id;
  expect(entry.sentEmails).toEqual([
    {
      id,
      action,
      from,
      to: ['a@example.com', 'Bea B. <b@example.com>'],
      replyTo: [],
      subject: '1',
      text: 'Hi <i>Dana</i>\n\nBye',
      html: '<p>Hi <b>&lt;i&gt;Dana&lt;/i&gt;</b></p><p>Bye</p>',
    },
    { id, action, from, to: ['dana@example.com'], replyTo: [], subject: '3 שלום', text: 'Dear <i>Dana</i>' },
  ]);
  expect(smtp.emails.map(({ recipients }) => recipients)).toEqual([
    ['a@example.com', 'b@example.com'],
    ['dana@example.com'],
  ]);
  expect(smtp.emails[0]).toMatchObject({ text: 'Hi <i>Dana</i>\n\nBye', html: entry.sentEmails[0].html });
  expect(smtp.emails[1]?.headers.get('subject')).toBe('3 שלום');
});

test('[after-actions.emails.test-address] [entries.flags] skipEmails sends none; testEmailAddress gets every one while `to` names the recipients', async () => {
  const form = await formWith({ postSubmit: { emails: [jsonRule, { ...jsonRule, to: ['{{ model.email }}'] }] } });
  const skipped = await alice('POST', '/entry/submit', { form, data: { name: 'A' }, skipEmails: true });
  expect([skipped.status, skipped.body.entry.sentEmails, smtp.emails]).toEqual([200, [], []]);

  const data = { name: 'A', email: 'a@example.com' };
  const tested = await alice('POST', '/entry/submit', { form, data, testEmailAddress: 'me@test.example' });
  expect(tested.body.entry.sentEmails).toMatchObject([
    { to: ['ops@example.com'], testEmailAddress: ['me@test.example'] },
    { to: ['a@example.com'], testEmailAddress: ['me@test.example'] },
  ]);
  expect(smtp.emails.map(({ recipients }) => recipients)).toEqual([['me@test.example'], ['me@test.example']]);
  expect(smtp.emails.map(({ headers }) => headers.get('to'))).toEqual(['me@test.example', 'me@test.example']);

  const wrong = await alice('POST', '/entry/submit', {
    form,
    data,
    testEmailAddress: 'me@test.example, you@test.example',
  });
  expect([wrong.status, wrong.body.message]).toEqual([400, '"testEmailAddress" must be a valid email']);
  const none = await alice('POST', '/entry/submit', { form, data, testEmailAddress: '' });
  expect([none.status, smtp.emails.at(-1)?.recipients]).toEqual([200, ['a@example.com']]);
});

test('[after-actions.triggers] [after-actions.conditions] which operation runs which rules', async () => {
  const rule = (subject: string) => ({
    emails: [{ to: ['ops@example.com'], subject, text: '{{ data.entry.status }}' }],
  });
  const form = await formWith({
    postSave: rule('save'),
    postSubmit: rule('submit'),
    postEdit: rule('edit'),
    postTemplate: rule('template'),
  });
  const sent = () => smtp.emails.splice(0).map(({ headers, text }) => `${headers.get('subject')}: ${text?.trim()}`);

  const saved = (await alice('POST', '/entry/save', { form, data: { name: 'A' } })).body;
  expect(sent()).toEqual(['save: saved']);
  const { entryId } = saved;
  expect(saved.entry.sentEmails).toMatchObject([{ subject: 'save', action: saved.entry.actions[0].id }]);
  await alice('POST', `/entry/${entryId}/save`, { data: { name: 'B' } });
  expect(sent()).toEqual(['save: saved']);

  // Rule 8: an edit to submitted runs the after-edit rules only.
  const edited = (await alice('POST', `/entry/${entryId}/edit`, { status: 'submitted' })).body.entry;
  expect([edited.status, sent()]).toEqual(['submitted', ['edit: submitted']]);
  expect(edited.sentEmails.map((email: { subject: string }) => email.subject)).toEqual(['save', 'save', 'edit']);
  expect(edited.sentEmails.at(-1).action).toBe(edited.actions.at(-1).id);
  await alice('POST', `/entry/${entryId}/edit`, { status: 'saved' });
  expect(sent()).toEqual(['edit: saved']);
  await alice('POST', `/entry/${entryId}/submit`, { data: { name: 'C' } });
  expect(sent()).toEqual(['submit: submitted']);
  await alice('POST', `/entry/${entryId}/edit`, { data: { name: 'D' }, skipEmails: true });
  expect(sent()).toEqual([]);

  const template = (await alice('POST', '/entry/template', { form, data: {} })).body;
  expect([Object.keys(template).sort(), sent()]).toEqual([['entryId', 'formId', 'shortUrl'], ['template: template']]);
  expect((await alice('GET', `/entry/${template.entryId}`)).body.sentEmails).toHaveLength(1);

  // What must send nothing.
  expect((await alice('POST', '/entry/submit', { form, data: {} })).status).toBe(400);
  expect((await alice('POST', `/entry/${entryId}/submit`, { data: { name: 'E' } })).status).toBe(403);
  expect((await alice('POST', `/form/${form}/generateEntries`, { num: 2 })).status).toBe(200);
  expect((await alice('DELETE', `/entry/${entryId}`)).status).toBe(200);
  expect(sent()).toEqual([]);
});

test('[after-actions.emails.recipients] data cannot bring headers or recipients of its own', async () => {
  const rule = {
    to: ['{{ model.email }}', 'ops@example.com'],
    replyTo: ['{{ model.note }} <reply@example.com>'],
    subject: 'From {{ model.note }}',
    text: 'x',
  };
  const form = await formWith({ postSubmit: { emails: [rule] } });
  const attacks = [
    'evil@example.com\r\nBcc: evil2@example.com',
    'evil@example.com, evil2@example.com',
    'evil@example.com;evil2@example.com',
    'evil@example.com> BODY=8BITMIME\r\nRCPT TO:<evil2@example.com',
    '<evil@example.com> <evil2@example.com>',
    'no address',
    '',
  ];
  for (const attack of attacks) {
    const data = { name: 'A', email: attack, note: 'me\r\nBcc: evil@example.com\r\n\r\nHello' };
    const { entry } = (await alice('POST', '/entry/submit', { form, data })).body;
    expect(entry.sentEmails).toMatchObject([
      { to: ['ops@example.com'], replyTo: [], subject: 'From me Bcc: evil@example.com Hello' },
    ]);
    expect(entry.sentEmails[0].error).toBeUndefined();
    const email = smtp.emails.pop();
    expect(email?.recipients).toEqual(['ops@example.com']);
    expect([email?.headers.has('bcc'), email?.headers.get('subject')]).toEqual([
      false,
      'From me Bcc: evil@example.com Hello',
    ]);
    expect(email?.raw).not.toContain('evil2');
    expect(email?.text?.trim()).toBe('x');
  }
});

test('[after-actions.emails.failure] a failed email never fails a submit and is not tried again; its item says why', async () => {
  const form = await formWith({
    postSubmit: {
      emails: [jsonRule, { ...jsonRule, to: ['other@example.com'] }, { ...jsonRule, to: ['{{ model.email }}'] }],
    },
  });
  let tries = 0;
  smtp.onEmail = async ({ recipients }) => {
    if (recipients[0] !== 'ops@example.com') return;
    tries += 1;
    throw refusal(554, 'spam');
  };
  const { status, body } = await alice('POST', '/entry/submit', { form, data: { name: 'A' } });
  expect([status, body.entry.status, tries]).toEqual([200, 'submitted', 1]);
  expect(body.entry.sentEmails.map(({ to, error }: { to: string[]; error?: string }) => [to, error])).toEqual([
    [['ops@example.com'], 'The mail server refused the email (554).'],
    [['other@example.com'], undefined],
    [[], 'The email has no valid address to go to.'],
  ]);
  expect(smtp.emails).toHaveLength(1);
  expect(service.log.join('\n')).toContain('spam');

  smtp.onRecipient = (address) => {
    if (address === 'gone@example.com') throw refusal(550, 'no such user');
  };
  const partly = await formWith({
    postSubmit: { emails: [{ ...jsonRule, to: ['gone@example.com', 'here@example.com'] }] },
  });
  const { entry } = (await alice('POST', '/entry/submit', { form: partly, data: { name: 'A' } })).body;
  expect(entry.sentEmails[0].error).toBe('The mail server refused some of the recipients.');
  expect(smtp.emails.at(-1)?.recipients).toEqual(['here@example.com']);
});

test('[after-actions.emails.failure] a mail server that is away: recorded, answered soon', async () => {
  const away = await startSmtp();
  await away.close();
  const lonely = await startService({ SMTP_URL: away.url });
  try {
    const form = await makeForm(lonely, { formSchema: { rootElem: fields }, postSubmit: { emails: [jsonRule] } });
    const { status, body } = await asAlice(lonely)('POST', '/entry/submit', { form, data: { name: 'A' } });
    expect([status, body.entry.sentEmails[0].error]).toEqual([200, 'The mail server could not be reached.']);
  } finally {
    await lonely.close();
  }
});

test('[entries.idempotency] the email of a repeated submit is not sent again', async () => {
  const form = await formWith({ postSubmit: { emails: [jsonRule] } });
  const submit = () =>
    alice('POST', '/entry/submit', { form, data: { name: 'A' } }, { headers: { 'idempotency-key': 'once' } });
  const [first, second] = await Promise.all([submit(), submit()]);
  const third = await submit();
  expect(first.body).toEqual(second.body);
  expect(third.body).toEqual(first.body);
  expect(first.body.entry.sentEmails).toHaveLength(1);
  expect(smtp.emails).toHaveLength(1);
});

test('[after-actions.screen.redirect] a redirect may name the entry; rules that do not apply are left out', async () => {
  const form = await formWith({
    postSubmit: {
      emails: [{ ...jsonRule, if: 'model.age > 3' }],
      ui: [{ type: 'redirect', redirectOptions: { url: 'https://example.com/?e={{ data.entry.id }}' } }],
    },
  });
  const { body } = await alice('POST', '/entry/submit', { form, data: { name: 'A', age: 3 } });
  expect(body.uiActions).toEqual([
    { type: 'redirect', redirectOptions: { url: `https://example.com/?e=${body.entryId}` } },
  ]);
  expect([body.entry.sentEmails, smtp.emails]).toEqual([[], []]);
});

test('[after-actions.emails.transport] without SMTP_URL each email is a whole .eml file in the outbox', async () => {
  const home = await startService();
  try {
    const form = await makeForm(home, { formSchema: { rootElem: fields }, postSubmit: { emails: [jsonRule] } });
    const { entry } = (await asAlice(home)('POST', '/entry/submit', { form, data: { name: 'דנה' } })).body;
    const outbox = join(home.dataDir, 'outbox');
    expect(readdirSync(outbox)).toEqual([`${entry.sentEmails[0].id}.eml`]);
    expect(entry.sentEmails[0]).toMatchObject({ from: { name: 'Formstead', address: 'noreply@localhost' } });
    const email = readEmail(readFileSync(join(outbox, `${entry.sentEmails[0].id}.eml`)));
    expect(email.headers.get('subject')).toBe('Order of דנה');
    expect(email.headers.get('to')).toBe('ops@example.com');
    expect(JSON.parse(email.text ?? '').data.name).toBe('דנה');
  } finally {
    await home.close();
  }
});

test('[after-actions.emails.recorded] an empty body is sent like any other', async () => {
  const rules = [
    { to: ['a@example.com'], subject: 's', text: '{{ model.note }}' },
    { to: ['b@example.com'], subject: 's', html: '' },
  ];
  const form = await formWith({ postSubmit: { emails: rules } });
  const { entry } = (await alice('POST', '/entry/submit', { form, data: { name: 'Dana' } })).body;
  expect(entry.sentEmails.map((email: { text: string; error?: string }) => [email.text, email.error])).toEqual([
    ['', undefined],
    ['', undefined],
  ]);
  expect(smtp.emails.map((email) => email.text?.trim())).toEqual(['', '']);
});
