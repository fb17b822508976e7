// Two-step sign-in in the management app: an authenticator app and recovery codes, passkeys of a virtual authenticator, sessions.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { codeAt } from '../support/authenticator.ts';
import { openBrowser, type TestBrowser } from '../support/browser.ts';
import { makeForm, memberForm } from '../support/entries.ts';
import { desktop, phone } from '../support/fill-page.ts';
import { collectFaults } from '../support/page-faults.ts';
import { readEmail } from '../support/read-email.ts';
import { type Person, startService, type TestService } from '../support/service.ts';

// Browsers have passkeys for hosts with a name only; for localhost without https too.
const publicUrl = 'http://forms.localhost';
let service: TestService;
let browser: TestBrowser;
beforeAll(async () => {
  service = await startService({ PUBLIC_URL: publicUrl }, { keepsPort: true });
  browser = await openBrowser({ proxied: { publicUrl, url: service.url } });
});
afterAll(async () => {
  await browser.close();
  await service.close();
});

async function open(path: string, options: BrowserContextOptions) {
  const context = await browser.newKeptContext(publicUrl, { reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  const faults = collectFaults(page);
  await page.goto(publicUrl + path);
  return { page, context, faults };
}

async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const traits = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true } as const;
  const options = { ...traits, isUserVerified: true, automaticPresenceSimulation: true };
  await devtools.send('WebAuthn.addVirtualAuthenticator', { options });
}

const nextCode = (secret: string) => {
  service.advance(30_000);
  return codeAt(secret.replaceAll(' ', ''), service.services.clock.now());
};
const signOut = async (page: Page, names: { menu: RegExp; out: string }) => {
  await page.getByRole('button', { name: names.menu }).click();
  await page.getByRole('menuitem', { name: names.out }).click();
};
const english = { menu: /^Account menu/, out: 'Sign out' };

