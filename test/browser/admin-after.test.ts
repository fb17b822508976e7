// After sending, for people: three cards, a message with chips, what it comes to, and a test by a real mail server.
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { type AdminTabOptions, type AdminTest, startAdminTest } from '../support/admin-page.ts';
import { root } from '../support/entries.ts';
import { startSmtp, type TestSmtp } from '../support/smtp.ts';

let smtp: TestSmtp;
let admin: AdminTest;
beforeAll(async () => {
  smtp = await startSmtp();
  admin = await startAdminTest({ SMTP_URL: smtp.url });
});
afterAll(async () => {
  await admin?.close();
  await smtp?.close();
});
beforeEach(() => {
  smtp.emails.length = 0;
});

const fields = [
  { type: 'fInput', name: 'name', label: 'Your name' },
  { type: 'fInput', name: 'email', label: 'Email', validators: ['str/email'] },
  {
    type: 'fSelect',
    name: 'country',
    label: 'Where to?',
    options: [
      ['il', 'Israel'],
      ['us', 'United States'],
    ],
  },
  {
    type: 'cRepeat',
    name: 'guests',
    label: 'Guests',
    children: [
      { type: 'fInput', name: 'who', label: 'Who' },
      { type: 'fInput', name: 'age', label: 'Age', typeValidator: 'num' },
    ],
  },
];
const makeForm = async (more: object = {}): Promise<string> =>
  (
    await admin.service.call('POST', '/form', {
      key: admin.service.people.alice.key,
      body: { name: 'Trip', formSchema: { rootElem: root(...fields) }, ...more },
    })
  ).body.id;
const savedForm = async (form: string) =>
  (await admin.service.call('GET', `/form/${form}`, { key: admin.service.people.alice.key })).body;

async function open(form: string, options: AdminTabOptions = {}) {
  const opened = await admin.openAs(`/admin/forms/${form}/?view=after`, {
    viewport: { width: 1280, height: 900 },
    ...options,
  });
  await opened.page.waitForSelector('.after-card');
  return opened;
}

const picture = async (page: Page, name: string) => {
  const folder = process.env['PICTURES'];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
};

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** In the list of answers, once it is open. */
const find = (page: Page, words: string) => page.getByRole('combobox', { name: 'Find a question' }).fill(words);

/** axe cannot look into frames without scripts, and takes what lies half under the bar that stays in sight for too small. */
async function expectAccessibleAround(page: Page): Promise<void> {
  // By a style: a frame that comes meanwhile is hidden too.
  await page.evaluate(`{
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.html-preview { display: none !important }');
    document.adoptedStyleSheets = [sheet];
  }`);
  await page.evaluate('scrollTo(0, 0)');
  await expectAccessible(page);
  await page.evaluate('document.adoptedStyleSheets = []');
}

const inFrame = (page: Page, name: string) =>
  page.evaluate(
    `document.querySelector('.html-preview[title="${name}"]')?.contentDocument.body.innerText.replace(/\\s+/g, ' ')`,
  );

