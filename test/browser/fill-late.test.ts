// What somebody does while something is on its way: a file, a search, a check of another server, the entry itself.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asAlice, makeForm, root } from '../support/entries.ts';
import { shownMessages, submit, thanks } from '../support/fill-page.ts';
import { type FormTest, startFormTest } from '../support/form-test.ts';
import type { TestService } from '../support/service.ts';

let service: TestService;
let openForm: FormTest['openForm'];
let close: FormTest['close'];
beforeAll(async () => {
  ({ service, openForm, close } = await startFormTest());
});
afterAll(() => close());

const entries = async (form: string) => {
  const { key } = service.people.alice;
  const { body } = await service.call('GET', '/entry', { key, query: { query: { form } } });
  return body.data.map((entry: { status: string; data: unknown }) => [entry.status, entry.data]);
};
const newForm = (more: object, ...elements: object[]) =>
  makeForm(service, { formSchema: { rootElem: root(...elements) }, ...more });
const text = (name: string, label: string, more: object = {}) => ({ type: 'fInput', name, label, ...more });
const docs = (more: object = {}) => ({ type: 'fFile', name: 'docs', label: 'Documents', ...more });
const section = (name: string, ...children: object[]) => ({ type: 'cSection', name, label: name, children });
const inRows = (...children: object[]) => ({ type: 'cRepeat', name: 'rows', label: 'Rows', children });
const fourRows = (form: string) => {
  const rows = ['a', 'b', 'c', 'd'].map((t) => ({ t }));
  return `/f/${form}/?data=${encodeURIComponent(JSON.stringify({ rows }))}`;
};

const storage = '**/storage/';
const choose = (page: Page, ...names: string[]) => chooseIn(page, "model['docs']", ...names);
const chooseIn = async (page: Page, path: string, ...names: string[]) => {
  const files = names.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) }));
  await page.setInputFiles(`[data-path="${path}"] .file-input`, files);
};
const onItsWay = '[role=progressbar]';
const arrived = '.file-name a';
const rowCount = (page: Page) => page.locator('.rows > .card').count();
const removeRow = (page: Page, at: number) =>
  page
    .getByRole('button', { name: new RegExp(`^Remove .*${at}$`) })
    .first()
    .click();

/** Requests wait until the function it answers is called. */
async function hold(page: Page, url: string): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    await held;
    await route.continue().catch(() => {});
  });
  return release;
}

async function citySet(...values: string[]): Promise<string> {
  const { key } = service.people.alice;
  const { body } = await service.call('POST', '/optionsSet', { key, body: { name: 'Cities' } });
  const options = values.map((value) => ({ value }));
  await service.call('POST', `/optionsSet/${body.id}/addOptions`, { key, body: { options } });
  return `/v1.0/optionsSet/${body.id}`;
}

test('[fill-links.search] rows go while words are looked up: what is found is for the row in which they were typed, or for none', async () => {
  const options = { url: `${await citySet('Haifa', 'Holon')}/autocomplete`, qs: '{term: term}' };
  const form = await newForm({}, inRows(text('t', 'Text'), { type: 'fSelect', name: 's', label: 'City', options }));
  const { page, close: closePage } = await openForm(form, {}, fourRows(form));
  await page.waitForSelector('input#f-rows-3-s');
  const release = await hold(page, '**/autocomplete*');
  await page.fill('#f-rows-1-s', 'Haifa');
  await page.fill('#f-rows-2-s', 'Holon');
  // The row above the first, and the one of the second.
  await removeRow(page, 1);
  await expect.poll(() => rowCount(page)).toBe(3);
  await removeRow(page, 2);
  await expect.poll(() => rowCount(page)).toBe(2);
  await submit(page);
  await page.waitForSelector('button.primary:text-is("Sending…")');
  release();
  await thanks(page);
  expect(await entries(form)).toEqual([['submitted', { rows: [{ t: 'b', s: 'Haifa' }, { t: 'd' }] }]]);
  await closePage();
});

test('[fill-links.signature] a name typed as soon as its box was asked for, and Enter right after the last letter: it is signed', async () => {
  const form = await newForm({}, { type: 'fSign', name: 'sign', label: 'Signature', reqValidator: true });
  const { page, close: closePage } = await openForm(form);
  const button = page.getByRole('button', { name: 'Type my name instead' });
  await button.waitFor();
  // The focus is in the box before the next frame.
  const focused = `(document.querySelector('.sign-tools button').click(),
    Promise.resolve().then(() => {}).then(() => document.activeElement.id))`;
  expect(await page.evaluate(focused)).toBe('f-sign-name');
  await page.keyboard.insertText('Ada');
  await page.keyboard.press('Enter');
  expect(await thanks(page)).not.toContain('not sent');
  expect(await entries(form)).toEqual([['submitted', { sign: expect.anything() }]]);
  await closePage();
});

