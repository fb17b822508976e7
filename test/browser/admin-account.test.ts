// Account pages of the management app, signing in and out, and a session that ends in the middle of work.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { type AdminTest, startAdminTest } from '../support/admin-page.ts';
import { desktop, phone } from '../support/fill-page.ts';
import { makeEffectsLate } from '../support/late-effects.ts';

let admin: AdminTest;
beforeAll(async () => {
  admin = await startAdminTest();
});
afterAll(() => admin.close());

test('[management] sign-in: an address of the app leads to itself after signing in; a wrong password is reported; signing out ends it', async () => {
  const { alice } = admin.service.people;
  const { page, context, faults } = await admin.open('/admin/account/keys/?from=mail', { ...desktop, locale: 'he-IL' });
  await page.getByRole('heading', { name: 'כניסה ל־Formstead' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'English' }).click();
  await expect
    .poll(() => page.evaluate('[document.documentElement.lang, document.documentElement.dir]'))
    .toEqual(['en', 'ltr']);
  await page.getByLabel('Email').fill(alice.email);
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.keyboard.press('Enter');
  await page.getByText('The email or the password is wrong.').waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('password');
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(alice.email);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show the password' }).click();
  await expect.poll(() => page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('text');
  await page.getByLabel('Password', { exact: true }).fill(alice.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'New key' }).waitFor();
  expect(page.url()).toBe(`${admin.service.url}/admin/account/keys/?from=mail`);
  // No script of any page can read the session.
  await expect
    .poll(() => page.evaluate('document.cookie + JSON.stringify(localStorage) + JSON.stringify(sessionStorage)'))
    .toBe('{}{}');
  const [cookie] = await context.cookies();
  expect(cookie).toMatchObject({ name: 'formstead_session', httpOnly: true, sameSite: 'Strict' });
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in to Formstead' }).waitFor();
  await expect.poll(() => context.cookies()).toEqual([]);
  await page.reload();
  await page.getByLabel('דואר אלקטרוני').waitFor();
  expect(faults).toEqual([expect.stringContaining('401')]);
  await context.close();
});

test('[management] session: one that ends while somebody types: sign in over the page, and the save goes on', async () => {
  const { bob, alice } = admin.service.people;
  const { page, context, faults } = await admin.openAs('/admin/account/', { person: bob });
  await page.getByLabel('Name').fill('Bob the ');
  await context.clearCookies();
  await page.getByLabel('Name').pressSequentially('builder');
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Please sign in again' });
  await dialog.waitFor();
  await expectAccessible(page);
  await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('password');
  await page.keyboard.press('Escape');
  await expect.poll(() => dialog.isVisible()).toBe(true);
  await dialog.getByLabel('Password', { exact: true }).fill(bob.password);
  await page.keyboard.press('Enter');
  await page.getByText('Saved.').waitFor();
  await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Bob the builder');
  expect((await admin.service.call('GET', '/me', { token: bob.token })).body.name).toBe('Bob the builder');

  // Somebody else signs in instead: what was typed is not theirs.
  await page.getByLabel('Name').fill('Not alice');
  await context.clearCookies();
  await page.getByRole('button', { name: 'Save' }).click();
  await dialog.getByLabel('Email').fill(alice.email);
  await dialog.getByLabel('Password', { exact: true }).fill(alice.password);
  await page.keyboard.press('Enter');
  // Signing in takes a while: passwords are hashed slowly on purpose.
  const shown = () => page.locator('main').getByLabel('Email').inputValue();
  await expect.poll(shown, { timeout: 180_000 }).toBe(alice.email);
  const namesNow = [bob, alice].map(async ({ token }) => (await admin.service.call('GET', '/me', { token })).body.name);
  expect(await Promise.all(namesNow)).toEqual(['Bob the builder', 'alice']);
  expect(faults).toEqual([expect.stringContaining('401'), expect.stringContaining('401')]);
  await context.close();
});

test('[management] account: profile: name, language and theme at once; a new password ends other sessions', async () => {
  const { service } = admin;
  const dana = await service.person('dana@example.com');
  const { page, context, faults } = await admin.openAs('/admin/account/', { person: dana });
  await expectAccessible(page);
  await page.getByLabel('Name').fill('Dana');
  // Unsaved work is asked about before it is left.
  await page.getByRole('link', { name: 'Activity' }).click();
  await page.getByRole('heading', { name: 'Leave without saving?' }).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByLabel('Language').selectOption('he');
  await page.getByLabel('Colors').selectOption('dark');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('נשמר.').waitFor();
  const look = '[document.documentElement.lang, document.documentElement.dir, document.documentElement.dataset.theme]';
  await expect.poll(() => page.evaluate(look)).toEqual(['he', 'rtl', 'dark']);
  await expectAccessible(page);
  const { body: me } = await service.call('GET', '/me', { token: dana.token });
  expect([me.name, me.settings]).toEqual(['Dana', { locale: 'he', theme: 'dark' }]);
  await page.reload();
  await expect.poll(() => page.evaluate(look)).toEqual(['he', 'rtl', 'dark']);

  const other = await service.call('POST', '/auth/login', { body: { email: dana.email, password: dana.password } });
  const change = async (password: string, next: string, again = next) => {
    await page.getByLabel('הסיסמה הנוכחית').fill(password);
    await page.getByLabel('סיסמה חדשה', { exact: true }).fill(next);
    await page.getByLabel('הסיסמה החדשה שוב').fill(again);
    await page.getByRole('button', { name: 'החלפת הסיסמה' }).click();
  };
  await change(dana.password, 'short', 'other');
  await page.getByText('נדרשים לפחות 8 תווים.').waitFor();
  await page.getByText('שתי הסיסמאות אינן זהות.').waitFor();
  await expectAccessible(page);
  await change('wrong', 'a few good words');
  await page.getByText('הסיסמה הנוכחית אינה נכונה.').waitFor();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await change(dana.password, 'password');
  await page.getByText('זו אחת הסיסמאות הנפוצות ביותר. יש לבחור אחרת.').waitFor();
  await change(dana.password, 'a few good words');
  await page.getByText('הסיסמה הוחלפה').waitFor();
  expect((await service.call('GET', '/me', { token: other.body.token })).status).toBe(401);
  // This session and the keys go on.
  await page.getByRole('link', { name: 'פעילות' }).click();
  await page.getByRole('cell', { name: 'החלפת סיסמה' }).waitFor();
  expect((await service.call('GET', '/me', { key: dana.key })).status).toBe(200);
  expect(faults).toEqual([expect.stringContaining('401'), expect.stringContaining('400')]);
  await context.close();
});

