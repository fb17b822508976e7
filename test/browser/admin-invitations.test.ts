// Invitations, forgotten passwords and keys in the management app: journeys with a real mail server, in English and Hebrew, on a desktop
// and a phone.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { type AdminTest, startAdminTest } from '../support/admin-page.ts';
import { desktop, phone } from '../support/fill-page.ts';
import { refusal, startSmtp, type TestSmtp } from '../support/smtp.ts';

let smtp: TestSmtp;
let admin: AdminTest;
beforeAll(async () => {
  smtp = await startSmtp();
  admin = await startAdminTest({ SMTP_URL: smtp.url });
});
afterAll(async () => {
  await admin.close();
  await smtp.close();
});

/** The path of the link in the last email to the address. */
async function linkTo(address: string): Promise<string> {
  await expect.poll(() => smtp.emails.some(({ recipients }) => recipients.includes(address))).toBe(true);
  const email = smtp.emails.findLast(({ recipients }) => recipients.includes(address));
  return /\/admin\/(?:join|reset)#token=[\w-]{43}/.exec(email?.text ?? '')?.[0] ?? '';
}

test('[management] [identity.invitations] invited on a desktop, joined in Hebrew on a phone; sent again, withdrawn, used up', async () => {
  const { service } = admin;
  const gil = await service.person('gil@example.com');
  const { page, context, faults } = await admin.openAs('/admin/account/users/', { person: gil });
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill('no address');
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await dialog.getByText('This is not an email address.').waitFor();
  await expectAccessible(page);
  await dialog.getByLabel('Email').fill('tal@example.com');
  await dialog.getByLabel('Name (optional)').fill('Tal');
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await page.getByText('The invitation for tal@example.com is on its way.').waitFor();
  await page.getByRole('heading', { name: 'Open invitations' }).waitFor();
  await expectAccessible(page);
  const first = await linkTo('tal@example.com');
  await page.getByRole('button', { name: 'Send again to tal@example.com' }).click();
  await expect.poll(async () => (await linkTo('tal@example.com')) === first).toBe(false);
  // Another whose email is refused: the link is handed over; then it is withdrawn.
  smtp.onEmail = async () => {
    throw refusal(550, 'no such user');
  };
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await dialog.getByLabel('Email').fill('dov@example.com');
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await dialog.getByText('No email went out.').waitFor();
  smtp.onEmail = async () => {};
  await expectAccessible(page);
  const handedOver = new URL(await dialog.getByLabel('Link').inputValue());
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Withdraw the invitation of dov@example.com' }).click();
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByText('The invitation was withdrawn.').waitFor();
  expect(faults).toEqual([]);
  await context.close();

  const hebrew = { ...phone, locale: 'he-IL' };
  const gone = await admin.open(handedOver.pathname + handedOver.hash, hebrew);
  await gone.page.getByRole('heading', { name: 'הקישור אינו פועל' }).waitFor();
  await expectAccessible(gone.page);
  await gone.context.close();

  const tal = await admin.open(await linkTo('tal@example.com'), hebrew);
  await tal.page.getByText('הזמנה מאת gil@example.com.').waitFor();
  await expect.poll(() => tal.page.getByLabel('השם שלך').inputValue()).toBe('Tal');
  await expectAccessible(tal.page);
  await tal.page.getByLabel('סיסמה חדשה').fill('password');
  await tal.page.getByRole('button', { name: 'הצטרפות' }).click();
  await tal.page.getByText('זו אחת הסיסמאות הנפוצות ביותר. יש לבחור אחרת.').waitFor();
  await expectAccessible(tal.page);
  await tal.page.getByLabel('סיסמה חדשה').fill('three green birds');
  await tal.page.getByRole('button', { name: 'הצטרפות' }).click();
  // Signed in, in the language of the page, and the token is in no address any more.
  await tal.page.getByRole('button', { name: /Tal/ }).first().waitFor();
  expect(tal.page.url()).toBe(`${service.url}/admin/`);
  await tal.page.goBack();
  await expect.poll(() => tal.page.evaluate('location.hash')).toBe('');
  expect(tal.faults.filter((fault) => !fault.includes('400'))).toEqual([]);
  await tal.context.close();
});

