// The first things a person meets in the app: the language chosen at sign-in, the menu of one's own, and a network that is slow.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AdminTest, startAdminTest } from '../support/admin-page.ts';
import { desktop } from '../support/fill-page.ts';
import type { Person } from '../support/people.ts';

let admin: AdminTest;
beforeAll(async () => {
  admin = await startAdminTest();
});
afterAll(() => admin?.close());

const look = 'document.documentElement.lang + " " + document.documentElement.dir';

async function signIn(
  person: Pick<Person, 'email' | 'password'>,
  { locale, press }: { locale: string; press?: string },
) {
  const opened = await admin.open('/admin/', { ...desktop, locale });
  const { page } = opened;
  if (press !== undefined) await page.getByRole('button', { name: press }).click();
  await page.locator('input[type=email]').fill(person.email);
  await page.locator('input[type=password]').fill(person.password);
  await page.keyboard.press('Enter');
  await page.locator('.main-menu').waitFor();
  return opened;
}

test('[management] a language that is pressed on the sign-in page goes on after it and is kept', async () => {
  const { bob } = admin.service.people;
  const chosen = await signIn(bob, { locale: 'en-US', press: 'עברית' });
  await expect.poll(() => chosen.page.evaluate(look)).toBe('he rtl');
  const settings = async () => (await admin.service.call('GET', '/me', { token: bob.token })).body.settings.locale;
  await expect.poll(settings).toBe('he');
  await chosen.page.reload();
  await chosen.page.locator('.main-menu').waitFor();
  await expect.poll(() => chosen.page.evaluate(look)).toBe('he rtl');
  expect(chosen.faults).toEqual([]);
  await chosen.context.close();
});

test('[identity.user.language] [management] who was added by somebody else begins in the language of their own browser', async () => {
  const { alice } = admin.service.people;
  const noa = { email: 'noa@example.com', password: 'password of noa' };
  await admin.service.call('POST', '/user', { token: alice.token, body: noa });
  const first = await signIn(noa, { locale: 'he-IL' });
  await expect.poll(() => first.page.evaluate(look)).toBe('he rtl');
  await first.page.getByRole('heading', { level: 1, name: 'טפסים' }).waitFor();
  expect(first.faults).toEqual([]);
  await first.context.close();
  // From then on it is theirs, whatever machine they sit at.
  const second = await signIn(noa, { locale: 'en-US' });
  await expect.poll(() => second.page.evaluate(look)).toBe('he rtl');
  expect(second.faults).toEqual([]);
  await second.context.close();
});

test('[management] the menu names who is signed in and marks the one look that is chosen', async () => {
  const { page, faults, context } = await admin.openAs('/admin/', { theme: 'dark' });
  const opener = page.locator('.top .menu > button');
  await opener.click();
  const menu = page.getByRole('menu');
  await menu.waitFor();
  const marked = () =>
    menu.getByRole('menuitemcheckbox').evaluateAll((all) => all.map((one) => one.getAttribute('aria-checked')));
  await expect.poll(marked).toEqual(['false', 'false', 'true']);
  // The mark is seen, not only heard; no picture stands for two of them.
  expect(await menu.locator('.menu-check svg').count()).toBe(1);
  expect(await menu.getByRole('menuitemcheckbox').locator('svg').count()).toBe(1);
  const { alice } = admin.service.people;
  const { name } = (await admin.service.call('GET', '/me', { token: alice.token })).body;
  expect(await menu.locator('a[href="/admin/account/"]').textContent()).toBe(name || alice.email);
  await menu.getByRole('menuitemcheckbox').nth(1).click();
  await expect.poll(() => page.evaluate('document.documentElement.dataset.theme')).toBe('light');
  await opener.click();
  await expect.poll(marked).toEqual(['false', 'true', 'false']);
  expect(faults).toEqual([]);
  await context.close();
});

test('[management] [heavy] on a slow network a press shows at once that something comes, and then it does', async () => {
  const { key } = admin.service.people.alice;
  const form = (await admin.service.call('POST', '/form', { key, body: { name: 'Slow' } })).body.id as string;
  const { page, faults, context } = await admin.openAs('/admin/');
  await page.locator(`a[href="/admin/forms/${form}/"]`).first().waitFor();
  const letThrough: (() => void)[] = [];
  let isHeld = true;
  await page.route('**/*.js', async (route) => {
    if (isHeld) await new Promise<void>((done) => letThrough.push(done));
    await route.continue();
  });
  await page.locator(`a[href="/admin/forms/${form}/"]`).first().click();
  const bar = "document.querySelector('.page-progress')";
  const shown = () => page.evaluate(`${bar} && getComputedStyle(${bar}).opacity`);
  await expect.poll(shown).toBe('1');
  isHeld = false;
  for (const go of letThrough) go();
  await page.locator('.canvas-host').waitFor();
  await expect.poll(() => page.locator('.page-progress').count()).toBe(0);
  expect(faults).toEqual([]);
  await context.close();
});
