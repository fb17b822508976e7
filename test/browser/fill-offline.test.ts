// Forms without a network: opened again, submitted, and sent once when the network is back, with the page or without.
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeForm, root } from '../support/entries.ts';
import { type FillTab, type FillTest, startFillTest, submit } from '../support/fill-page.ts';
import { takePicture } from '../support/picture.ts';

let fill: FillTest;
beforeAll(async () => {
  fill = await startFillTest();
});
afterAll(() => fill.close());

const rootElem = root(
  { type: 'fInput', name: 'name', label: 'Name', reqValidator: true },
  { type: 'fInput', name: 'code', label: 'Code', validators: [{ type: 'str/pattern', value: '^[a-z]+$' }] },
);
const newForm = (more: object = {}) => makeForm(fill.service, { name: 'Offline', formSchema: { rootElem }, ...more });

/** A first visit, after which the browser has all that the form needs. */
async function visit(form: string): Promise<FillTab> {
  const tab = await fill.open(`/f/${form}/`, { serviceWorkers: 'allow' });
  await tab.page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await expect.poll(() => keptPages(tab.page)).toContain(`/f/${form}/`);
  return tab;
}

const keptPages = (page: Page): Promise<string[]> =>
  page.evaluate(`caches.open('formstead-pages')
    .then((cache) => cache.keys()).then((keys) => keys.map(({ url }) => new URL(url).pathname))`);

const outbox = (page: Page): Promise<string[]> =>
  page.evaluate(`caches.open('formstead-outbox')
    .then((cache) => cache.keys()).then((keys) => keys.map(({ url }) => new URL(url).pathname.split('/')[2]))`);

/** Browsers without a window have no such thing, or find a network that the page has not: the event comes from syncNow. */
const noSync = `Object.defineProperty(ServiceWorkerRegistration.prototype, 'sync', { get: () => ({ register: async () => {} }) })`;

/** What the browser does when the network is back. */
async function syncNow(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  const registrations: { registrationId: string; scopeURL: string }[] = [];
  session.on('ServiceWorker.workerRegistrationUpdated', (event) => registrations.push(...event.registrations));
  await session.send('ServiceWorker.enable');
  await expect.poll(() => registrations.length).toBeGreaterThan(0);
  const { registrationId } = registrations.at(-1) as { registrationId: string };
  const sync = { origin: fill.service.url, registrationId, tag: 'formstead-outbox', lastChance: false };
  await session.send('ServiceWorker.dispatchSyncEvent', sync);
}

test('[fill-links.offline.open] after one visit a form opens without a network; with one it is never an old one', async () => {
  const form = await newForm();
  const starts = async () => {
    const { body } = await fill.service.call('GET', `/form/${form}`, { key: fill.service.people.alice.key });
    return body.starts ?? body.counts?.starts;
  };
  const { page, context, faults } = await visit(form);
  const before = await starts();
  await context.setOffline(true);
  await page.reload();
  await page.getByLabel('Name').fill('Dana');
  await page.getByLabel('Code').fill('A1');
  await submit(page);
  await page.locator('.summary').waitFor();
  expect(await starts()).toEqual(before);
  await context.setOffline(false);
  await fill.service.call('PATCH', `/form/${form}`, {
    key: fill.service.people.alice.key,
    body: { name: 'Offline', publicName: 'Another name' },
  });
  await page.reload();
  await page.getByRole('heading', { name: 'Another name' }).waitFor();
  expect(faults.filter((fault) => !/ERR_INTERNET_DISCONNECTED|Failed to fetch/.test(fault))).toEqual([]);
  await context.close();
});