test('[builder] after sending: a card is switched on and done; the email that arrives has all answers, as its preview', async () => {
  const form = await makeForm();
  const { page, context, faults } = await open(form);
  await expectAccessibleAround(page);
  await picture(page, 'after-off');
  await card(page, 'Notify us').getByRole('switch').check();
  await card(page, 'Confirm to the person').getByRole('switch').check();
  await card(page, 'Thank-you page').getByRole('switch').check();
  await expect.poll(() => inFrame(page, 'Preview: Notify us')).toContain('Where to? Israel');
  await picture(page, 'after-on');
  await expectAccessibleAround(page);
  await page.keyboard.press('Control+s');
  await page.getByText('All changes saved').waitFor();
  const { postSubmit } = await savedForm(form);
  expect(postSubmit.emails).toMatchObject([
    { card: 'notify', to: ['alice@example.com'], replyTo: ['{{ model.email }}'] },
    { card: 'confirm', to: ['{{ model.email }}'], if: 'model.email != null' },
  ]);
  const data = { name: 'Dana', email: 'dana@example.com', country: 'us', guests: [{ who: 'Ann', age: 3 }] };
  await admin.service.call('POST', '/entry/submit', { body: { form, data } });
  expect(smtp.emails.map(({ recipients }) => recipients)).toEqual([['alice@example.com'], ['dana@example.com']]);
  for (const { html } of smtp.emails) expect(html).toMatch(/United States.*<th[^>]*>Age<\/th>.*Ann/s);

  // Off and on again it is what it was.
  await card(page, 'Notify us').getByLabel('To', { exact: true }).fill('a@example.com, b@example.com');
  await card(page, 'Notify us').getByRole('switch').uncheck();
  await card(page, 'Notify us').getByRole('switch').check();
  await expect
    .poll(() => card(page, 'Notify us').getByLabel('To', { exact: true }).inputValue())
    .toBe('a@example.com, b@example.com');
  expect(faults).toEqual([]);
  await context.close();
});

test('[builder] [heavy] after sending: a subject and a text with chips, a list, a button; by keyboard; source and back; a test to me', async () => {
  const form = await makeForm();
  const { page, context, faults } = await open(form);
  const notify = card(page, 'Notify us');
  await notify.getByRole('switch').check();
  const subject = notify.getByRole('textbox', { name: 'Subject' });
  await subject.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('From ');
  await notify.locator('.chip-line').getByRole('button', { name: 'Insert an answer' }).click();
  await find(page, 'where');
  await picture(page, 'picker');
  await expectAccessibleAround(page);
  await page.keyboard.press('Enter');
  await page.keyboard.type(' now');
  await expect.poll(() => subject.locator('.answer-chip').allTextContents()).toEqual(['Where to?']);
  await notify.getByText('From Israel now').waitFor();

  const text = notify.getByRole('textbox', { name: 'Text', exact: true });
  await text.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.keyboard.type('Dear ');
  await notify.getByRole('button', { name: 'Insert an answer' }).last().click();
  await find(page, 'your');
  await page.keyboard.press('Enter');
  await page.keyboard.type(', <b>hello</b>');
  await page.keyboard.press('Enter');
  await notify.getByRole('button', { name: 'Bullet list' }).click();
  await page.keyboard.type('one');
  await page.keyboard.press('Enter');
  await page.keyboard.type('two');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await notify.getByRole('button', { name: 'Button', exact: true }).click();
  await notify.getByLabel('Text', { exact: true }).last().waitFor();
  await page.keyboard.type('See it');
  const address = notify.getByRole('textbox', { name: 'Address' });
  await address.click();
  await page.keyboard.press('End');
  await page.keyboard.type('x.example/?n=');
  await notify.locator('.message-insert').getByRole('button', { name: 'Insert an answer' }).click();
  await find(page, 'your');
  await page.keyboard.press('Enter');
  await picture(page, 'insert');
  await expectAccessibleAround(page);
  await notify.getByRole('button', { name: 'Insert', exact: true }).click();
  await notify.getByRole('button', { name: 'All answers' }).click();
  await picture(page, 'written');
  await page.keyboard.press('Control+s');
  await page.getByText('All changes saved').waitFor();
  const [rule] = (await savedForm(form)).postSubmit.emails;
  expect(rule.subject).toBe('From {{ answers.country }} now');
  expect(rule.html).toContain('<p>Dear {{ model.name }}, &lt;b&gt;hello&lt;/b&gt;</p>');
  expect(rule.html).toMatch(/<ul><li>.*one.*<\/li>\s*<li>.*two.*<\/li>\s*<\/ul>/s);
  expect(rule.html).toMatch(
    /<a href="https:\/\/x\.example\/\?n=\{\{ model\.name \| encode \}\}" style="[^"]+">See it<\/a>/,
  );
  expect(rule.html).toContain('<div>{{ allAnswers }}</div>');

  await notify.getByRole('button', { name: 'HTML source' }).click();
  const source = notify.getByLabel('Text: HTML source');
  await expect.poll(() => source.inputValue()).toBe(rule.html);
  await notify.getByRole('button', { name: 'Back to the editor' }).click();
  await expect.poll(() => text.locator('.answer-chip').allTextContents()).toEqual(['Your name', 'All answers']);
  // A look changes nothing.
  await page.keyboard.press('Control+s');
  expect((await savedForm(form)).postSubmit.emails).toEqual([rule]);

  await notify.getByRole('button', { name: 'Send a test to me' }).click();
  await notify.getByText('Sent to alice@example.com.').waitFor();
  expect(smtp.emails.map(({ recipients, headers }) => [recipients, headers.get('subject')])).toEqual([
    [['alice@example.com'], 'From Israel now'],
  ]);
  // Backspace takes a chip as a whole.
  await subject.click();
  await page.keyboard.press('End');
  for (let count = 0; count < ' now'.length + 1; count++) await page.keyboard.press('Backspace');
  await expect.poll(() => subject.locator('.answer-chip').count()).toBe(0);
  expect(faults).toEqual([]);
  await context.close();
});

