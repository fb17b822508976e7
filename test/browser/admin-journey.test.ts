// The whole journey through one installation, as people make it: the setup link, an options set, a form that uses it, an email,
// the fill link in somebody else's browser, the entry found, edited, exported and counted. And sessions that end on the way.
import { readFileSync } from 'node:fs';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareFirstUser } from '../../src/server/identity/create-user.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { openBrowser, type TestBrowser } from '../support/browser.ts';
import { makeForm, root } from '../support/entries.ts';
import { collectFaults } from '../support/page-faults.ts';
import { startService, type TestService } from '../support/service.ts';
import { startSmtp, type TestSmtp } from '../support/smtp.ts';
import { type JourneyTexts, journeyTexts } from './journey-texts.ts';

const publicUrl = 'http://forms.test';
const password = 'a long phrase';

let smtp: TestSmtp;
let service: TestService;
let browser: TestBrowser;
beforeAll(async () => {
  smtp = await startSmtp();
  service = await startService({ PUBLIC_URL: publicUrl, SMTP_URL: smtp.url }, { keepsPort: true });
  browser = await openBrowser({ proxied: { publicUrl, url: service.url } });
});
afterAll(async () => {
  await browser?.close();
  await service?.close();
  await smtp?.close();
});

interface Tab {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly faults: string[];
}

