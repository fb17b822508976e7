// The management app in a language that does not exist: every letter of its words has an accent, and they are a third longer. A text
// without accents is written in the code instead of in src/words.
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accentAll, findPlainTexts, type Texts } from '../support/accents.ts';
import { type AdminTest, startAdminTest } from '../support/admin-page.ts';
import { makeForm, root } from '../support/entries.ts';
import { takePicture } from '../support/picture.ts';

let admin: AdminTest;
beforeAll(async () => {
  admin = await startAdminTest();
});
afterAll(() => admin.close());

async function openInAccents(path: string): Promise<Page> {
  const { page } = await admin.openAs('/admin/sets/nothing/');
  await page.route('**/assets/words-*-en-*.json', async (route: Route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: accentAll((await response.json()) as Texts) });
  });
  await page.route('**/admin/**', async (route: Route) => {
    if (route.request().resourceType() !== 'document' || route.request().frame() !== page.mainFrame())
      return route.continue();
    const response = await route.fetch();
    const body = (await response.text()).replace(
      /(id="page">)(.*?)(<\/script>)/s,
      (_, start: string, json: string, end: string) => {
        const data = JSON.parse(json) as { texts: Texts };
        return start + JSON.stringify({ ...data, texts: accentAll(data.texts) }).replaceAll('<', '\\u003c') + end;
      },
    );
    return route.fulfill({ response, body });
  });
  await page.goto(admin.service.url + path);
  await page.locator('main h1, main h2').first().waitFor();
  await expect.poll(() => page.locator('.page-progress, [aria-busy="true"]').count()).toBe(0);
  return page;
}

test('[management] words: no page has a text of its own, and longer words fit', async () => {
  const { service } = admin;
  const form = await makeForm(service, {
    name: 'טופס',
    formSchema: { rootElem: root({ type: 'fInput', name: 'a1', label: 'שם' }) },
  });
  const { key } = service.people.alice;
  const sent = await service.call('POST', '/entry/submit', { key, body: { form, data: { a1: '12' } } });
  const set = await service.call('POST', '/optionsSet', { key, body: { name: 'רשימה' } });
  const paths = [
    '/admin/',
    '/admin/forms/new/',
    '/admin/forms/import/',
    `/admin/forms/${form}/`,
    `/admin/forms/${form}/share/`,
    `/admin/forms/${form}/insight/`,
    `/admin/entries/${form}/`,
    `/admin/entries/${form}/${sent.body.entry.id}/`,
    '/admin/sets/',
    `/admin/sets/${set.body.id}/`,
    ...['', 'security/', 'users/', 'keys/', 'usage/', 'settings/', 'log/', 'emails/'].map(
      (one) => `/admin/account/${one}`,
    ),
  ];
  for (const path of paths) {
    const page = await openInAccents(path);
    const drawn = () => page.evaluate<string>('document.body.innerText');
    for (let text = ''; text !== (await drawn()); ) {
      text = await drawn();
      await page.waitForLoadState('networkidle');
    }
    expect.soft([path, await page.evaluate(findPlainTexts)]).toEqual([path, []]);
    const width = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    expect.soft([path, Math.max(0, width)]).toEqual([path, 0]);
    await takePicture(page, `accents-${path.replaceAll('/', '-')}`);
  }
});
