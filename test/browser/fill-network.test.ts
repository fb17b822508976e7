// Slow, broken and missing networks, impatient people and closed tabs: one entry, and nothing typed is lost.
import type { Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { asAlice, makeForm, root } from '../support/entries.ts';
import { type FillTab, type FillTest, phone, startFillTest, submit, thanks } from '../support/fill-page.ts';

let fill: FillTest;
beforeAll(async () => {
  fill = await startFillTest();
});
afterAll(() => fill.close());

const rootElem = root(
  { type: 'fInput', name: 'name', label: 'Name', reqValidator: true },
  { type: 'fInput', name: 'n', label: 'Number', typeValidator: 'num', initialValue: 1 },
  { type: 'fSign', name: 'sign', label: 'Signature', relevant: 'model.n == 99' },
);
const newForm = (more: object = {}) => makeForm(fill.service, { name: 'Net', formSchema: { rootElem }, ...more });
const submits = '**/v1.0/entry/**submit*';

test('[fill-links.lost-response] a double click makes one entry', async () => {
  const form = await newForm();
  const { page, context } = await fill.open(`/f/${form}/`);
  await page.fill('#f-name', 'Ada');
  await page.dblclick('button.primary');
  await page.keyboard.press('Enter');
  await thanks(page);
  expect((await fill.entries(form)).length).toBe(1);
  await context.close();
});

test('[fill-links.lost-response] a response that gets lost, and a gateway that fails, still make one entry', async () => {
  const form = await newForm();
  const { page, context } = await fill.open(`/f/${form}/`);
  let calls = 0;
  await page.route(submits, async (route: Route) => {
    calls++;
    if (calls === 1) {
      await route.fetch();
      await route.abort('connectionreset');
    } else if (calls === 2) await route.fulfill({ status: 504, contentType: 'text/html', body: '<h1>Gateway</h1>' });
    else await route.continue();
  });
  await page.fill('#f-name', 'Ada');
  await submit(page);
  await page.waitForSelector('text=This is taking longer than usual. Trying again…');
  await thanks(page);
  expect([calls, await fill.entries(form)]).toEqual([3, [['submitted', { name: 'Ada', n: 1 }]]]);
  await context.close();
});

test('[fill-links.lost-response] a draft whose response got lost is known to be submitted', async () => {
  const form = await newForm();
  const draft = (await asAlice(fill.service)('POST', '/entry/save', { form, data: { name: 'Ada' } })).body.entry;
  const { page, context } = await fill.open(`/e/${draft.id}/?b=${draft.bewit}`);
  let calls = 0;
  await page.route(submits, async (route: Route) => {
    calls++;
    if (calls > 1) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await submit(page);
  expect(await thanks(page)).toBe('Thank you. The form was submitted.');
  await context.close();
});

/** The next send reaches the server or not; its response never comes, and the page is offline. */
async function loseResponse(
  { page, context }: FillTab,
  { arrives }: { arrives: boolean },
  action = submit,
): Promise<void> {
  const sends = /\/v1\.0\/entry\/.*(submit|save)/;
  await page.route(sends, async (route: Route) => {
    if (arrives) await route.fetch();
    await context.setOffline(true);
    await route.abort();
  });
  await action(page);
  await page.waitForSelector('text=What you typed is kept on this device.');
  await page.unroute(sends);
}

const earlier = 'We received your answers as you sent them first. What you changed after that was not sent.';

test('[fill-links.lost-response] answers changed after a lost response: the first version counts, and the person is told', async () => {
  const form = await newForm();
  const tab = await fill.open(`/f/${form}/`, phone);
  const { page, context } = tab;
  await page.fill('#f-name', 'Ada');
  await loseResponse(tab, { arrives: true });
  await page.fill('#f-name', 'Grace');
  await context.setOffline(false);
  await submit(page);
  expect(await thanks(page)).toContain(earlier);
  await expectAccessible(page);
  expect(await fill.entries(form)).toEqual([['submitted', { name: 'Ada', n: 1 }]]);
  await expect.poll(() => page.evaluate('localStorage.length')).toBe(0);
  // Whoever wants the changes to count too says so, and makes a second entry.
  await page.click('text=Send the changed answers too');
  await expect.poll(() => page.textContent('.thank-you')).toBe('Thank you. The form was submitted.');
  expect(await fill.entries(form)).toEqual([
    ['submitted', { name: 'Ada', n: 1 }],
    ['submitted', { name: 'Grace', n: 1 }],
  ]);
  await context.close();
});

test('[fill-links.lost-response] answers changed after an attempt that never arrived are what is sent', async () => {
  const form = await newForm();
  const tab = await fill.open(`/f/${form}/`);
  const { page, context } = tab;
  await page.fill('#f-name', 'Ada');
  await loseResponse(tab, { arrives: false });
  await page.fill('#f-name', 'Grace');
  await context.setOffline(false);
  await submit(page);
  expect(await thanks(page)).toBe('Thank you. The form was submitted.');
  expect(await fill.entries(form)).toEqual([['submitted', { name: 'Grace', n: 1 }]]);
  await context.close();
});

test('[fill-links.lost-response] after a reload, with a redirect to come: told first, then on', async () => {
  const postSubmit = { ui: [{ type: 'redirect', redirectOptions: { url: 'https://example.com/{{ model.name }}' } }] };
  const form = await newForm({ locale: 'he', postSubmit });
  const { page, context } = await fill.open(`/f/${form}/`);
  await page.route(submits, async (route: Route) => {
    await route.fetch();
    await route.abort();
  });
  await page.fill('#f-name', 'Ada');
  await submit(page);
  await page.waitForSelector('text=מנסה שוב');
  await page.unroute(submits);
  await page.reload();
  await page.fill('#f-name', 'Grace');
  await submit(page);
  expect(await thanks(page)).toContain('התשובות התקבלו כפי שנשלחו בפעם הראשונה.');
  await expect.poll(() => page.getAttribute('.thank-you a', 'href')).toBe('https://example.com/Ada');
  await expectAccessible(page);
  expect((await fill.entries(form)).length).toBe(1);
  await context.close();
});

test('[fill-links.lost-response] a save whose response got lost is the draft that is submitted then', async () => {
  const form = await newForm();
  const tab = await fill.open(`/f/${form}/`);
  const { page, context } = tab;
  await page.fill('#f-name', 'Ada');
  await loseResponse(tab, { arrives: true }, (one) => one.click('text=Save for later'));
  await page.fill('#f-name', 'Grace');
  await context.setOffline(false);
  await submit(page);
  expect(await thanks(page)).toBe('Thank you. The form was submitted.');
  expect(await fill.entries(form)).toEqual([['submitted', { name: 'Grace', n: 1 }]]);
  await context.close();
});

test('[fill-links.lost-response] a draft submitted with a response that got lost, then changed: the first version counts', async () => {
  const form = await newForm();
  const draft = (await asAlice(fill.service)('POST', '/entry/save', { form, data: { name: 'Ada' } })).body.entry;
  const tab = await fill.open(`/e/${draft.id}/?b=${draft.bewit}`);
  const { page, context } = tab;
  await loseResponse(tab, { arrives: true });
  await page.fill('#f-name', 'Grace');
  await context.setOffline(false);
  await page.click('text=Save for later');
  expect(await thanks(page)).toContain(earlier);
  await expect.poll(() => page.locator('.thank-you button').count()).toBe(0);
  expect(await fill.entries(form)).toEqual([['submitted', { name: 'Ada' }]]);
  await context.close();
});

test('[fill-links.lost-response] another refusal after a lost response is not a thank-you', async () => {
  const form = await newForm();
  const alice = asAlice(fill.service);
  const draft = (await alice('POST', '/entry/save', { form, data: { name: 'Ada' } })).body.entry;
  const tab = await fill.open(`/e/${draft.id}/?b=${draft.bewit}`);
  const { page, context } = tab;
  await loseResponse(tab, { arrives: false });
  await alice('DELETE', `/entry/${draft.id}`);
  await context.setOffline(false);
  await page.waitForSelector('.notice.error:text-is("This form entry was already deleted and cannot be edited.")');
  await expect.poll(() => page.locator('.thank-you').count()).toBe(0);
  await context.close();
});

test('[fill-links.offline] what is typed is kept through a reload, and sent by itself when the network is back', async () => {
  const form = await newForm();
  const { page, context } = await fill.open(`/f/${form}/`, phone);
  await page.fill('#f-name', 'Ada');
  await context.setOffline(true);
  await page.waitForSelector('text=You are offline.');
  await page.fill('#f-n', '2');
  await submit(page);
  await page.waitForSelector('text=The form could not be sent.');
  await expectAccessible(page);
  await context.setOffline(false);
  await thanks(page);
  expect(await fill.entries(form)).toEqual([['submitted', { name: 'Ada', n: 2 }]]);
  await expect.poll(() => page.evaluate('localStorage.length')).toBe(0);
  await context.close();
});

test('[fill-links.offline] an attempt that outlives a reload keeps its key: one entry', async () => {
  const form = await newForm();
  const { page, context } = await fill.open(`/f/${form}/`);
  await page.route(submits, async (route: Route) => {
    await route.fetch();
    await route.abort();
  });
  await page.fill('#f-name', 'Ada');
  await submit(page);
  await page.waitForSelector('text=Trying again…');
  await page.unroute(submits);
  await page.reload();
  await page.waitForSelector('text=We kept what you typed here before.');
  await submit(page);
  await thanks(page);
  expect((await fill.entries(form)).length).toBe(1);
  await context.close();
});

test('[fill-links.kept] a reload brings back what was typed, quietly; start over forgets it; another prefill never gets it', async () => {
  const form = await newForm();
  const { page, context, faults } = await fill.open(`/f/${form}/`);
  await page.fill('#f-name', 'Ada');
  await page.fill('#f-n', '7');
  await page.reload();
  await page.waitForSelector('text=We kept what you typed here before.');
  await expectAccessible(page);
  await expect
    .poll(async () => [await page.inputValue('#f-name'), await page.inputValue('#f-n')])
    .toEqual(['Ada', '7']);
  await page.goto(`${fill.service.url}/f/${form}/?data=${encodeURIComponent('{"name":"Bob"}')}`);
  await page.waitForSelector('#f-name');
  await expect
    .poll(async () => [await page.inputValue('#f-name'), await page.locator('.notice').count()])
    .toEqual(['Bob', 0]);
  await page.goto(`${fill.service.url}/f/${form}/`);
  await page.click('text=Start over');
  await expect.poll(async () => [await page.inputValue('#f-name'), await page.inputValue('#f-n')]).toEqual(['', '1']);
  await page.reload();
  await page.waitForSelector('#f-name');
  await expect
    .poll(async () => [await page.inputValue('#f-name'), await page.locator('.notice').count()])
    .toEqual(['', 0]);
  expect(faults).toEqual([]);
  await context.close();
});

test('[fill-links.kept] without storage the page still works, and warns before it is left', async () => {
  const form = await newForm();
  const { page, context } = await fill.open(`/f/${form}/`);
  await page.evaluate("Storage.prototype.setItem = () => { throw new Error('full'); }");
  const dialogs: string[] = [];
  page.on('dialog', async (dialog) => {
    dialogs.push(dialog.type());
    await dialog.accept();
  });
  await page.fill('#f-name', 'Ada');
  await page.reload();
  await page.waitForSelector('#f-name');
  await expect.poll(async () => [dialogs, await page.inputValue('#f-name')]).toEqual([['beforeunload'], '']);
  await context.close();
});

test('[fill-links.ended] a form that was closed meanwhile says so and keeps what was typed', async () => {
  const form = await newForm({ locale: 'he' });
  const { page, context } = await fill.open(`/f/${form}/`);
  await page.fill('#f-name', 'Ada');
  await asAlice(fill.service)('PATCH', `/form/${form}`, {
    access: { isDisabled: true, disabledMessage: 'Closed since noon.' },
  });
  await submit(page);
  await page.waitForSelector('.notice.error:text-is("Closed since noon.")');
  await expect.poll(() => page.inputValue('#f-name')).toBe('Ada');
  expect(await fill.entries(form)).toEqual([]);
  await context.close();
});

test('[fill-links.late-code] a rich field whose code does not come can be tried again', async () => {
  const form = await newForm();
  const { page, context } = await fill.open(`/f/${form}/`);
  await page.route('**/assets/sign-*', (route) => route.abort());
  await page.fill('#f-n', '99');
  await page.waitForSelector('.loading button');
  await expectAccessible(page);
  await page.unroute('**/assets/sign-*');
  await page.click('.loading button');
  await page.waitForSelector('canvas');
  await context.close();
});
