// docs/limits.md "Emails": what the emails of one request, and those that an entry keeps, may be long together.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeForm, root } from '../support/entries.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const mostCharacters = 5_000_000;
const rootElem = root({ type: 'fLngTxt', name: 'long' });
const many = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

test('[after-actions.emails.bounds] of one request are made as long as there is room for them', async () => {
  const rule = { to: ['ops@example.com'], subject: 's', html: '<p>{{ model.long }}</p>'.repeat(20) };
  const form = await makeForm(service, { formSchema: { rootElem }, postSubmit: { emails: many(20, () => rule) } });
  const body = { form, data: { long: 'x'.repeat(20_000) } };
  const { status, text } = await service.call('POST', '/entry/submit', { body });
  const { sentEmails } = JSON.parse(text).entry as { sentEmails: { error?: string; text: string; html: string }[] };
  expect(status).toBe(200);
  expect(text.length).toBeLessThan(mostCharacters * 1.1);
  expect(sentEmails.map(({ error }) => error)).toEqual([
    ...many(6, () => undefined),
    ...many(14, () => 'The email is too long to be made.'),
  ]);
  expect(sentEmails.at(-1)).toMatchObject({ subject: '', text: '', html: '' });
});

test('[after-actions.emails.bounds] of an entry that is saved over and over go out, and its record stays bounded', async () => {
  const rule = { to: ['ops@example.com'], subject: 'saved', text: '{{ model.long }}' };
  const form = await makeForm(service, { formSchema: { rootElem }, postSave: { emails: [rule] } });
  const data = { long: 'x'.repeat(900_000) };
  const { entryId, bewit } = (await service.call('POST', '/entry/save', { body: { form, data } })).body;
  const saves = many(7, () => ({ body: { data }, query: { bewit } }));
  let entry: { sentEmails: { subject: string; text: string; error?: string }[] } = { sentEmails: [] };
  for (const save of saves) entry = (await service.call('POST', `/entry/${entryId}/save`, save)).body.entry;
  expect(JSON.stringify(entry.sentEmails).length).toBeLessThan(mostCharacters * 1.1);
  expect(entry.sentEmails.map(({ subject, error }) => [subject, error])).toEqual([
    ...many(5, () => ['saved', undefined]),
    ...many(3, () => ['', undefined]),
  ]);
});