async function enterPassword(page: Page, { email, password }: Person) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('[identity.factors.totp][management] an authenticator app is set up and asked for at sign-in; a recovery code opens a session that ended', async () => {
  const olive = await service.person('olive@example.com');
  const { page, context, faults } = await open('/admin/account/security/', desktop);
  await enterPassword(page, olive);
  await page.getByText('Only your password protects your account.').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add an authenticator app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' });
  await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  await expectAccessible(page);
  const secret = await dialog.getByLabel('Or type this key into the app').inputValue();
  const codeField = dialog.getByLabel('The 6-digit code that the app shows now');
  await codeField.fill('000000');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.getByText('The code is not right.').waitFor();
  await codeField.fill(nextCode(secret));
  await dialog.getByLabel('Name').fill('Olive’s phone');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  const kept = page.getByRole('dialog', { name: 'Your recovery codes' });
  const codes = (await kept.getByRole('textbox', { name: 'Recovery codes' }).inputValue()).split('\n');
  expect(codes).toHaveLength(10);
  await expectAccessible(page);
  const saved = page.waitForEvent('download');
  await kept.getByRole('button', { name: 'Download' }).click();
  expect((await saved).suggestedFilename()).toBe('formstead-recovery-codes.txt');
  await kept.getByRole('button', { name: 'I have kept them' }).click();
  await page.getByText('Olive’s phone', { exact: true }).waitFor();
  await page.getByText('10 recovery codes left.').waitFor();
  await expectAccessible(page);

  await signOut(page, english);
  await enterPassword(page, olive);
  const code = page.getByLabel('Enter the 6-digit code');
  await expect.poll(() => code.getAttribute('autocomplete')).toBe('one-time-code');
  await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('code');
  await expectAccessible(page);
  await code.fill('123456');
  await page.keyboard.press('Enter');
  await page.getByText('The code is wrong or was used already. Try the next one.').waitFor();
  await expect.poll(() => code.inputValue()).toBe('');
  await code.fill(nextCode(secret));
  await page.keyboard.press('Enter');
  await page.getByText('with password and code').waitFor();

  // The session ends while the page is open: the same steps in the dialog, with a recovery code this time.
  await context.clearCookies();
  await page.getByRole('button', { name: 'New recovery codes' }).click();
  await page.getByRole('button', { name: 'Make new codes' }).click();
  const again = page.getByRole('dialog', { name: 'Please sign in again' });
  await again.getByLabel('Password', { exact: true }).fill(olive.password);
  await page.keyboard.press('Enter');
  await again.getByRole('button', { name: 'Use a recovery code' }).click();
  await expectAccessible(page);
  await again.getByLabel('Recovery code').fill(codes[3] ?? '');
  await page.keyboard.press('Enter');
  await kept.waitFor();
  await kept.getByRole('button', { name: 'I have kept them' }).click();

  // Where she is signed in: this one, the one before, and the token of a program.
  const sessions = page.getByRole('region', { name: 'Where you are signed in' });
  await page.reload();
  await expect.poll(() => sessions.getByRole('listitem').count()).toBe(3);
  await sessions.getByRole('button', { name: 'Sign out node' }).click();
  await expect.poll(() => sessions.getByRole('listitem').count()).toBe(2);
  expect((await service.call('GET', '/me', { token: olive.token })).status).toBe(401);
  await sessions.getByRole('button', { name: 'Sign out all others' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out all others' }).click();
  await expect.poll(() => sessions.getByRole('listitem').count()).toBe(1);
  await sessions.getByText('This one').waitFor();
  expect(faults.filter((fault) => !/40[01]/.test(fault))).toEqual([]);
  await context.close();
});

test('[identity.factors.passkey][identity.factors.required][management] who must have a factor adds a passkey on a phone, in Hebrew, and signs in by it alone', async () => {
  const head = await service.person('head@example.com');
  const hana = await service.person('hana@example.com', head.account);
  const settings = { settings: { locale: 'he' } };
  await service.call('PATCH', '/me', { token: hana.token, body: settings });
  const { sql } = service.services.db;
  await sql`update accounts set settings = '{"requireSecondFactor": true}' where id = ${head.account}`;
  const { page, context, faults } = await open('/admin/', { ...phone, locale: 'he-IL' });
  await addAuthenticator(page);
  await page.getByLabel('דואר אלקטרוני').fill(hana.email);
  await page.getByLabel('סיסמה', { exact: true }).fill(hana.password);
  await page.getByRole('button', { name: 'כניסה', exact: true }).click();
  // The forms are not shown, whatever the address was.
  await page.getByText('החשבון שלך דורש כניסה דו־שלבית.').waitFor();
  expect(new URL(page.url()).pathname).toBe('/admin/account/security/');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'הוספת מפתח גישה' }).click();
  const dialog = page.getByRole('dialog', { name: 'הוספת מפתח גישה' });
  await dialog.getByLabel('שם').fill('הטלפון של חנה');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'המשך' }).click();
  const kept = page.getByRole('dialog', { name: 'קודי השחזור שלך' });
  await expectAccessible(page);
  await kept.getByRole('button', { name: 'שמרתי אותם' }).click();
  await page.getByText('הטלפון של חנה', { exact: true }).waitFor();
  // One for each authenticator.
  await page.getByRole('button', { name: 'הוספת מפתח גישה' }).click();
  await dialog.getByRole('button', { name: 'המשך' }).click();
  await dialog.getByText('במכשיר הזה כבר יש מפתח גישה שלך.').waitFor();
  await dialog.getByRole('button', { name: 'ביטול' }).click();
  await page.goto(`${publicUrl}/admin/`);
  await page.getByRole('heading', { name: 'טפסים', level: 1 }).waitFor();

  await signOut(page, { menu: /^תפריט החשבון/, out: 'יציאה' });
  const byPasskey = page.getByRole('button', { name: 'שימוש במפתח גישה' });
  await byPasskey.click();
  await page.getByRole('heading', { name: 'טפסים', level: 1 }).waitFor();
  await page.goto(`${publicUrl}/admin/account/security/`);
  await page.getByText('עם מפתח גישה').first().waitFor();
  await page.getByRole('button', { name: 'הסרת הטלפון של חנה' }).click();
  await page.getByText('הוא היחיד שלך, והחשבון דורש אחד').waitFor();
  await page.getByRole('button', { name: 'הסרה', exact: true }).click();
  await page.getByText('החשבון שלך דורש כניסה דו־שלבית.').waitFor();
  // The browser still has it; the service no longer takes it.
  await signOut(page, { menu: /^תפריט החשבון/, out: 'יציאה' });
  await byPasskey.click();
  await page.getByText('מפתח הגישה הזה אינו מוכר כאן.').waitFor();
  expect(faults.filter((fault) => !/40[13]/.test(fault))).toEqual([]);
  await context.close();
});

