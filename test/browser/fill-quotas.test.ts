// What a filler sees when an upload is refused by a limit, and a draft of a closed form that is finished with a file.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setQuotaLimit } from '../../src/server/store/identity/quotas.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { openBrowser, type TestBrowser } from '../support/browser.ts';
import { desktop } from '../support/fill-page.ts';
import { collectFaults } from '../support/page-faults.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let browser: TestBrowser;
beforeAll(async () => {
  service = await startService({}, { keepsPort: true });
  // The service has the name in its links, so that page, API and storage are one origin.
  browser = await openBrowser({ proxied: { publicUrl: 'http://forms.test', url: service.url } });
});
afterAll(async () => {
  await browser.close();
  await service.close();
});

async function open(path: string) {
  const context = await browser.newKeptContext('http://forms.test', { reducedMotion: 'reduce', ...desktop });
  const page = await context.newPage();
  const faults = collectFaults(page);
  await page.goto(`http://forms.test${path}`);
  return { page, context, faults };
}

async function makeForm(definition: object): Promise<string> {
  const children = [{ type: 'fFile', name: 'files', label: 'Papers' }];
  const body = { ...definition, formSchema: { rootElem: { type: 'cSection', name: 'root', children } } };
  return (await service.call('POST', '/form', { key: service.people.alice.key, body })).body.id;
}

const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('hello') });

test('[limits.quotas] a refused upload says so at its field, in the language of the form', async () => {
  const { alice } = service.people;
  await setQuotaLimit(service.services.db.sql, { account: alice.account, name: 'form.unusedUploads', max: 1 });
  service.advance(6_000);
  const words = {
    en: 'There is no room left for this: a limit of the account or the form has been reached.',
    he: 'אין עוד מקום: החשבון או הטופס הגיעו למכסה שלהם.',
  };
  for (const locale of ['en', 'he'] as const) {
    const form = await makeForm({ locale });
    const { page, context, faults } = await open(`/f/${form}/`);
    await page.setInputFiles('.file-input', file('first.txt'));
    await page.getByRole('link', { name: /first\.txt/ }).waitFor();
    await page.setInputFiles('.file-input', file('second.txt'));
    await page.locator('.file-list').getByText(words[locale]).waitFor();
    await expectAccessible(page);
    expect(faults.filter((fault) => !fault.includes('403'))).toEqual([]);
    await context.close();
  }
});

test('[files.policy.form] a draft of a closed form is finished with a file; the form itself stays closed', async () => {
  const { key } = service.people.alice;
  const form = await makeForm({});
  const { entryId, bewit } = (await service.call('POST', '/entry/save', { body: { form, data: {} } })).body;
  await service.call('PATCH', `/form/${form}`, { key, body: { access: { isDisabled: true } } });
  const { page, context, faults } = await open(`/e/${entryId}/?b=${encodeURIComponent(bewit)}`);
  await page.setInputFiles('.file-input', file('late.txt'));
  await page.getByRole('link', { name: /late\.txt/ }).waitFor();
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.locator('.thank-you').waitFor();
  expect(faults).toEqual([]);
  const entry = (await service.call('GET', `/entry/${entryId}`, { key })).body;
  expect([entry.status, entry.data.files.map(({ name }: { name: string }) => name)]).toEqual([
    'submitted',
    ['late.txt'],
  ]);
  await context.close();
});