test('[builder] after sending: in Hebrew on a phone in the dark; without a question for an address it says so; redirects with answers', async () => {
  const form = await makeForm({
    locale: 'he',
    formSchema: { rootElem: root({ type: 'fInput', name: 'name', label: 'שם' }) },
    postSubmit: { ui: [{ type: 'redirect', redirectOptions: { url: 'https://x.example/?a=1' }, if: 'model.name' }] },
  });
  const phone = { viewport: { width: 320, height: 700 }, hasTouch: true };
  const { page, context, faults } = await open(form, { ...phone, language: 'he', theme: 'dark' });
  const width = () => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  await card(page, 'אישור למי שמילא').getByRole('switch').check();
  await page.getByText('אין בטופס שאלה על כתובת דוא"ל.').waitFor();
  await card(page, 'הודעה אלינו').getByRole('switch').check();
  await card(page, 'דף תודה').getByRole('switch').check();
  await expect.poll(() => inFrame(page, 'תצוגה מקדימה: הודעה אלינו')).toContain('התקבלה רשומה חדשה של Trip.');
  await expect.poll(width).toBeLessThanOrEqual(0);
  await expectAccessibleAround(page);
  await picture(page, 'phone-he');
  const address = page.getByRole('textbox', { name: 'כתובת', exact: true });
  await address.click();
  await page.keyboard.press('End');
  await page.keyboard.type('&n=');
  await page.locator('.after-more .chip-line').getByRole('button', { name: 'שילוב תשובה' }).click();
  await page.locator('.pick-option', { hasText: 'שם' }).first().click();
  await expect
    .poll(() => page.locator('.sample-result').first().textContent())
    .toContain('https://x.example/?a=1&n=%D7%');
  await page.keyboard.press('Control+s');
  await page.getByText('כל השינויים נשמרו').waitFor();
  const { postSubmit } = await savedForm(form);
  expect(postSubmit.ui[0].redirectOptions.url).toBe('https://x.example/?a=1&n={{ model.name | encode }}');
  expect(postSubmit.emails[0]).toMatchObject({ card: 'confirm', to: [] });
  expect(faults).toEqual([]);
  await context.close();
});

