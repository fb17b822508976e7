// Sign-in through an identity provider on another site, as people meet it: from the management app, from a link of the team, from
// the API reference, and beside a page with unsaved work.
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { openBrowser, type TestBrowser } from '../support/browser.ts';
import { desktop, phone } from '../support/fill-page.ts';
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';
import { collectFaults } from '../support/page-faults.ts';
import { startService, type TestService } from '../support/service.ts';

// The provider is at 127.0.0.1: another site, so that cookies and redirects behave as they will. Names below localhost are as
// good as https to browsers: they say where a request comes from.
const publicUrl = 'http://forms.localhost';
let provider: IdentityProvider;
let service: TestService;
let browser: TestBrowser;
let context: BrowserContext;
let faults: string[];

beforeAll(async () => {
  provider = await startIdentityProvider(publicUrl);
  service = await startService({ ...provider.settings, OIDC_NAME: 'Acme', PUBLIC_URL: publicUrl }, { keepsPort: true });
  Object.assign(service.services.config.oidc as object, { account: service.people.alice.account });
  provider.asks = true;
  browser = await openBrowser({ proxied: { publicUrl, url: service.url } });
});
afterEach(() => context?.close());
afterAll(async () => {
  await browser?.close();
  await service?.close();
  await provider?.close();
});