test('[fill-links.sign-in][identity.factors] a link of the team asks for the code too, or takes a passkey', async () => {
  const { alice } = service.people;
  const post = async (path: string, body: object) =>
    (await service.call('POST', path, { token: alice.token, body })).body;
  const { secret, setUp } = await post('/me/factors/totp', {});
  await post('/me/factors/totp/confirm', { setUp, code: codeAt(secret, service.services.clock.now()) });
  const form = await makeForm(service, memberForm);
  const { entryId } = await post('/entry/save', { form, data: { name: 'Draft of the team' } });
  const { page, context, faults } = await open(`/e/${entryId}/`, desktop);
  await page.fill('#email', alice.email);
  await page.fill('#password', alice.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const code = page.getByLabel('Code of your authenticator app, or a recovery code');
  await code.waitFor();
  await page.getByRole('button', { name: 'Use a passkey' }).waitFor();
  await expectAccessible(page);
  await code.fill('000000');
  await page.keyboard.press('Enter');
  await page.getByText('The code is wrong or was used already.').waitFor();
  await code.fill(nextCode(secret));
  await page.keyboard.press('Enter');
  await expect.poll(() => page.inputValue('#f-name')).toBe('Draft of the team');
  expect(faults.filter((fault) => !/401/.test(fault))).toEqual([]);
  await context.close();
});

test('[identity.factors.reset][identity.factors.required][management] a colleague takes a lost factor away and asks everybody for one', async () => {
  const ruth = await service.person('ruth@example.com');
  const dov = await service.person('dov@example.com', ruth.account);
  const post = async (path: string, body: object) =>
    (await service.call('POST', path, { token: dov.token, body })).body;
  await service.call('PATCH', '/me', { token: dov.token, body: { settings: { locale: 'he' } } });
  const { secret, setUp } = await post('/me/factors/totp', {});
  await post('/me/factors/totp/confirm', { setUp, code: codeAt(secret, service.services.clock.now()) });
  const { page, context, faults } = await open('/admin/account/users/', desktop);
  await enterPassword(page, ruth);
  await page.getByRole('button', { name: 'Reset two-step sign-in of dov' }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Reset', exact: true }).click();
  await page.getByText('dov now signs in with the password alone.').waitFor();
  const outbox = join(service.dataDir, 'outbox');
  const emails = readdirSync(outbox).map((name) => readEmail(readFileSync(join(outbox, name))));
  const told = emails.find(({ headers }) => headers.get('to') === dov.email);
  expect(told?.headers.get('subject')).toBe('האימות הדו־שלבי שלך הוסר');
  expect(told?.text).toContain('קודי השחזור שלך ב־Formstead הוסרו');
  const login = await service.call('POST', '/auth/login', { body: { email: dov.email, password: dov.password } });
  expect(login.status).toBe(200);

  // Whoever asks for it has one.
  await page.goto(`${publicUrl}/admin/account/settings/`);
  const box = page.getByRole('checkbox', { name: 'Everybody needs two-step sign-in' });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await box.check();
  await save.click();
  await page.getByText('Set up a second factor first.').waitFor();
  await expectAccessible(page);
  const own = (await service.call('POST', '/me/factors/totp', { token: ruth.token, body: {} })).body;
  const code = codeAt(own.secret, service.services.clock.now());
  await service.call('POST', '/me/factors/totp/confirm', { token: ruth.token, body: { setUp: own.setUp, code } });
  await save.click();
  await expect
    .poll(async () => (await service.call('GET', '/form', { token: login.body.token })).body.message ?? '')
    .toBe('Set up a second factor first.');
  expect(faults.filter((fault) => !/40[13]/.test(fault))).toEqual([]);
  await context.close();
});