test('[management] account: who leaves right after the first letter is asked too', async () => {
  const { page, context, faults } = await admin.openAs('/admin/account/', { person: admin.service.people.bob });
  await makeEffectsLate(page);
  await page.getByLabel('Name').fill('B');
  await page.getByRole('link', { name: 'Activity' }).click();
  await page.getByRole('heading', { name: 'Leave without saving?' }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test('[management] users: added with a proposed password that works; an address in use is reported; removed with its consequences', async () => {
  const { service } = admin;
  const kim = await service.person('kim@example.com');
  const { page, context, faults } = await admin.openAs('/admin/account/users/', { person: kim });
  await page.getByText('You are the only one here.').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add a person' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('<b>Lee</b>');
  await dialog.getByLabel('Email').fill(service.people.alice.email);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add' }).click();
  await dialog.getByText('This address is already in use.').waitFor();
  await dialog.getByLabel('Email').fill('lee@example.com');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await dialog.getByText('The password is not shown again.').waitFor();
  await expectAccessible(page);
  const password = await dialog.getByLabel('First password').inputValue();
  expect(password).toMatch(/^\w{5}(-\w{5}){3}$/);
  const login = await service.call('POST', '/auth/login', { body: { email: 'lee@example.com', password } });
  expect([login.status, login.body.user.name, login.body.user.account]).toEqual([200, '<b>Lee</b>', kim.account]);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Remove <b>Lee</b>' }).click();
  await page.getByText('Their API keys stop working').waitFor();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('<b>Lee</b> was removed.').waitFor();
  await page.getByText('You are the only one here.').waitFor();
  expect((await service.call('GET', '/me', { token: login.body.token })).status).toBe(401);
  await page.getByRole('link', { name: 'Activity' }).click();
  await page.getByText('Removed a person: lee@example.com').waitFor();
  expect(faults).toEqual([expect.stringContaining('409')]);
  await context.close();
});

test('[management] keys: made, shown once, revoked; [log] page by page, hostile user agents as text; on a Hebrew phone', async () => {
  const { service } = admin;
  const noa = await service.person('noa@example.com');
  const { sql } = service.services.db;
  await sql`insert into audit_log (id, account, action, time, ip, user_agent, user_id, email, object)
    select lpad(to_hex(n), 24, '0'), ${noa.account}, 'loginFailed', timestamptz '2024-01-01' + n * interval '1 minute',
      '2001:db8::1', '<img src=x onerror=alert(1)>', ${noa.user}, ${noa.email}, 'user' from generate_series(1, 60) n`;
  const options = { ...phone, person: noa, language: 'he' } as const;
  const { page, context, faults } = await admin.openAs('/admin/account/keys/', options);
  await page.getByRole('listitem').first().waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'מפתח חדש' }).click();
  const token = await page.getByRole('dialog').getByLabel('מפתח', { exact: true }).inputValue();
  await expectAccessible(page);
  expect((await service.call('GET', '/me', { key: token })).body.email).toBe(noa.email);
  await page.getByRole('button', { name: 'העתקתי' }).click();
  expect(await page.content()).not.toContain(token);
  await page.getByRole('button', { name: `ביטול מפתח ${token.slice(0, 24)}` }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'ביטול המפתח' }).click();
  await page.getByText('המפתח בוטל.').waitFor();
  expect((await service.call('GET', '/me', { key: token })).status).toBe(401);
  expect((await service.call('GET', '/me', { key: noa.key })).status).toBe(200);

  await page.getByRole('link', { name: 'פעילות' }).click();
  await page.getByRole('cell', { name: 'ביטול מפתח API' }).waitFor();
  const rows = page.locator('tbody tr');
  await expect.poll(() => rows.count()).toBe(50);
  await page.getByRole('button', { name: 'ישנים יותר' }).click();
  await rows.nth(63).waitFor();
  await expect.poll(() => rows.count()).toBe(64);
  await expect.poll(() => rows.last().innerText()).toMatch(/סיסמה שגויה.*noa@example\.com.*2001:db8::1.*<img/s);
  await expect.poll(() => page.getByRole('button', { name: 'ישנים יותר' }).count()).toBe(0);
  await expectAccessible(page);
  expect(faults).toEqual([]);
  await context.close();
});