async function open(path: string, options: BrowserContextOptions): Promise<Page> {
  context = await browser.newKeptContext(publicUrl, { reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  faults = collectFaults(page);
  await page.goto(publicUrl + path);
  await page.waitForSelector('main');
  return page;
}

test('[identity.provider] [identity.provider.reference] [identity.provider.sign-out] [identity.session.from-elsewhere] in, to the page one came from; out; a key in the reference', async () => {
  provider.person = { sub: 'dana', email: 'dana@example.com', email_verified: true, name: 'Dana' };
  const page = await open('/admin/sets/?q=1', desktop);
  await page.waitForSelector('text=Continue with Acme');
  await expectAccessible(page);
  await page.click('text=Continue with Acme');
  await page.click('text=It is me');
  await page.waitForURL(`${publicUrl}/admin/sets/?q=1`);
  await page.waitForSelector('h1:has-text("Options sets")');
  const cookies = await context.cookies(publicUrl);
  expect(cookies.map(({ name, sameSite, httpOnly }) => [name, sameSite, httpOnly])).toEqual([
    ['formstead_session', 'Strict', true],
  ]);
  // A link on another site leads in as well.
  await page.goto(`${provider.issuer}/.well-known/openid-configuration`);
  await page.evaluate(`location.href = '${publicUrl}/admin/account/?q=2'`);
  await page.waitForURL(`${publicUrl}/admin/account/?q=2`);
  await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Dana');
  // The way there is not in the way back.
  await page.goBack();
  expect(page.url()).not.toContain('/auth/provider/callback');

  // A list that is asked for when the session has ended is refused.
  const listed = page.waitForResponse(/\/v1\.0\/form\?/);
  await page.goto(`${publicUrl}/admin/`);
  await (await listed).finished();
  await page.click('button[aria-label^="Account menu"]');
  await page.click('text=Sign out');
  await page.waitForURL(`${provider.issuer}/session/end?**`);
  await page.click('button[value=yes]');
  await page.waitForURL(`${publicUrl}/admin/**`);
  await page.waitForSelector('text=Continue with Acme');
  expect(await context.cookies(publicUrl)).toEqual([]);

  // The link of the reference.
  await page.goto(`${publicUrl}/auth/provider?to=/docs/`);
  await page.click('text=It is me');
  await page.waitForSelector('#who:has-text("Signed in as dana@example.com")');
  expect(page.url()).toBe(`${publicUrl}/docs/`);
  await expect.poll(() => page.isVisible('#log-in')).toBe(false);
  await page.click('#make-key');
  await page.waitForSelector('#key:not([hidden])');
  const key = (await page.textContent('#token')) ?? '';
  expect((await service.call('GET', '/me', { key })).body).toMatchObject({ name: 'Dana', hasPassword: false });
  expect(faults).toEqual([]);
});

test('[identity.fresh.proof] [identity.provider] who has no password confirms at the provider, in another tab, and the page goes on', async () => {
  provider.person = { sub: 'dana', email: 'dana@example.com', email_verified: true, name: 'Dana' };
  const page = await open('/admin/account/keys/', desktop);
  await page.click('text=Continue with Acme');
  await page.click('text=It is me');
  await page.waitForURL(`${publicUrl}/admin/account/keys/`);
  const { sql } = service.services.db;
  await sql`update sessions set proved_at = now() - interval '1 hour'`;
  const keys = async () =>
    Number((await sql`select count(*) as n from api_keys where email = 'dana@example.com'`)[0]?.['n']);
  const before = await keys();
  await page.getByRole('button', { name: 'New key' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.waitFor();
  await expectAccessible(page);
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    dialog.getByRole('link', { name: /Continue with Acme/ }).click(),
  ]);
  await tab.click('text=It is me');
  await tab.waitForURL(`${publicUrl}/auth/provider/done**`);
  await tab.close();
  await page.bringToFront();
  await page.evaluate('dispatchEvent(new Event("focus"))');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(async () => (await keys()) - before).toBe(1);
});

test('[identity.provider.refused] [fill-links.sign-in] in Hebrew, on a phone: refused, tried again, and a draft of the team opens', async () => {
  const { alice } = service.people;
  const formSchema = { rootElem: { type: 'cSection', name: 'root', children: [{ type: 'fInput', name: 'name' }] } };
  const form = (await service.call('POST', '/form', { key: alice.key, body: { name: 'F', formSchema } })).body.id;
  const body = { form, data: { name: 'Dee' } };
  const draft = (await service.call('POST', '/entry/save', { key: alice.key, body })).body.entry.id;
  provider.person = { sub: 'noa', email: 'noa@example.com', email_verified: false };
  const page = await open(`/e/${draft}/`, { ...phone, locale: 'he-IL' });
  await page.waitForSelector('text=המשך עם Acme');
  await expectAccessible(page);
  await page.click('text=המשך עם Acme');
  await page.click('text=It is me');
  await page.waitForSelector('h1:has-text("הכניסה לא הצליחה")');
  expect(await page.getAttribute('html', 'dir')).toBe('rtl');
  await expectAccessible(page);
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  provider.person = { ...provider.person, email_verified: true };
  await page.click('text=ניסיון נוסף');
  await page.click('text=It is me');
  await page.waitForURL(`${publicUrl}/e/${draft}/`);
  await expect.poll(() => page.inputValue('#f-name')).toBe('Dee');
  // One sign-in for the links of the team and the management app, which speaks the language that one came with.
  await page.goto(`${publicUrl}/admin/`);
  await page.waitForSelector('h1:has-text("טפסים")');
  // The first opening of the draft was without a session, and the refusal is a page with that status.
  expect(faults.filter((fault) => !/status of 40[13]/.test(fault))).toEqual([]);
});

test('[identity.provider] a session that ended while somebody worked: in again beside the page, and nothing is lost', async () => {
  provider.person = { sub: 'eli', email: 'eli@example.com', email_verified: true, name: 'Eli' };
  const page = await open('/admin/account/', desktop);
  await page.click('text=Continue with Acme');
  await page.click('text=It is me');
  await page.waitForURL(`${publicUrl}/admin/account/`);
  await page.getByLabel('Name').fill('Elijah');
  const session = (await context.cookies(publicUrl))[0]?.value;
  await service.call('DELETE', '/auth/session', { headers: { cookie: `formstead_session=${session}` } });
  await page.click('button:has-text("Save")');
  await page.waitForSelector('dialog[open] >> text=Continue with Acme');
  await expectAccessible(page);
  const [beside] = await Promise.all([
    context.waitForEvent('page'),
    page.click('dialog[open] >> text=Continue with Acme'),
  ]);
  await beside.waitForURL(`${publicUrl}/auth/provider/done`);
  await beside.waitForSelector('h1:has-text("You are signed in")');
  await expectAccessible(beside);
  await beside.close();
  await page.evaluate("dispatchEvent(new Event('focus'))");
  await page.waitForSelector('text=Saved.');
  await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Elijah');
});