test('[fill-links.steps] the next step does not wait for the file of a required field; the submit does', async () => {
  const form = await newForm(
    { display: 'steps' },
    section('one', docs({ reqValidator: true })),
    section('two', text('name', 'Name')),
  );
  const { page, close: closePage } = await openForm(form);
  await page.waitForSelector('.file-zone');
  await submit(page);
  await expect.poll(async () => (await shownMessages(page)).length).toBe(1);
  const release = await hold(page, storage);
  await choose(page, 'a.txt');
  await page.waitForSelector(onItsWay);
  await expect.poll(() => shownMessages(page)).toEqual([]);
  await submit(page);
  await page.waitForSelector('.step-title:has-text("two")');
  await submit(page);
  await page.waitForSelector('button.primary:text-is("Sending…")');
  release();
  await thanks(page);
  expect(await entries(form)).toMatchObject([['submitted', { docs: [{ name: 'a.txt' }] }]]);
  await closePage();
});

test('[fill-links.steps] Next pressed twice while another server is asked: one step on, and one press of Back leads back', async () => {
  const remote = {
    type: 'remote',
    req: { url: `${await citySet('Haifa')}/validate`, qs: '{ value: value }' },
    res: 'res.data.isValid',
    message: 'No such city.',
  };
  const form = await newForm(
    { display: 'steps' },
    section('one', text('city', 'City', { validators: [remote] })),
    section('two', text('name', 'Name')),
  );
  const { page, close: closePage } = await openForm(form);
  await page.fill('#f-city', 'Haifa');
  const before = await page.evaluate('history.length');
  const release = await hold(page, '**/validate*');
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('/validate')) asked += 1;
  });
  page.on('requestfinished', (request) => {
    if (request.url().includes('/validate')) asked -= 1;
  });
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect.poll(() => asked).toBe(2);
  release();
  await page.waitForSelector('.step-title:has-text("two")');
  await expect.poll(() => asked).toBe(0);
  expect(await page.evaluate('history.length')).toBe(Number(before) + 1);
  await page.click('button.back');
  await page.waitForSelector('.step-title:has-text("one")');
  await closePage();
});

test('[fill-links.files.unsent] a file chosen while the entry is sent: an earlier version was received, and the changed one can be sent as well', async () => {
  const form = await newForm({}, text('name', 'Name'), docs());
  const { page, close: closePage } = await openForm(form);
  await page.waitForSelector('.file-zone');
  const releaseEntry = await hold(page, '**/submit*');
  const releaseFile = await hold(page, storage);
  await page.fill('#f-name', 'Ada');
  const sent = page.waitForRequest('**/submit*');
  const answered = page.waitForResponse('**/submit*');
  await submit(page);
  await sent;
  await choose(page, 'a.txt');
  await page.waitForSelector(onItsWay);
  releaseEntry();
  await answered;
  releaseFile();
  expect(await thanks(page)).toContain('What you changed after that was not sent.');
  await page.unroute('**/submit*');
  await page.click('.thank-you button');
  await expect.poll(() => entries(form)).toHaveLength(2);
  expect(JSON.stringify(await entries(form))).toContain('a.txt');
  await closePage();
});

test('[fill-links.files.unsent] a submit without a network, and a file chosen since: with a network again the page still offers to send', async () => {
  const form = await newForm({}, text('name', 'Name'), docs());
  const { page, close: closePage } = await openForm(form);
  await page.waitForSelector('.file-zone');
  // The code that sends is there by then.
  await choose(page, 'first.txt');
  await page.waitForSelector(arrived);
  await page.fill('#f-name', 'Ada');
  await page.context().setOffline(true);
  await submit(page);
  await page.waitForSelector('.finish .notice.error');
  await choose(page, 'later.txt');
  await page.waitForSelector('.file-row.is-failed');
  await page.context().setOffline(false);
  await expect.poll(() => page.locator(arrived).count()).toBe(2);
  await page.click('.finish .notice.error button');
  await thanks(page);
  const files = [{ name: 'first.txt' }, { name: 'later.txt' }];
  expect(await entries(form)).toMatchObject([['submitted', { name: 'Ada', docs: files }]]);
  await closePage();
});

