// What owners may set about the page: words, help, links, purposes, copies, colors; and what a page around the form learns.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { makeForm, root } from '../support/entries.ts';
import { desktop, type FillTest, startFillTest, submit, thanks } from '../support/fill-page.ts';

let fill: FillTest;
beforeAll(async () => {
  fill = await startFillTest();
});
afterAll(() => fill.close());

const hostile =
  '<img src=x onerror="window.ran = 1"><script>window.ran = 1</script><a href="javascript:window.ran=1">bad</a>';

test('[forms.elements.page] [forms.elements.autocomplete] [fill-links.counter] [fill-links.html] [fill-links.buttons] [fill-links.color-scheme] what a question shows', async () => {
  const rootElem = root(
    { type: 'fInput', name: 'q1', label: 'Full name', help: 'As in your passport', placeholder: 'Dana Levi' },
    { type: 'fInput', name: 'q2', label: 'דוא"ל' },
    { type: 'fInput', name: 'q3', label: 'Phone', autocomplete: 'off' },
    { type: 'fLngTxt', name: 'long', label: 'Story', validators: [{ type: 'str/maxLength', value: 60 }] },
    { type: 'fSelect', name: 'country', label: 'Country', options: ['Israel', 'France'], placeholder: 'Which one?' },
    { type: 'eText', name: 't', html: `<p>For {{ model.q1 }} <a href="https://example.org/a">more</a></p>${hostile}` },
    {
      type: 'fBool',
      name: 'ok',
      label: 'I agree',
      labelHtml: `I accept the <a href="https://example.org/terms">terms</a>${hostile}`,
      help: 'Required by law',
    },
    { type: 'cRepeat', name: 'guests', label: 'Guests', children: [{ type: 'fInput', name: 'name', label: 'Name' }] },
  );
  const settings = { submitText: 'Order now', saveText: 'Later', colorScheme: 'dark', fillAgain: true } as const;
  const ui = [
    { type: 'message', text: 'Thanks', html: '<p>Thanks, <a href="https://example.org/next">read on</a></p>' },
  ];
  const form = await makeForm(fill.service, { formSchema: { rootElem }, page: settings, postSubmit: { ui } });
  const { page, faults } = await fill.open(`/f/${form}/`);
  const attribute = (selector: string, name: string) => page.locator(selector).getAttribute(name);
  await page.waitForSelector('#f-q1');
  expect(await attribute('html', 'data-theme')).toBe('dark');
  expect(await attribute('#f-q1', 'placeholder')).toBe('Dana Levi');
  expect(await attribute('#f-q1', 'aria-describedby')).toBe('f-q1-help');
  expect(await page.textContent('#f-q1-help')).toBe('As in your passport');
  expect(
    await Promise.all(['#f-q1', '#f-q2', '#f-q3', '#f-country'].map((id) => attribute(id, 'autocomplete'))),
  ).toEqual(['name', 'email', 'off', 'country-name']);
  expect(await attribute('#f-q2', 'inputmode')).toBe('email');
  expect(await page.locator('#f-country option').first().textContent()).toBe('Which one?');
  expect(await attribute('#f-ok', 'aria-describedby')).toBe('f-ok-help');
  expect(await page.locator('.add').textContent()).toBe('Add to Guests');
  expect(await page.locator('.buttons').innerText()).toBe('Order now\nLater');

  await page.fill('#f-q1', '<b>Dana</b>');
  await expect.poll(() => page.textContent('.content')).toBe('For <b>Dana</b> morebad');
  const links = await page.locator('.html-text a').evaluateAll((all) => all.map((one) => one.outerHTML));
  expect(links).toEqual([
    '<a href="https://example.org/a" rel="noopener noreferrer" target="_blank">more</a>',
    '<a href="https://example.org/terms" rel="noopener noreferrer" target="_blank">terms</a>',
  ]);
  expect(await page.locator('.html-text :is(img, script)').count()).toBe(0);

  await page.fill('#f-long', 'x'.repeat(55));
  await expect.poll(() => page.textContent('.counter [aria-hidden]')).toBe('55 / 60');
  await expect.poll(() => page.locator('.counter [role=status]').textContent()).toBe('5 characters left');
  await expectAccessible(page);
  await submit(page);
  await thanks(page);
  expect(await page.locator('.thank-you .html-text a').getAttribute('href')).toBe('https://example.org/next');
  expect(await page.evaluate('window.ran')).toBe(undefined);
  await expectAccessible(page);
  // [fill-links.fill-again] below has the press; here the link is enough.
  expect(await page.locator('.after-submit a').textContent()).toBe('Fill in another one');
  expect(faults.filter((fault) => !fault.includes('Content Security Policy'))).toEqual([]);
});

