// A session that is some time old: what matters asks again who it is, over the page, and then goes on.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { codeAt } from '../support/authenticator.ts';
import { openBrowser, type TestBrowser } from '../support/browser.ts';
import { desktop } from '../support/fill-page.ts';
import { collectFaults } from '../support/page-faults.ts';
import { type Person, startService, type TestService } from '../support/service.ts';
import { startSmtp, type TestSmtp } from '../support/smtp.ts';

const publicUrl = 'http://forms.localhost';
let smtp: TestSmtp;
let service: TestService;
let browser: TestBrowser;
beforeAll(async () => {
  smtp = await startSmtp();
  service = await startService({ PUBLIC_URL: publicUrl, SMTP_URL: smtp.url }, { keepsPort: true });
  browser = await openBrowser({ proxied: { publicUrl, url: service.url } });
});
afterAll(async () => {
  await browser.close();
  await service.close();
  await smtp.close();
});

const later = () => service.advance(16 * 60_000);
const now = () => service.services.clock.now();

/** Signed in by the page itself, in the language. */
async function openAs({ email, password, token }: Person, path: string, locale: 'en' | 'he' = 'en') {
  await service.call('PATCH', '/me', { token, body: { settings: { locale } } });
  const context = await browser.newKeptContext(publicUrl, { reducedMotion: 'reduce', ...desktop });
  const page = await context.newPage();
  const faults = collectFaults(page);
  await page.goto(`${publicUrl}${path}`);
  await page.locator('[name=email]').fill(email);
  await page.locator('[name=password]').fill(password);
  await page.keyboard.press('Enter');
  // The page of the sign-in has a heading too.
  await page.locator('[name=password]').waitFor({ state: 'detached' });
  await page.locator('main h1').waitFor();
  return { page, context, faults };
}
const focused = (page: Page) => page.locator(':focus').getAttribute('name');

test.each([
  ['en', 'Confirm that it is you', 'Invite', 'The password is wrong.'],
  ['he', 'אישור זהות', 'הזמנה', 'הסיסמה אינה נכונה.'],
] as const)(
  '[identity.fresh][management] %s: the password is asked for over the page, Escape cancels, Enter confirms, and what was typed is kept',
  async (locale, title, create, wrong) => {
    const ann = await service.person(`ann-${locale}@example.com`);
    const { page, context, faults } = await openAs(ann, '/admin/account/users/', locale);
    await page.getByRole('button', { name: create, exact: true }).first().click();
    const typed = page.getByRole('dialog').first().locator('input[dir=ltr]').first();
    const email = `noa-${locale}@example.com`;
    const invited = async () =>
      (await service.call('GET', '/user/invitations', { token: ann.token })).body.data as { email: string }[];
    await typed.fill(email);
    later();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: title });
    await dialog.waitFor();
    await expect.poll(() => focused(page)).toBe('password');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await typed.inputValue()).toBe(email);
    expect(await invited()).toEqual([]);

    await typed.focus();
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    await expect.poll(() => focused(page)).toBe('password');
    await page.keyboard.type('not it');
    await page.keyboard.press('Enter');
    await dialog.getByText(wrong).waitFor();
    await dialog.locator('[name=password]').fill(ann.password);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(async () => (await invited()).map((one) => one.email)).toEqual([email]);
    expect(faults.filter((fault) => !/40[13]/.test(String(fault)))).toEqual([]);
    await context.close();
  },
);

test('[identity.fresh.proof][management] a code of the authenticator app, or a passkey, confirms it', async () => {
  const ben = await service.person('ben@example.com');
  const { page, context } = await openAs(ben, '/admin/account/settings/');
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const traits = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true } as const;
  const options = { ...traits, isUserVerified: true, automaticPresenceSimulation: true };
  await devtools.send('WebAuthn.addVirtualAuthenticator', { options });
  const { body: begun } = await service.call('POST', '/me/factors/totp', { token: ben.token, body: {} });
  const { secret, setUp } = begun as { secret: string; setUp: string };
  await service.call('POST', '/me/factors/totp/confirm', {
    token: ben.token,
    body: { setUp, code: codeAt(secret, now()) },
  });

  // Adding a passkey asks first.
  later();
  await page.goto(`${publicUrl}/admin/account/security/`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  const adding = page.getByRole('dialog', { name: 'Add a passkey' });
  await adding.getByRole('button', { name: 'Continue' }).or(adding.locator('button[type=submit]')).first().click();
  await dialog.waitFor();
  await dialog.getByRole('button', { name: 'Use the authenticator app' }).click();
  await dialog.locator('[name=code]').fill('000000');
  await page.keyboard.press('Enter');
  await dialog.getByText('The code is wrong or was used already.').waitFor();
  await dialog.locator('[name=code]').fill(codeAt(secret, now()));
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await expect
    .poll(async () =>
      (await service.call('GET', '/me/factors', { token: ben.token })).body.data.map(
        ({ kind }: { kind: string }) => kind,
      ),
    )
    .toEqual(['totp', 'passkey']);

  later();
  await page.goto(`${publicUrl}/admin/account/settings/`);
  await page.locator('main input[type=text]').first().fill('Acme');
  await page.keyboard.press('Enter');
  await dialog.waitFor();
  await dialog.getByRole('button', { name: 'Use a passkey' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(async () => (await service.call('GET', '/account', { token: ben.token })).body.name).toBe('Acme');
  await context.close();
});

test('[identity.emails.verify][management] an email that nobody confirmed is marked, and confirmed by a link in the same browser', async () => {
  const { alice } = service.people;
  const email = 'dora@example.com';
  const password = 'three green birds';
  const login = await service.call('POST', '/auth/login', { body: { email: alice.email, password: alice.password } });
  await service.call('POST', '/user', { token: login.body.token, body: { email, password, name: 'Dora' } });
  const { token } = (await service.call('POST', '/auth/login', { body: { email, password } })).body;
  const dora = { ...alice, email, password, token };
  const { page, context } = await openAs(dora, '/admin/account/users/');
  const row = page.getByRole('listitem').filter({ hasText: email });
  await row.getByText('Email not confirmed').waitFor();
  await expectAccessible(page);
  await page.goto(`${publicUrl}/admin/account/`);
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await page.getByText(`A link is on its way to ${email}.`).waitFor();
  const [link = ''] = /http:\S+\/admin\/verify#token=[\w-]+/.exec(smtp.emails.at(-1)?.text ?? '') ?? [];
  await page.goto(link);
  await page.getByText(`Your email ${email} is confirmed.`).waitFor();
  await expectAccessible(page);
  await page.goto(`${publicUrl}/admin/account/users/`);
  await row.waitFor();
  await expect.poll(() => page.getByText('Email not confirmed').count()).toBe(0);
  await context.close();
});