test('[builder] after sending: hostile labels, answers and stored HTML run nothing, in the editor and in its preview', async () => {
  const hostile = '"><img src=x onerror=alert(1)>{{ 1 }}';
  const rule = {
    card: 'notify',
    to: ['a@example.com'],
    subject: '{{ model.name }}',
    html: '<p onclick="alert(1)">Hi {{ model.name }} <a href="javascript:alert(1)">x</a><script>alert(1)</script>{{ "<img src=x onerror=alert(1)>" }}</p>',
  };
  const form = await makeForm({
    formSchema: { rootElem: root({ type: 'fInput', name: 'name', label: hostile }) },
    postSubmit: {
      emails: [rule],
      ui: [
        {
          type: 'message',
          text: hostile,
          html: '<p>{{ model.name }}<img src="https://x.example/1.png" onerror="alert(1)"></p>',
        },
      ],
    },
  });
  await admin.service.call('POST', '/entry/submit', { body: { form, data: { name: hostile }, skipEmails: true } });
  const { page, context, faults } = await open(form);
  const notify = card(page, 'Notify us');
  // More than the editor keeps: it is shown as what it is until somebody asks for the editor.
  await notify.getByText('This text was written as HTML.').waitFor();
  await page.getByLabel('Previews use').selectOption({ index: 1 });
  await expect.poll(() => inFrame(page, 'Preview: Notify us')).toContain(`Hi ${hostile}`);
  await notify.getByRole('button', { name: 'Open it in the editor' }).click();
  const text = notify.getByRole('textbox', { name: 'Text', exact: true });
  await expect.poll(() => text.locator('.answer-chip').first().textContent()).toBe(hostile);
  expect(
    await text.evaluate(
      'document.querySelectorAll(".message-text img, .message-text script, .message-text [onclick], .message-text a").length',
    ),
  ).toBe(0);
  await expectAccessibleAround(page);
  expect((await savedForm(form)).postSubmit.emails).toEqual([rule]);
  expect(faults).toEqual([]);
  await context.close();
});

test('[builder] after sending: braces that were pasted are braces, in the subject, the text and the page; a broken expression is named', async () => {
  const form = await makeForm();
  const { page, context, faults } = await open(form);
  const confirm = card(page, 'Confirm to the person');
  await confirm.getByRole('switch').check();
  const subject = confirm.getByRole('textbox', { name: 'Subject' });
  const paste = (words: string) =>
    page.evaluate(`(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', ${JSON.stringify(words)});
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    })()`);
  const write = async (box: Locator, words: string) => {
    await box.click();
    await page.keyboard.press('Control+Home');
    await paste(words);
    await expect.poll(() => box.innerText()).toContain(words.trim());
  };
  await write(subject, 'Use {{ here: ');
  await write(confirm.getByRole('textbox', { name: 'Text' }), 'Begin with {{{ or {{ and <b> ');
  await card(page, 'Thank-you page').getByRole('switch').check();
  await write(card(page, 'Thank-you page').getByRole('textbox', { name: 'Text' }), 'Ends in {{');
  const preview = 'Preview: Confirm to the person';
  await expect.poll(() => inFrame(page, preview)).toContain('Begin with {{{ or {{ and <b>');
  await expectAccessibleAround(page);
  await page.keyboard.press('Control+s');
  await page.getByText('All changes saved').waitFor();
  const data = { name: 'Dana', email: 'dana@example.com' };
  const sent = await admin.service.call('POST', '/entry/submit', { body: { form, data } });
  expect(sent.body.uiActions[0].html).toContain('Ends in {{');
  expect(smtp.emails.map(({ headers }) => headers.get('subject'))).toEqual([expect.stringMatching(/^Use \{\{ here: /)]);
  expect(smtp.emails[0]?.text).toContain('Begin with {{{ or {{ and <b>');
  expect(smtp.emails[0]?.html).toContain('Begin with {{{ or {{ and &lt;b&gt;');
  // As it was typed, after a reload too; and it is not written again by looking at it.
  await page.reload();
  await expect.poll(() => subject.innerText()).toContain('Use {{ here: ');
  await page.getByText('All changes saved').waitFor();

  // Closed, it is an expression; one that cannot be read is named at its place, and is not sent as it is.
  await write(subject, '{{ model. }} ');
  await page.keyboard.press('Control+s');
  await page.getByRole('region', { name: 'Problems' }).getByText('Fix before saving (1)').waitFor();
  await expectAccessibleAround(page);
  expect(faults.filter((fault) => !fault.includes('400'))).toEqual([]);
  await context.close();
});