test('[fill-links.copy] [fill-links.fill-again] [fill-links.from-link] the answers can be kept, and another entry begun from the same link', async () => {
  const rootElem = root(
    { type: 'fInput', name: 'name', label: 'Name' },
    {
      type: 'fRadio',
      name: 'size',
      label: 'Size',
      options: [
        ['s', 'Small'],
        ['l', 'Large'],
      ],
    },
    { type: 'fInput', name: 'source', fromLink: 'utm_source', label: 'Source' },
    { type: 'eButton', name: 'send', text: 'Order tea' },
  );
  const form = await makeForm(fill.service, {
    name: 'Tea',
    formSchema: { rootElem },
    page: { copy: 'answers', fillAgain: true, hideSave: true, hideSubmit: true },
  });
  const { page } = await fill.open(`/f/${form}/?utm_source=mail`);
  await page.waitForSelector('#f-name');
  expect(await page.inputValue('#f-source')).toBe('mail');
  expect(await page.locator('.buttons button').count()).toBe(0);
  await page.fill('#f-name', '<i>Dana</i>');
  await page.check('text=Large');
  await page.click('text=Order tea');
  await thanks(page);
  await page.click('text=Show my answers');
  await expect.poll(() => page.locator('.answer-text').allTextContents()).toEqual(['<i>Dana</i>', 'Large', 'mail']);
  await expectAccessible(page);
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('text=Download')]);
  const html = await readFile(await download.path(), 'utf8');
  expect(download.suggestedFilename()).toBe('Tea.html');
  expect(html).toContain('<dd dir="auto">&#60;i&#62;Dana&#60;/i&#62;</dd>');
  await page.click('text=Fill in another one');
  await expect.poll(() => page.inputValue('#f-source').catch(() => '')).toBe('mail');
  expect(await page.inputValue('#f-name')).toBe('');
  expect((await fill.entries(form)).length).toBe(1);
});

test('[fill-links.copy] [fill-links.email-link] [fill-links.kept] the PDF after the submit; the link by email; no secret in the address of a shared device', async () => {
  const rootElem = root({ type: 'fInput', name: 'name', label: 'Name' });
  const settings = { copy: 'pdf', emailLink: true } as const;
  const access = { keepDraftOnDevice: false };
  const form = await makeForm(fill.service, { formSchema: { rootElem }, page: settings, access });
  const { page } = await fill.open(`/f/${form}/`);
  await page.fill('#f-name', 'Dana');
  await page.click('text=Save for later');
  await page.waitForSelector('.saved');
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(`/f/${form}/`);
  await page.fill('#email-link', 'not an address');
  await page.click('text=Send me the link');
  await expect
    .poll(() => page.textContent('#email-link-said'))
    .toBe('Enter an email address, such as dana@example.org.');
  await expectAccessible(page);
  await page.fill('#email-link', ' dana@example.org ');
  await page.click('text=Send me the link');
  await expect.poll(() => page.textContent('#email-link-said')).toBe('The link is on its way to your inbox.');
  await submit(page);
  await thanks(page);
  const [response] = await Promise.all([
    page.waitForResponse((one) => one.url().includes('/copy?')),
    page.click('text=Download as PDF'),
  ]);
  expect(response.status()).toBe(200);
  expect((await fill.entries(form)).map(([status]) => status)).toEqual(['submitted']);
});

