// What a filler can take along: the PDF of what was just sent, and the link of a draft by email.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  maxLinksOfEntry,
  maxLinksPerCaller,
  maxLinksPerRecipient,
  maxLinksToRecipient,
} from '../../src/server/entries/send-link.ts';
import { makeForm, root } from '../support/entries.ts';
import { startService, type TestService } from '../support/service.ts';
import { startSmtp, type TestSmtp } from '../support/smtp.ts';

let smtp: TestSmtp;
let service: TestService;
beforeAll(async () => {
  smtp = await startSmtp();
  service = await startService({ SMTP_URL: smtp.url });
});
afterAll(async () => {
  await service.close();
  await smtp.close();
});
beforeEach(() => {
  smtp.emails.length = 0;
});

const formSchema = { rootElem: root({ type: 'fInput', name: 'name', label: 'Name' }) };

async function submitted(form: string) {
  const { body } = await service.call('POST', '/entry/submit', { body: { form, data: { name: 'Dana' } } });
  return body as { entryId: string; copyBewit?: string };
}
const copy = (entry: string, bewit: string | undefined) =>
  service.call('POST', `/entry/${entry}/copy`, { query: { bewit: bewit ?? '' } });

test('[entries.copy] whoever submitted gets the PDF for an hour, and nothing else by that bewit', async () => {
  const form = await makeForm(service, { name: 'Tickets', formSchema, page: { copy: 'pdf' } });
  const { entryId, copyBewit } = await submitted(form);
  const made = await copy(entryId, copyBewit);
  expect(made.status).toBe(200);
  const pdf = await fetch(made.body.url.replace('http://forms.test', service.url));
  expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect((await pdf.text()).slice(0, 5)).toBe('%PDF-');
  const other = await submitted(form);
  expect((await copy(other.entryId, copyBewit)).status).toBe(401);
  expect((await copy(entryId, 'x')).status).toBe(401);
  expect((await service.call('POST', `/entry/${entryId}/copy`)).status).toBe(401);
  expect((await service.call('GET', `/entry/${entryId}/resume`, { query: { bewit: copyBewit ?? '' } })).status).toBe(
    401,
  );
  const { key } = service.people.alice;
  await service.call('POST', `/entry/${other.entryId}/edit`, { key, body: { data: { name: 'a note of ours' } } });
  expect((await copy(other.entryId, other.copyBewit)).status).toBe(401);
  service.advance(61 * 60 * 1000);
  const late = await copy(entryId, copyBewit);
  service.advance(-61 * 60 * 1000);
  expect([late.status, late.body.message]).toEqual([401, 'Expired bewit']);
});

test('[entries.copy] a form that does not offer it gives no bewit, and none made before works after it ends', async () => {
  const plain = await makeForm(service, { formSchema });
  expect('copyBewit' in (await submitted(plain))).toBe(false);
  const form = await makeForm(service, { formSchema, page: { copy: 'pdf' } });
  const { entryId, copyBewit } = await submitted(form);
  await service.call('PATCH', `/form/${form}`, { key: service.people.alice.key, body: { page: null } });
  expect((await copy(entryId, copyBewit)).status).toBe(404);
});

const saved = async (form: string) =>
  (await service.call('POST', '/entry/save', { body: { form, data: { name: 'secret answer' } } })).body as {
    entryId: string;
    bewit: string;
    entry: { resumeUrlBewit: string };
  };
const sendLink = (draft: { entryId: string; bewit: string }, email: string) =>
  service.call('POST', `/entry/${draft.entryId}/sendLink`, { query: { bewit: draft.bewit }, body: { email } });