test('[management] [identity.forgot] a forgotten password, in Hebrew on a phone and in English on a desktop; a link works once', async () => {
  const { service } = admin;
  const { email } = await service.person('shir@example.com');
  const options = { ...phone, locale: 'he-IL' };
  const { page, context, faults } = await admin.open('/admin/', options);
  await page.getByRole('link', { name: 'שכחת את הסיסמה?' }).click();
  await page.getByRole('heading', { name: 'שכחת את הסיסמה?' }).waitFor();
  await expectAccessible(page);
  await page.getByLabel('דואר אלקטרוני').fill(email);
  await page.getByRole('button', { name: 'שליחת קישור' }).click();
  await page.getByRole('heading', { name: 'כדאי להציץ בתיבת הדואר' }).waitFor();
  await expectAccessible(page);
  expect(faults).toEqual([]);
  await context.close();

  const path = await linkTo(email);
  const reset = await admin.open(path, { ...desktop, locale: 'en-US' });
  await reset.page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
  await reset.page.getByLabel('New password').fill('short');
  await reset.page.getByRole('button', { name: 'Change the password' }).click();
  await reset.page.getByText('Use at least 8 characters.').waitFor();
  await expectAccessible(reset.page);
  await reset.page.getByLabel('New password').fill('three green birds');
  await reset.page.getByRole('button', { name: 'Change the password' }).click();
  await reset.page.getByRole('heading', { name: 'Your password is changed' }).waitFor();
  await expectAccessible(reset.page);
  await expect.poll(() => reset.page.getByLabel('Email').inputValue()).toBe(email);
  await reset.page.getByLabel('Password', { exact: true }).fill('three green birds');
  await reset.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect.poll(() => reset.page.url(), { timeout: 180_000 }).toBe(`${service.url}/admin/`);
  await reset.page.getByRole('button', { name: /^Account menu/ }).waitFor();
  expect(reset.faults).toEqual([]);
  await reset.context.close();

  const again = await admin.open(path, { ...desktop, locale: 'en-US' });
  await again.page.getByText('It was already used or has expired.').waitFor();
  await again.page.getByRole('link', { name: 'Ask for a new link' }).click();
  await again.page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
  await again.context.close();
});

test('[management] [identity.keys.expiry] [identity.keys.replace] a key is named and given an end, replaced, and the old one revoked', async () => {
  const { service } = admin;
  const ron = await service.person('ron@example.com');
  await service.call('DELETE', `/api-keys/${ron.key.slice(0, 24)}`, { token: ron.token });
  const { page, context, faults } = await admin.openAs('/admin/account/keys/', { person: ron });
  await page.getByRole('button', { name: 'New key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Nightly export');
  await dialog.getByLabel('Ends on').fill('2001-01-31');
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  await dialog.getByText('Choose a day in the future.').waitFor();
  await expectAccessible(page);
  const soon = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  await dialog.getByLabel('Ends on').fill(soon);
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByText('Ends soon').waitFor();
  await page.getByText('Never used').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Replace key Nightly export' }).click();
  await dialog.getByText('The old key goes on working.').waitFor();
  const token = await dialog.getByLabel('Key', { exact: true }).inputValue();
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByText('Replaces Nightly export').waitFor();
  const { data } = (await service.call('GET', '/api-keys', { key: token })).body;
  expect(data.map(({ name, replaces }: { name: string; replaces?: string }) => [name, replaces])).toEqual([
    ['Nightly export', undefined],
    ['Nightly export', data[0]._id],
  ]);
  await page.getByRole('button', { name: `Revoke key ${data[0]._id}` }).click();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('The key was revoked.').waitFor();
  await page.getByRole('button', { name: `Name and end of key Nightly export (${data[1]._id})` }).click();
  await dialog.getByLabel('Name').fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => page.getByText('Nightly export').count()).toBe(0);
  expect(faults).toEqual([]);
  await context.close();
});