test('[fill-links.color-scheme] an embedded form takes the color scheme of the page that shows it', async () => {
  const form = await makeForm(fill.service, {
    formSchema: { rootElem: root({ type: 'fInput', name: 'name', label: 'Name' }) },
  });
  const frames: Record<string, string> = {
    white: '<body>',
    paper: '<body style="background: #fafafa"><div style="background: rgba(0, 0, 0, 0.1)">',
    night: '<body style="background: #111"><div>',
    box: '<body><div style="background: #223">',
    declared: '<style>html { color-scheme: light dark }</style><body>',
    meta: '<meta name="color-scheme" content="light dark"><body>',
    own: '<body>',
  };
  const owner = createServer((request, response) => {
    const name = request.url!.slice(1);
    const style = name === 'own' ? 'style="color-scheme: dark"' : '';
    response.setHeader('content-type', 'text/html').end(`<!doctype html><title>Owner</title>${frames[name]}
      <iframe src="${fill.service.url}/f/${form}/" title="Form" ${style}></iframe><script src="${fill.service.url}/embed.js"></script>`);
  });
  await new Promise<void>((resolve) => owner.listen(0, '127.0.0.1', resolve));
  const { port } = owner.address() as AddressInfo;
  const seen: Record<string, unknown> = {};
  // A scheme that tests set for a whole page would hold in its frames too: here the browser decides, on a light device.
  const context = await fill.browser.newContext({ ...desktop, colorScheme: null });
  const page = await context.newPage();
  for (const name of Object.keys(frames)) {
    await page.goto(`http://127.0.0.1:${port}/${name}`);
    await page.frameLocator('iframe').locator('#f-name').waitFor();
    const inside = page.frames().find((one) => one !== page.mainFrame())!;
    const scheme = await page.evaluate("getComputedStyle(document.querySelector('iframe')).colorScheme");
    seen[name] = [scheme, await inside.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")];
  }
  await context.close();
  owner.close();
  expect(seen).toEqual({
    white: ['light', false],
    paper: ['light', false],
    night: ['dark', true],
    box: ['dark', true],
    declared: ['light dark', false],
    meta: ['normal', false],
    own: ['dark', true],
  });
});

test('[fill-links.events] [fill-links.color-scheme] the page around a form learns of steps and of the submit, and nothing of the answers', async () => {
  const rootElem = root({ type: 'fInput', name: 'name', label: 'Name' }, { type: 'fInput', name: 'job', label: 'Job' });
  const after = { ui: [{ type: 'redirect', redirectOptions: { url: '{{ model.job }}' } }] };
  const form = await makeForm(fill.service, {
    formSchema: { rootElem },
    display: 'one',
    page: { colorScheme: 'light' },
    postSubmit: after,
  });
  const html = `<!doctype html><title>Owner</title><iframe src="${fill.service.url}/f/${form}/" title="Form" data-redirect="top"></iframe>
    <script src="${fill.service.url}/embed.js"></script><script src="/own.js"></script>`;
  const own = `window.heard = []; addEventListener('message', ({ data }) => heard.push(JSON.stringify(data)));
    const frame = document.querySelector('iframe'); window.events = [];
    for (const name of ['loaded', 'step', 'submitted']) Formstead.on(frame, name, (facts) => {
      events.push([name, facts]); sessionStorage.setItem('events', JSON.stringify(events)); sessionStorage.setItem('heard', heard.join()); });`;
  const owner = createServer((request, response) => {
    if (request.url === '/own.js') response.setHeader('content-type', 'text/javascript').end(own);
    else response.setHeader('content-type', 'text/html').end(request.url === '/done' ? '<h1>Arrived</h1>' : html);
  });
  await new Promise<void>((resolve) => owner.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(owner.address() as AddressInfo).port}`;
  const context = await fill.browser.newContext({ ...desktop, colorScheme: 'dark' });
  const page = await context.newPage();
  await page.goto(`${origin}/`);
  const frame = page.frameLocator('iframe');
  await frame.locator('#f-name').fill('a secret');
  await frame.locator('#f-name').press('Enter');
  await frame.locator('#f-job').fill(`${origin}/done`);
  // The browser's Back goes a step back in the frame.
  await page.evaluate('history.back()');
  await frame.locator('#f-name:visible').waitFor();
  expect(page.url()).toBe(`${origin}/`);
  await frame.locator('#f-name').press('Enter');
  const inside = page.frames().find((one) => one !== page.mainFrame());
  const paper = await inside?.evaluate("getComputedStyle(document.querySelector('.form')).backgroundColor");
  expect(paper).toBe('rgb(255, 255, 255)');
  await frame.locator('.primary').click();
  await page.waitForSelector('text=Arrived');
  const events = JSON.parse(await page.evaluate<string>("sessionStorage.getItem('events')"));
  const entry = expect.stringMatching(/^[0-9a-f]{24}$/);
  expect(events[0]).toEqual(['loaded', { form }]);
  expect(events.at(-1)).toEqual(['submitted', { form, entry }]);
  // The first step too, which is there before anybody listens.
  expect(events.find(([name]: [string]) => name === 'step')).toEqual(['step', { form, step: 1, of: 2 }]);
  expect(events).toContainEqual(['step', { form, step: 2, of: 2 }]);
  expect(await page.evaluate("sessionStorage.getItem('heard')")).not.toContain('secret');
  await context.close();
  owner.close();
});