test.each([
  ['en', 'Your link to continue: Tickets', 'The link is on its way.'],
  ['he', 'הקישור שלך להמשך: Tickets', 'הקישור בדרך.'],
])(
  '[entries.send-link] the holder of a draft gets its link and nothing of its answers (%s)',
  async (locale, subject, said) => {
    const form = await makeForm(service, { publicName: 'Tickets', locale, formSchema, page: { emailLink: true } });
    const draft = await saved(form);
    expect(await sendLink(draft, 'dana@example.org')).toMatchObject({ status: 200, body: { message: said } });
    const [email] = smtp.emails;
    expect([email?.recipients, email?.headers.get('subject')]).toEqual([['dana@example.org'], subject]);
    expect(email?.text).toContain(draft.entry.resumeUrlBewit);
    expect(email?.raw).not.toContain('secret answer');
    expect((await sendLink(draft, 'no address')).status).toBe(400);
    expect((await sendLink(draft, 'Dana <dana@example.org>')).status).toBe(400);
    expect((await sendLink({ ...draft, bewit: 'x' }, 'dana@example.org')).status).toBe(401);
    expect((await sendLink(await saved(await makeForm(service, { formSchema })), 'dana@example.org')).status).toBe(404);
    await service.call('POST', `/entry/${draft.entryId}/submit`, { query: { bewit: draft.bewit }, body: {} });
    expect((await sendLink(draft, 'dana@example.org')).status).toBe(403);
    expect(smtp.emails.length).toBe(1);
  },
);

test('[entries.send-link] a form name that a mail program would make a link of is not in the subject', async () => {
  service.advance(24 * 60 * 60 * 1000);
  smtp.emails.splice(0);
  const names = [
    ...[
      'Win http://evil.example now',
      'evil.example',
      'Write to a@evil.example',
      'www evil',
      'Fair\r\nBcc: a@evil.example',
    ],
    ...['evil\u200b.example', 'x'.repeat(300)],
  ];
  for (const [at, publicName] of names.entries()) {
    const form = await makeForm(service, { publicName, formSchema, page: { emailLink: true } });
    expect((await sendLink(await saved(form), `dana${at}@example.org`)).status).toBe(200);
  }
  const plain = 'Your link to continue';
  const subjects = smtp.emails.splice(0).map(({ headers }) => headers.get('subject'));
  expect(subjects).toEqual([...Array(6).fill(plain), `${plain}: ${'x'.repeat(80)}`]);
});

test('[entries.send-link.bounds] nobody is flooded: by recipient, by entry and by caller', async () => {
  // A day of its own: what the tests above sent counts by caller.
  service.advance(24 * 60 * 60 * 1000);
  const makeOne = () => makeForm(service, { formSchema, page: { emailLink: true } });
  const form = await makeOne();
  const drafts = [await saved(form), await saved(form), await saved(await makeOne())] as const;
  const sentTo = async (draft: (typeof drafts)[number], email: string) => {
    const before = smtp.emails.length;
    const { status } = await sendLink(draft, email);
    return [status, smtp.emails.length - before];
  };
  let asked = 0;
  const ask = (draft: (typeof drafts)[number], email: string) => {
    asked += 1;
    return sentTo(draft, email);
  };
  for (let at = 0; at < maxLinksPerRecipient; at += 1) {
    expect(await ask(drafts[0], `victim+${at}@example.org`)).toEqual([200, 1]);
  }
  // The same words, and no email.
  expect(await ask(drafts[1], 'Victim@example.org')).toEqual([200, 0]);
  expect(await ask(drafts[2], 'victim@example.org')).toEqual([200, 1]);
  expect(maxLinksToRecipient).toBeLessThan(maxLinksPerCaller);
  for (let at = maxLinksPerRecipient; at < maxLinksOfEntry; at += 1) {
    expect(await ask(drafts[0], `one${at}@example.org`)).toEqual([200, 1]);
  }
  expect(await ask(drafts[0], 'more@example.org')).toEqual([429, 0]);
  while (asked < maxLinksPerCaller) await ask(await saved(form), `two${asked}@example.org`);
  expect(await sentTo(await saved(form), 'three@example.org')).toEqual([429, 0]);
});