test('[fill-links.offline.sent] sent without a network, the page closed: it goes out once, and the next page knows', async () => {
  const form = await newForm();
  const { page, context } = await visit(form);
  await page.evaluate(noSync);
  await context.setOffline(true);
  // One before it that does not get through.
  await page.evaluate(`caches.open('formstead-outbox').then((cache) => cache.put('/outbox/waiting/0',
    new Response('{"url":"http://127.0.0.1:1/","until":9e15}')))`);
  await page.getByLabel('Name').fill('Dana');
  await submit(page);
  await page.getByText('even if you close this page').waitFor();
  await takePicture(page, 'fill-queued-en');
  expect(await outbox(page)).toEqual(['waiting', 'waiting']);
  const other = await context.newPage();
  await page.close();
  await context.setOffline(false);
  await other.goto(`${fill.service.url}/health`);
  await syncNow(context, other);
  await expect.poll(() => fill.entries(form)).toEqual([['submitted', { name: 'Dana' }]]);
  await expect.poll(() => outbox(other)).toEqual(['waiting', 'sent']);
  await other.goto(`${fill.service.url}/f/${form}/`);
  await other.getByText('Thank you. The form was submitted.').waitFor();
  await other.reload();
  expect(await other.getByLabel('Name').inputValue()).toBe('');
  expect(await fill.entries(form)).toHaveLength(1);
  await context.close();
});

test('[fill-links.offline.sent] opened again without a network it still waits; what was refused is said by the next page', async () => {
  const form = await newForm();
  const { page, context } = await visit(form);
  await page.evaluate(noSync);
  await page.addInitScript(noSync);
  await context.setOffline(true);
  await page.getByLabel('Name').fill('Dana');
  await submit(page);
  await expect.poll(() => outbox(page)).toEqual(['waiting']);
  await page.reload();
  // Whether the browser knows that there is no network or not.
  await page.getByText('Trying again…').or(page.getByText('Try again')).first().waitFor();
  expect(await outbox(page)).toEqual(['waiting']);
  await page.goto('about:blank');
  const more = { ...rootElem, children: [...rootElem.children, { type: 'fInput', name: 'new', reqValidator: true }] };
  const { key } = fill.service.people.alice;
  await fill.service.call('PATCH', `/form/${form}`, { key, body: { formSchema: { rootElem: more } } });
  await context.setOffline(false);
  await page.goto(`${fill.service.url}/health`);
  // What the worker leaves of a send that is refused.
  await page.evaluate(`caches.open('formstead-outbox').then(async (cache) => {
    const [{ url }] = await cache.keys();
    await cache.put(url.replace('waiting', 'sent'), new Response('', { status: 400 }));
    await cache.delete(url);
  })`);
  await page.goto(`${fill.service.url}/f/${form}/`);
  await page.locator('.summary').waitFor();
  expect(await page.getByLabel('Name').inputValue()).toBe('Dana');
  await context.close();
});

test('[fill-links.offline.sent] what was changed after that is not sent by itself; the page sends it, once', async () => {
  const form = await newForm();
  const { page, context } = await visit(form);
  await context.setOffline(true);
  await page.getByLabel('Name').fill('Dana');
  await submit(page);
  await expect.poll(() => outbox(page)).toEqual(['waiting']);
  await page.getByLabel('Name').fill('Dana Levi');
  await expect.poll(() => outbox(page)).toEqual([]);
  await context.setOffline(false);
  await submit(page);
  await page.getByText('Thank you. The form was submitted.').waitFor();
  expect(await fill.entries(form)).toEqual([['submitted', { name: 'Dana Levi' }]]);
  await context.close();
});

test('[fill-links.offline.open] a form that keeps nothing on the device is not kept either', async () => {
  const form = await newForm({ access: { keepDraftOnDevice: false } });
  const other = await newForm();
  const filled = await newForm();
  const { page, context } = await visit(other);
  await page.reload();
  // What a link fills in is not kept with the form.
  await page.goto(`${fill.service.url}/f/${filled}/?data=${encodeURIComponent('{"name":"Secret"}')}`);
  await expect.poll(() => keptPages(page)).toEqual([`/f/${other}/`, `/f/${filled}/`]);
  const kept = `caches.match('/f/${filled}/').then((response) => response.text())`;
  expect(await page.evaluate(kept)).not.toContain('Secret');
  await page.goto(`${fill.service.url}/f/${form}/`);
  await page.getByLabel('Name').waitFor();
  expect(await keptPages(page)).toEqual([`/f/${other}/`, `/f/${filled}/`]);
  await context.close();
});