test('[fill-links.files.unsent] a row above goes and comes back: files that failed, and words that chose nothing, are those of their rows', async () => {
  const options = Array.from({ length: 60 }, (_, at) => [`v${at}`, `Option ${at}`]);
  const form = await newForm(
    {},
    inRows(text('t', 'Text'), docs(), { type: 'fSelect', name: 's', label: 'Option', options }),
  );
  const { page, close: closePage } = await openForm(form, {}, fourRows(form));
  const inRow = (at: number, name: string) => `model['rows'][${at}]['${name}']`;
  await page.waitForSelector('#f-rows-3-docs');
  await page.route(storage, (route) => route.abort());
  await chooseIn(page, inRow(2, 'docs'), 'c.txt');
  await chooseIn(page, inRow(3, 'docs'), 'd.txt');
  await page.fill('#f-rows-2-s', 'yyy');
  await page.fill('#f-rows-3-s', 'zzz');
  await page.focus('#f-rows-0-t');
  await expect.poll(() => page.locator('.file-row.is-failed').count()).toBe(2);
  await removeRow(page, 1);
  await expect.poll(() => rowCount(page)).toBe(3);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => rowCount(page)).toBe(4);
  const shown = `[...document.querySelectorAll('.rows > .card')].map((card) =>
    [...[...card.querySelectorAll('.control')].map(({ value }) => value),
      ...[...card.querySelectorAll('.file-row .file-name')].map((name) => name.textContent)])`;
  const rows = [
    ['a', ''],
    ['b', ''],
    ['c', 'yyy', 'c.txt'],
    ['d', 'zzz', 'd.txt'],
  ];
  await expect.poll(() => page.evaluate(shown)).toEqual(rows);
  await submit(page);
  await page.waitForSelector('.summary');
  const paths = [inRow(2, 'docs'), inRow(2, 's'), inRow(3, 'docs'), inRow(3, 's')];
  await expect.poll(async () => (await shownMessages(page)).map(([path]) => path)).toEqual(paths);
  expect(await entries(form)).toEqual([]);
  await closePage();
});

test('[fill-links.files.unsent] started over and brought back: files that are not there are named until they are chosen again', async () => {
  const form = await newForm({}, text('name', 'Name'), docs());
  const { page, close: closePage } = await openForm(form);
  await page.waitForSelector('.file-zone');
  await page.route(storage, () => {});
  await page.fill('#f-name', 'Ada');
  // Its name begins with a mark of direction.
  const late = '\u200fמסמך.txt';
  await choose(page, late);
  await page.waitForSelector(onItsWay);
  await page.reload();
  const faults = () => page.locator('.file-fault').count();
  const startOverAndBack = async () => {
    await page.getByRole('button', { name: 'Start over' }).click();
    await expect.poll(() => page.inputValue('#f-name')).toBe('');
    await page.getByRole('button', { name: 'Bring it back' }).click();
    await expect.poll(() => page.inputValue('#f-name')).toBe('Ada');
  };
  await expect.poll(faults).toBe(1);
  await startOverAndBack();
  await expect.poll(faults).toBe(1);
  // Also one that is on its way meanwhile.
  await choose(page, 'b.txt');
  await page.waitForSelector(onItsWay);
  await startOverAndBack();
  await expect.poll(faults).toBe(2);
  await page.unroute(storage);
  await choose(page, late, 'b.txt');
  await expect.poll(() => page.locator(arrived).count()).toBe(2);
  await expect.poll(faults).toBe(0);
  await submit(page);
  await thanks(page);
  expect(await entries(form)).toMatchObject([['submitted', { docs: [{}, { name: 'b.txt' }] }]]);
  await closePage();
});

test('[fill-links.changed-form] the new form names a file that was on its way in the one before', async () => {
  const form = await newForm({}, text('name', 'Name'), docs());
  const { page, close: closePage } = await openForm(form);
  await page.waitForSelector('.file-zone');
  await page.fill('#f-name', 'Ada');
  const changed = { rootElem: root(text('name', 'Name'), text('more', 'More'), docs()) };
  await asAlice(service)('PATCH', `/form/${form}`, { formSchema: changed });
  await page.click('text=Save for later');
  await page.waitForSelector('.notice.warning');
  await page.route(storage, () => {});
  await choose(page, 'a.txt');
  await page.waitForSelector(onItsWay);
  await page.locator('.notice.warning button').click();
  await page.waitForSelector('#f-more');
  await page.waitForSelector('.file-row.is-refused:has-text("a.txt")');
  await closePage();
});
