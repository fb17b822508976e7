// Emails with all answers, attachments and hostile answers, through real SMTP conversations.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { maxAttachedBytes } from '../../src/server/after-actions/email-attachments.ts';
import { asAlice, makeForm, root } from '../support/entries.ts';
import { startService, type TestService } from '../support/service.ts';
import { startSmtp, type TestSmtp } from '../support/smtp.ts';
import { reach, type UploadedFile, upload } from '../support/upload.ts';

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
beforeEach(() => {
  smtp.emails.length = 0;
});

const rootElem = root(
  { type: 'fInput', name: 'name', label: 'Your name' },
  { type: 'fSelect', name: 'country', label: 'Country', options: [['us', 'United States']] },
  { type: 'fDate', name: 'day', label: 'Day' },
  { type: 'fFile', name: 'files', label: 'Files', fileMaxNum: 30 },
  { type: 'fDoc', name: 'doc', label: 'Story' },
  { type: 'cRepeat', name: 'guests', label: 'Guests', children: [{ type: 'fInput', name: 'who', label: 'Who' }] },
);
const rule = (more: object = {}) => ({ to: ['ops@example.com'], subject: 'New: {{ model.name }}', ...more });
const formWith = (emails: object[], more: object = {}) =>
  makeForm(service, { name: 'Orders', formSchema: { rootElem }, postSubmit: { emails }, ...more });
const submit = async (form: string, data: object) =>
  (await service.call('POST', '/entry/submit', { body: { form, data } })).body.entry;

async function putFile(form: string, size: number, name = 'cv.txt'): Promise<UploadedFile> {
  return upload(service, form, { name, type: 'text/plain', content: Buffer.alloc(size, 'a') });
}

test('[after-actions.answers] an email with all answers: labels and dates, rows as a table, files as links that work; the text beside it reads well', async () => {
  const form = await formWith([
    rule({ html: '<p>Hi {{ answers.country }}</p><div>{{ allAnswers }}</div>' }),
    rule({ text: 'Answers\n{{ allAnswers }}' }),
  ]);
  const file = await putFile(form, 5);
  const data = {
    name: 'Dana',
    country: 'us',
    day: '2024-05-17',
    files: [file],
    guests: [{ who: 'Ann' }, { who: 'Bob' }],
  };
  await submit(form, data);
  const [html, text] = smtp.emails;
  expect(html?.html).toContain('<p>Hi United States</p>');
  expect(html?.html).toContain('17 May 2024');
  expect(html?.html).toMatch(/<table[^>]*>.*>Who<.*Ann.*Bob.*<\/table>/s);
  const [, link = ''] = /<a href="([^"]+)">/.exec(html?.html ?? '') ?? [];
  expect((await fetch(reach(service, link.replaceAll('&amp;', '&')))).status).toBe(200);
  const words = `Your name: Dana
Country: United States
Day: 17 May 2024
Files:
- cv.txt: ${file.url}

Guests:
1. Who: Ann
2. Who: Bob`;
  expect(text?.text?.trim()).toBe(`Answers\n${words}`);
  expect(html?.text?.trim()).toBe(`Hi United States\n\n${words}`);
});

test('[after-actions.answers] also what the page says after a submit; cleaned as all of its HTML', async () => {
  const ui = [{ type: 'message', text: '{{ allAnswers }}', html: '<p>Thanks</p>{{ allAnswers }}' }];
  const form = await makeForm(service, { formSchema: { rootElem }, postSubmit: { ui } });
  const data = {
    name: '<img src=x onerror=alert(1)>',
    doc: '<p onclick="x()">Hi <a href="javascript:alert(1)">you</a></p>',
  };
  const reply = await service.call('POST', '/entry/submit', { body: { form, data } });
  const [{ text, html }] = reply.body.uiActions;
  expect(text).toBe('Your name: <img src=x onerror=alert(1)>\nStory: Hi you');
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
  expect(html).not.toMatch(/<img|onclick|javascript:/);
});