async function visit(address: string, options: BrowserContextOptions = {}): Promise<Tab> {
  const context = await browser.newKeptContext(publicUrl, { reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  const faults = collectFaults(page);
  await page.goto(address);
  return { page, context, faults };
}

const wide = { viewport: { width: 1280, height: 900 } };
const narrow = { viewport: { width: 360, height: 740 }, hasTouch: true };

for (const [locale, size, label] of [
  ['en-GB', wide, '[heavy] '],
  ['he-IL', narrow, ''],
] as const) {
  test(`[management] ${label}journey: from the setup link to answers that are read: ${locale}, ${size.viewport.width} px`, {
    timeout: 240_000,
  }, async () => {
    const w = journeyTexts[locale];
    await service.services.db.sql`delete from users`;
    smtp.emails.length = 0;
    const { setupUrl = '' } = await prepareFirstUser(service.services);
    const owner = await visit(setupUrl, { locale, ...size });
    await makeFirstUser(owner.page, w);
    await makeOptionsSet(owner.page, w);
    await makeBlankForm(owner.page, w);
    await buildForm(owner.page, w);
    await addEmail(owner.page, w);
    const fillLink = await shareForm(owner.page, w);
    await expectSaved(owner.context, fillLink, w);

    const person = await visit(fillLink, { locale, ...narrow });
    await fillForm(person.page, w);
    expect(person.faults).toEqual([]);
    await person.context.close();

    const entry = await readEmail(w);
    await findEntry(owner.page, w);
    await editEntry(owner.page, w);
    await exportEntries(owner.page, w, entry);
    await lookAtInsight(owner.page, w);
    expect(smtp.emails.length).toBe(1);
    expect(owner.faults).toEqual([]);
    await owner.context.close();
  });
}

test('[management] session: an expired session: the builder saves after signing in over the page; an entry’s link leads to it', async () => {
  const alice = await service.person('session@example.com');
  const form = await makeForm(
    service,
    { name: 'Trip', formSchema: { rootElem: root({ type: 'fInput', name: 'where', label: 'Where to?' }) } },
    alice.key,
  );
  const submitted = await service.call('POST', '/entry/submit', {
    key: alice.key,
    body: { form, data: { where: 'Acre' } },
  });
  const cookies = [{ name: 'formstead_session', value: alice.token, url: publicUrl }];
  const storageState = { cookies: cookies as never, origins: [] };
  const { page, context, faults } = await visit(`${publicUrl}/admin/forms/${form}/`, { ...wide, storageState });
  await page.getByRole('treeitem', { name: 'Where to?' }).click();
  await page.getByLabel('Label', { exact: true }).fill('Where are ');
  await context.clearCookies();
  await page.getByLabel('Label', { exact: true }).pressSequentially('you going?');
  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('dialog', { name: 'Please sign in again' });
  await dialog.waitFor();
  await expectAccessible(page);
  const savedLabel = async () =>
    (await service.call('GET', `/form/${form}`, { key: alice.key })).body.formSchema.rootElem.children[0].label;
  expect(await savedLabel()).toBe('Where to?');
  await dialog.getByLabel('Password', { exact: true }).fill(alice.password);
  await page.keyboard.press('Enter');
  await page.getByText('All changes saved').waitFor();
  await expect.poll(() => page.getByLabel('Label', { exact: true }).inputValue()).toBe('Where are you going?');
  expect(await savedLabel()).toBe('Where are you going?');

  await context.clearCookies();
  const { editUrl } = submitted.body.entry;
  await page.goto(editUrl);
  await page.getByLabel('Email').fill(alice.email);
  await page.getByLabel('Password', { exact: true }).fill(alice.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Entry 1', level: 1 }).waitFor();
  await expect.poll(() => shownAnswers(page)).toEqual(['Acre']);
  expect(page.url()).toBe(editUrl);
  // A refused request is an error of the console, and of nothing else.
  expect(faults).toEqual([expect.stringContaining('401')]);
  await context.close();
});

async function makeFirstUser(page: Page, w: JourneyTexts): Promise<void> {
  await expectAccessible(page);
  await page.getByLabel(w.yourName).fill(w.owner);
  await page.getByLabel(w.email).fill(w.ownerEmail);
  await page.getByLabel(w.password).fill(password);
  await page.getByRole('button', { name: w.makeUser }).click();
  await page.getByRole('heading', { name: w.firstForm }).waitFor();
  expect(page.url()).toBe(`${publicUrl}/admin/`);
  await expectAccessible(page);
}

async function makeOptionsSet(page: Page, w: JourneyTexts): Promise<void> {
  await page.getByRole('navigation', { name: w.mainMenu }).getByRole('link', { name: w.sets }).click();
  await page.getByRole('heading', { name: w.noSets }).waitFor();
  await page.getByRole('button', { name: w.newSet }).first().click();
  await page.getByRole('dialog').getByLabel(w.setName).fill(w.towns);
  await page.getByRole('button', { name: w.create }).click();
  await page.getByRole('heading', { name: w.towns, level: 1 }).waitFor();
  await page.getByLabel(w.optionsBox).fill(w.townColumn.join('\n'));
  await page.getByRole('button', { name: w.addOptions }).click();
  await page.getByText(w.optionsAdded).first().waitFor();
  await expectAccessible(page);
}

async function makeBlankForm(page: Page, w: JourneyTexts): Promise<void> {
  await page.getByRole('navigation', { name: w.mainMenu }).getByRole('link', { name: w.forms }).click();
  await page.getByRole('link', { name: w.chooseStart }).click();
  await page.getByRole('button', { name: w.blank }).click();
  await page.getByLabel(w.formName).fill(w.form);
  await page.getByRole('button', { name: w.makeForm }).click();
  await page.getByText(w.whatToAsk).waitFor();
  await expectAccessible(page);
}

async function buildForm(page: Page, w: JourneyTexts): Promise<void> {
  const parts = page.getByRole('group', { name: w.partsOfBuilder });
  /** On a phone the builder shows one part at a time. */
  const turnTo = async (part: string) => {
    if (await parts.isVisible()) await parts.getByRole('button', { name: part, exact: true }).click();
  };
  const add = async (kind: string, label: string) => {
    await turnTo(w.addPart);
    await page.getByRole('region', { name: w.addPart }).getByRole('button', { name: kind }).click();
    await page.keyboard.type(label);
  };
  const chooseLine = async (name: string) => {
    await turnTo(w.formPart);
    await page.getByRole('treeitem', { name }).click();
  };
  await add(w.shortText, w.name);
  await page.getByRole('combobox', { name: w.mustBeFilled, exact: true }).selectOption({ label: w.yes });
  await add(w.yesOrNo, w.staying);
  await add(w.shortText, w.nights);
  await page.getByLabel(w.shown, { exact: true }).selectOption({ label: w.when });
  const condition = page.getByRole('group', { name: w.shown });
  await condition.getByLabel(w.conditionField).selectOption({ label: w.staying });
  await condition.getByLabel(w.conditionTest).selectOption({ label: w.isChecked });
  await expectAccessible(page);
  await add(w.repeatingRows, w.children);
  await chooseLine(w.addAtEndOfChildren);
  await add(w.shortText, w.childName);
  await chooseLine(w.addAtEndOfForm);
  await add(w.dropdown, w.town);
  await page.getByLabel(w.optionsFrom).selectOption({ label: w.optionsSet });
  await page.getByRole('list', { name: w.chooseSet }).getByRole('button', { name: w.towns }).click();
  await page.getByText(w.townCount, { exact: true }).waitFor();
  await expectAccessible(page);
  await save(page, w);
}

async function save(page: Page, w: JourneyTexts): Promise<void> {
  await page.getByRole('button', { name: w.save, exact: true }).click();
  await page.getByText(w.allSaved).waitFor();
}

async function addEmail(page: Page, w: JourneyTexts): Promise<void> {
  await page.getByRole('link', { name: w.afterSending }).click();
  await page.locator('.after-more > summary').click();
  await page.getByRole('button', { name: w.addAnEmail }).click();
  await page.getByRole('menuitem', { name: w.noteToMe }).click();
  const email = page.getByRole('group', { name: w.email1, exact: true });
  await email.getByRole('textbox', { name: w.recipient1 }).fill('desk@example.com');
  // Questions are found by their labels.
  const subject = email.getByRole('textbox', { name: w.subject });
  await subject.fill(`${w.newGuest}: `);
  const line = email.locator('.chip-line').filter({ has: page.getByRole('textbox', { name: w.subject }) });
  await line.getByRole('button', { name: w.insertAnswer }).click();
  await page.keyboard.type(w.name);
  await page.keyboard.press('Enter');
  await expect.poll(() => subject.locator('.answer-chip').allTextContents()).toEqual([w.name]);
  const preview = email.getByRole('group', { name: w.previewOfEmail1 });
  await preview.getByText('desk@example.com').waitFor();
  await preview.getByText(new RegExp(`^${w.newGuest}: [^{}]+$`)).waitFor();
  // axe cannot look into a frame without scripts.
  await page.evaluate(`document.querySelectorAll('.html-preview').forEach((frame) => (frame.hidden = true))`);
  await page.evaluate('scrollTo(0, 0)');
  await expectAccessible(page);
  await save(page, w);
}

async function shareForm(page: Page, w: JourneyTexts): Promise<string> {
  await page.getByRole('navigation', { name: w.formPages }).getByRole('link', { name: w.share }).click();
  const link = await page.getByLabel(w.fillLink, { exact: true }).inputValue();
  await expectAccessible(page);
  return link;
}

/** What was built, as the API tells it. */
async function expectSaved(context: BrowserContext, fillLink: string, w: JourneyTexts): Promise<void> {
  const [session] = await context.cookies();
  const call = (path: string) => service.call('GET', path, { token: session!.value });
  const { formSchema, postSubmit } = (await call(`/form/${fillLink.split('/').at(-2)}`)).body;
  const set = (await call('/optionsSet')).body.data.find(({ name }: { name: string }) => name === w.towns).id;
  const [name, staying, nights, children, childName, town] = w.dataNames;
  const setUrl = `/v1.0/optionsSet/${set}`;
  expect(formSchema.rootElem.children).toEqual([
    { type: 'fInput', name, label: w.name, reqValidator: true },
    { type: 'fBool', name: staying, label: w.staying },
    { type: 'fInput', name: nights, label: w.nights, relevant: `model.${staying}` },
    {
      type: 'cRepeat',
      name: children,
      label: w.children,
      children: [{ type: 'fInput', name: childName, label: w.childName }],
    },
    {
      type: 'fSelect',
      name: town,
      label: w.town,
      options: { url: `${setUrl}/autocomplete`, qs: '{ term: term }' },
      validators: [
        {
          type: 'remote',
          req: { url: `${setUrl}/validate`, qs: '{ value: value }' },
          res: 'res.data.isValid',
          message: w.fromTheList,
        },
      ],
    },
  ]);
  const email = {
    to: ['desk@example.com'],
    subject: `${w.newGuest}: {{ model.${name} }}`,
    html: expect.stringContaining('{{ data.entry.editUrl }}'),
  };
  expect(postSubmit).toEqual({ ui: [], emails: [email], renders: [] });
}

async function fillForm(page: Page, w: JourneyTexts): Promise<void> {
  await page.getByRole('heading', { name: w.form }).waitFor();
  await page.getByRole('button', { name: w.submit }).click();
  await page.getByText(w.cannotBeEmpty).first().waitFor();
  await page.getByRole('textbox', { name: w.name, exact: true }).fill(w.guest);
  await expect.poll(() => page.getByLabel(w.nights).count()).toBe(0);
  await page.getByLabel(w.staying).check();
  await page.getByLabel(w.nights).fill(w.twoNights);
  await page.getByRole('group', { name: w.children }).getByRole('button', { name: w.addRow }).click();
  await page.getByLabel(w.childName).first().fill(w.child);
  const town = page.getByRole('combobox', { name: w.town });
  await town.pressSequentially(w.typedTown);
  await page.getByRole('option', { name: w.chosenTown }).click();
  await expect.poll(() => town.inputValue()).toBe(w.chosenTown);
  await expectAccessible(page);
  await page.getByRole('button', { name: w.submit }).click();
  await page.getByText(w.thanks).waitFor();
  await expectAccessible(page);
}

/** The email that was sent tells what was answered, and where the entry is. */
async function readEmail(w: JourneyTexts): Promise<string> {
  await expect.poll(() => smtp.emails.length, { timeout: 180_000 }).toBe(1);
  const { recipients, headers, text = '' } = smtp.emails[0]!;
  expect([recipients, headers.get('subject')]).toEqual([['desk@example.com'], `${w.newGuest}: ${w.guest}`]);
  expect(text.split('\n').slice(2, 10)).toEqual([
    `${w.name}: ${w.guest}`,
    `${w.staying} ${w.yes}`,
    `${w.nights} ${w.twoNights}`,
    '',
    `${w.children}:`,
    `1. ${w.childName}: ${w.child}`,
    `${w.town}: ${w.chosenTown}`,
    '',
  ]);
  const address = new RegExp(`${publicUrl}/admin/entries/[0-9a-f]{24}/([0-9a-f]{24})/`);
  return address.exec(text)?.[1] ?? text;
}

async function findEntry(page: Page, w: JourneyTexts): Promise<void> {
  await page.getByRole('navigation', { name: w.formPages }).getByRole('link', { name: w.entries }).click();
  await page.getByRole('link', { name: w.entry1 }).waitFor();
  await page.getByLabel(w.find).fill(w.townColumn[0]!);
  await page.getByText(w.noRowHasIt).first().waitFor();
  await page.getByLabel(w.find).fill(w.chosenTown);
  await expectAccessible(page);
  await page.getByRole('link', { name: w.entry1 }).click();
  await page.getByRole('heading', { name: w.entry1, level: 1 }).waitFor();
}

async function editEntry(page: Page, w: JourneyTexts): Promise<void> {
  const form = page.frameLocator('iframe');
  await expect.poll(() => shownAnswers(page)).toEqual([w.guest, w.yes, w.twoNights, w.child, w.chosenTown]);
  const history = page.getByRole('listitem').filter({ hasText: w.edited });
  await expect.poll(() => history.count()).toBe(0);
  await page.getByText(`${w.newGuest}: ${w.guest}`).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: w.edit }).click();
  await page.getByRole('region', { name: w.editing }).waitFor();
  await form.getByLabel(w.nights).fill(w.threeNights);
  await page.getByRole('button', { name: w.saveChanges }).click();
  await history.getByText(w.byYou).waitFor();
  await expect.poll(() => shownAnswers(page)).toEqual([w.guest, w.yes, w.threeNights, w.child, w.chosenTown]);
  await expectAccessible(page);
}

/** Of the sheet. */
function shownAnswers(page: Page): Promise<string[]> {
  return page.locator('.sheet dd, .sheet td').allTextContents();
}

async function exportEntries(page: Page, w: JourneyTexts, entry: string): Promise<void> {
  await page.getByRole('link', { name: w.entriesOfForm }).click();
  await page.getByRole('button', { name: w.export }).click();
  const dialog = page.getByRole('dialog', { name: w.exportEntries });
  await dialog.getByLabel(w.csv).check();
  await dialog.getByLabel(w.asStored).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: w.export }).click();
  const link = dialog.getByRole('link', { name: w.downloadFile });
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`;
  const titles = [w.name, w.staying, w.nights, w.childName, w.town];
  const [head, row, ...rest] = readFileSync(await download.path(), 'utf8').split('\r\n');
  expect(head).toBe(`\ufeffid,idx,status,createTime,modifyTime,submitTime,${titles.join(',')}`);
  const answers = [w.guest, 'true', w.threeNights, w.child, w.chosenTown].join(',');
  expect(row).toMatch(new RegExp(`^${entry},1,submitted,${time},${time},${time},${answers}$`));
  expect(rest).toEqual(['']);
  await dialog.getByRole('button', { name: w.close }).first().click();
}

async function lookAtInsight(page: Page, w: JourneyTexts): Promise<void> {
  await page.getByRole('navigation', { name: w.formPages }).getByRole('link', { name: w.insight }).click();
  await page.getByText(w.oneEntry).first().waitFor();
  await page.getByRole('heading', { name: w.staying }).waitFor();
  await expectAccessible(page);
}