test('[after-actions.emails.html] [after-actions.emails.recipients] hostile answers break out of neither subject, address, attribute nor list', async () => {
  const hostile = `a@x.org\r\nBcc: evil@x.org"'><script>alert(1)</script><a href="javascript:x">`;
  const html =
    '<a href="https://x.example/?q={{ model.name | encode }}" title="{{ model.name }}">x</a>{{ allAnswers }}';
  const form = await formWith([], {
    postSubmit: {
      emails: [rule({ to: ['{{ model.name }}', 'ops@example.com'], html })],
      ui: [{ type: 'redirect', redirectOptions: { url: '{{ model.name }}' } }],
    },
  });
  const reply = await service.call('POST', '/entry/submit', {
    body: { form, data: { name: hostile, guests: [{ who: hostile }] } },
  });
  expect(reply.body.uiActions).toEqual([{ type: 'message', text: 'Thank you. The form was submitted.' }]);
  const [email] = smtp.emails;
  expect(email?.recipients).toEqual(['ops@example.com']);
  expect(email?.headers.has('bcc')).toBe(false);
  expect(email?.headers.get('subject')).toBe(`New: ${hostile.replace('\r\n', ' ')}`);
  expect(email?.html).not.toMatch(/<script|<a href="javascript/);
  expect(email?.html).toContain('?q=a%40x.org%0D%0ABcc%3A%20evil%40x.org%22&#39;%3E%3Cscript%3E');
  // The link of the rule, and none of the answers.
  expect(email?.html?.match(/<a /g)?.length).toBe(1);
});

test('[after-actions.emails.attach] the PDF without an archive rule, and uploaded files; recorded, and sent again with them', async () => {
  const form = await formWith([
    rule({ text: 'x', attach: { pdf: true, files: true } }),
    rule({ text: 'x' }),
    rule({ text: 'x', attach: { files: true } }),
  ]);
  const files = [await putFile(form, 10), await putFile(form, 20, 'שם.txt')];
  const entry = await submit(form, { name: 'Dana', files });
  const namesOf = (at: number) => smtp.emails[at]?.attachments.map(({ name, content }) => [name, content.length]);
  const uploaded = [
    ['cv.txt', 10],
    ['שם.txt', 20],
  ];
  expect(namesOf(0)).toEqual([['Orders.pdf', expect.any(Number)], ...uploaded].toSorted());
  expect(
    smtp.emails[0]?.attachments
      .find(({ name }) => name === 'Orders.pdf')
      ?.content.subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  expect(namesOf(1)).toEqual([]);
  expect(namesOf(2)).toEqual(uploaded);
  expect(entry.archivedRenders).toEqual([]);
  expect(entry.sentEmails.map(({ attach, error }: { attach?: object; error?: string }) => [attach, error])).toEqual([
    [{ pdf: true, files: true }, undefined],
    [undefined, undefined],
    [{ files: true }, undefined],
  ]);
  smtp.emails.length = 0;
  await alice('POST', `/entry/${entry.id}/emails/0/resend`);
  expect(namesOf(0)?.length).toBe(3);
});

test('[after-actions.emails.attach] an archived PDF can be left out; files beyond the bound are left out, and the record says so', async () => {
  const form = await formWith([], {
    postSubmit: { emails: [rule({ text: 'x', attach: { pdf: false, files: true } })], renders: [{}] },
  });
  const files = [await putFile(form, maxAttachedBytes - 100), await putFile(form, 200, 'late.txt')];
  const entry = await submit(form, { name: 'Dana', files });
  expect(entry.archivedRenders.length).toBe(1);
  expect(smtp.emails[0]?.attachments.map(({ content }) => content.length)).toEqual([maxAttachedBytes - 100]);
  expect(entry.sentEmails[0].error).toBe('1 of 2 files could not be attached.');
  const { data } = (await alice('GET', `/entry/${entry.id}/emails`)).body;
  expect(data[0]).toMatchObject({ state: 'sent', error: '1 of 2 files could not be attached.' });
});

test('[after-actions.emails.cards] a rule may say which card it belongs to; any other word is refused', async () => {
  const form = await formWith([rule({ text: 'x', card: 'notify' })]);
  expect((await alice('GET', `/form/${form}`)).body.postSubmit.emails[0].card).toBe('notify');
  const reply = await alice('PATCH', `/form/${form}`, { postSubmit: { emails: [rule({ card: 'x' })] } });
  expect([reply.status, reply.body.validation.keys]).toEqual([400, ['postSubmit.emails.0.card']]);
  const odd = await alice('PATCH', `/form/${form}`, { postSubmit: { emails: [rule({ attach: { pdf: 'yes' } })] } });
  expect([odd.status, odd.body.validation.keys]).toEqual([400, ['postSubmit.emails.0.attach.pdf']]);
});
