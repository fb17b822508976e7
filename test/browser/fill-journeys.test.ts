// Journeys through a form: conditions, rows, tabs, sections, saving and resuming, server messages, redirects, frames; by keyboard.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { asAlice, makeForm, root } from '../support/entries.ts';
import { desktop, type FillTest, phone, shownMessages, startFillTest, submit, thanks } from '../support/fill-page.ts';

let fill: FillTest;
beforeAll(async () => {
  fill = await startFillTest();
});
afterAll(() => fill.close());

const focused = 'document.activeElement.id || document.activeElement.className';

test('[fill-links.conditions] hiding and showing fields, tabs and options reacts at once; hidden values are dropped and come back', async () => {
  const rootElem = root(
    { type: 'fRadio', name: 'size', label: 'Size', options: ['small', 'large'] },
    { type: 'fSelect', name: 'color', label: 'Color', options: "model.size == 'small' ? ['red'] : ['red', 'blue']" },
    {
      type: 'fInput',
      name: 'why',
      label: 'Why so large?',
      relevant: "model.size == 'large'",
      reqValidator: { req: "model.color == 'blue'" },
    },
    {
      type: 'cTabs',
      name: 'tabs',
      tabs: [{ name: 'one' }, { name: 'two', label: 'Two', relevant: 'model.why' }],
      children: [
        [{ type: 'fInput', name: 'a', label: 'A' }],
        [{ type: 'fInput', name: 'b', label: 'B', reqValidator: true }],
      ],
    },
  );
  const form = await makeForm(fill.service, { formSchema: { rootElem } });
  const { page, context } = await fill.open(`/f/${form}/`);
  await expect.poll(() => page.locator('#f-color option').allTextContents()).toEqual(['Choose…', 'red', 'blue']);
  await page.check('text=large');
  await page.selectOption('#f-color', 'blue');
  await expect.poll(() => page.getAttribute('#f-why', 'aria-required')).toBe('true');
  await page.fill('#f-why', 'x');
  await page.click('[role=tab] >> text=Two');
  await submit(page);
  await expect.poll(() => shownMessages(page)).toEqual([["model['b']", 'Write an answer.']]);
  await page.check('text=small');
  await expect.poll(() => page.locator('[role=tab]').count()).toBe(1);
  await expect.poll(() => shownMessages(page)).toEqual([["model['color']", 'Choose one of the options.']]);
  await page.selectOption('#f-color', 'red');
  await submit(page);
  await thanks(page);
  expect(await fill.entries(form)).toEqual([['submitted', { size: 'small', color: 'red', tabs: { __activeTab: 1 } }]]);
  await context.close();
});

const household = root(
  { type: 'fInput', name: 'family', label: 'Family name', reqValidator: true },
  {
    type: 'cRepeat',
    name: 'people',
    label: 'People',
    repMaxRows: 3,
    children: [
      { type: 'fInput', name: 'name', label: 'Name', reqValidator: true, initialValue: 'No. {{ $index + 1 }}' },
      { type: 'fInput', name: 'age', label: 'Age', typeValidator: 'num' },
      { type: 'fInput', name: 'school', label: 'School', relevant: 'row.age < 18' },
      { type: 'cRepeat', name: 'pets', label: 'Pets', children: [{ type: 'fInput', name: 'pet', label: 'Pet' }] },
    ],
  },
  {
    type: 'cSection',
    name: 'more',
    label: 'More',
    secCollapse: true,
    children: [{ type: 'fInput', name: 'note', label: 'Note', validators: [{ type: 'str/minLength', value: 3 }] }],
  },
);

for (const [locale, size] of [
  ['en', desktop],
  ['he', phone],
] as const) {
  test(`[fill-links.repeat] rows are added, removed and limited, by keyboard alone: ${locale}, ${size.viewport.width} px`, async () => {
    const form = await makeForm(fill.service, { locale, formSchema: { rootElem: household } });
    const { page, context, faults } = await fill.open(`/f/${form}/`, size);
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await press('Tab');
    await page.keyboard.type('Cohen');
    await press('Tab', 'Enter');
    await expect.poll(() => page.evaluate(focused)).toBe('f-people-0-name');
    await expect.poll(() => page.inputValue('#f-people-0-name')).toBe('No. 1');
    await press('Tab');
    await page.keyboard.type('7');
    await press('Tab');
    await page.keyboard.type('Hill');
    await press('Tab', 'Enter');
    await page.keyboard.type('Rex');
    for (const row of [1, 2]) {
      await page.focus('#f-people-add');
      await press('Enter');
      await page.keyboard.press('Control+A');
      await page.keyboard.type(`Row ${row}`);
    }
    await expectAccessible(page);
    await expect.poll(() => page.getAttribute('#f-people-add', 'aria-disabled')).toBe('true');
    await page.focus('#f-people-add');
    await press('Enter');
    await expect.poll(() => page.locator('#f-people > .rows > .card').count()).toBe(3);
    await page.focus('#f-people > .rows > .card:nth-child(2) .remove');
    await press('Space');
    await expect.poll(() => page.evaluate(focused)).toBe('f-people-1-name');
    await expect.poll(() => page.inputValue('#f-people-1-name')).toBe('Row 2');
    await page.focus('.toggle');
    await press('Enter');
    await expect.poll(() => page.isVisible('#f-note')).toBe(false);
    await page.focus('.primary');
    await press('Enter');
    await thanks(page);
    expect(await fill.entries(form)).toEqual([
      [
        'submitted',
        {
          family: 'Cohen',
          people: [{ name: 'No. 1', age: 7, school: 'Hill', pets: [{ pet: 'Rex' }] }, { name: 'Row 2' }],
          more: { __isCollapsed: true },
        },
      ],
    ]);
    expect(faults).toEqual([]);
    await context.close();
  });
}

test('[fill-links.tabs] arrow keys move, in the direction of the page; a problem in a closed tab or section opens it', async () => {
  const rootElem = root({
    type: 'cTabs',
    name: 'tabs',
    label: 'Steps',
    tabs: [
      { name: 'a', label: 'A' },
      { name: 'b', label: 'B' },
      { name: 'c', label: 'C' },
    ],
    children: [
      [{ type: 'fInput', name: 'x', label: 'X' }],
      [{ type: 'fInput', name: 'y', label: 'Y' }],
      [
        {
          type: 'cSection',
          name: 's',
          label: 'S',
          secCollapse: true,
          children: [{ type: 'fInput', name: 'z', label: 'Z', reqValidator: true }],
        },
      ],
    ],
  });
  const form = await makeForm(fill.service, { locale: 'he', formSchema: { rootElem } });
  const { page, context } = await fill.open(`/f/${form}/`);
  await page.focus('[role=tab] >> nth=0');
  for (const [key, tab] of [
    ['ArrowLeft', 1],
    ['ArrowLeft', 2],
    ['ArrowLeft', 0],
    ['ArrowRight', 2],
    ['Home', 0],
    ['End', 2],
  ] as const) {
    await page.keyboard.press(key);
    const shown = async () => [key, await page.evaluate(focused), await page.isVisible(`#f-tabs-panel-${tab}`)];
    await expect.poll(shown).toEqual([key, `f-tabs-tab-${tab}`, true]);
  }
  await page.click('.toggle');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Home');
  await submit(page);
  await page.waitForSelector('#f-z:focus');
  await expect.poll(() => page.locator('.tab-problem').count()).toBe(1);
  await expectAccessible(page);
  await page.fill('#f-z', 'done');
  await submit(page);
  await thanks(page);
  expect(await fill.entries(form)).toEqual([['submitted', { tabs: { __activeTab: 2 }, z: 'done' }]]);
  await context.close();
});

test('[fill-links.save] a draft is saved with its link, continued on another device, saved again and submitted', async () => {
  const form = await makeForm(fill.service, {
    formSchema: { rootElem: household },
    postSave: { ui: [{ type: 'message', text: 'See you, {{ model.family }}.' }] },
  });
  const first = await fill.open(`/f/${form}/`);
  await first.page.fill('#f-family', 'Levi');
  await first.page.click('text=Save for later');
  await first.page.waitForSelector('.saved');
  await expect.poll(() => first.page.textContent('.saved')).toContain('See you, Levi.');
  await expectAccessible(first.page);
  const link = await first.page.inputValue('.copy-pair input');
  expect(link).toMatch(/^http:\/\/forms\.test\/e\/[0-9a-f]{24}\/\?b=/);
  expect(new URL(first.page.url()).pathname).toBe(new URL(link).pathname);
  await first.context.close();
  const { page, context } = await fill.open(new URL(link).pathname + new URL(link).search, phone);
  await expect.poll(() => page.inputValue('#f-family')).toBe('Levi');
  await page.fill('#f-note', 'n');
  await page.click('text=Save for later');
  await page.waitForSelector('.saved');
  expect(await fill.entries(form)).toEqual([['saved', { family: 'Levi', note: 'n' }]]);
  await submit(page);
  await page.waitForSelector('.summary');
  await expect.poll(() => shownMessages(page)).toEqual([["model['note']", 'Must be at least 3 characters long.']]);
  await page.fill('#f-note', 'note');
  await submit(page);
  await thanks(page);
  expect(await fill.entries(form)).toEqual([['submitted', { family: 'Levi', note: 'note' }]]);
  await context.close();
});

test('[validation.when] validateSaved makes a draft obey the rules', async () => {
  const form = await makeForm(fill.service, { formSchema: { rootElem: household, validateSaved: 'model.note' } });
  const { page, context } = await fill.open(`/f/${form}/`);
  await page.fill('#f-note', 'enough');
  await page.click('text=Save for later');
  await page.waitForSelector('.summary');
  await expect.poll(() => shownMessages(page)).toEqual([["model['family']", 'Write an answer.']]);
  expect(await fill.entries(form)).toEqual([]);
  await context.close();
});

test('[fill-links.messages] what only the server knows is shown at its field, and goes when the value changes; remote validators speak on leaving', async () => {
  const key = fill.service.people.alice.key;
  const set = (await fill.service.call('POST', '/optionsSet', { key, body: { name: 'Cities' } })).body.id;
  await fill.service.call('POST', `/optionsSet/${set}/addOptions`, { key, body: { options: [{ value: 'Haifa' }] } });
  const remote = (message: string) => ({
    type: 'remote',
    req: { url: `/v1.0/optionsSet/${set}/validate`, qs: '{ value: value }' },
    res: 'res.data.isValid',
    message,
  });
  const rootElem = root(
    { type: 'fInput', name: 'city', label: 'City', validators: [remote('No such city.')] },
    {
      type: 'cRepeat',
      name: 'rows',
      label: 'Rows',
      children: [{ type: 'fInput', name: 'town', label: 'Town', validators: [remote('No such town.')] }],
    },
  );
  const form = await makeForm(fill.service, { formSchema: { rootElem } });
  const { page, context } = await fill.open(
    `/f/${form}/?data=${encodeURIComponent('{"rows":[{"town":"Haifa"},{"town":"Paris"}]}')}`,
  );
  await page.fill('#f-city', 'Rome');
  await page.keyboard.press('Tab');
  await page.waitForSelector('text=No such city.');
  await page.fill('#f-city', 'Haifa');
  await page.waitForSelector('text=No such city.', { state: 'detached' });
  await submit(page);
  await page.waitForSelector('.summary');
  await expect.poll(() => shownMessages(page)).toEqual([["model['rows'][1]['town']", 'No such town.']]);
  await page.waitForSelector('#f-rows-1-town:focus');
  await page.fill('#f-rows-1-town', 'Haifa');
  await expect.poll(() => shownMessages(page)).toEqual([]);
  await submit(page);
  await thanks(page);
  await context.close();
});

test('[after-actions.screen.redirect] a redirect after the submit leads on with the id of the entry', async () => {
  const target = createServer((request, response) => response.end(`<main>there ${request.url}</main>`));
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/?entry={{ data.entry.id }}`;
  const postSubmit = { ui: [{ type: 'redirect', redirectOptions: { url } }] };
  const form = await makeForm(fill.service, { formSchema: { rootElem: household }, postSubmit });
  const { page, context } = await fill.open(`/f/${form}/`);
  await page.fill('#f-family', 'Levi');
  await submit(page);
  await page.waitForSelector('text=/there .*entry=[0-9a-f]{24}/');
  expect((await fill.entries(form)).length).toBe(1);
  await context.close();
  target.close();
});

test('[fill-links.frames] a frame is as high as its form, and a form in it can be sent', async () => {
  const form = await makeForm(fill.service, { formSchema: { rootElem: household } });
  const html = `<!doctype html><main><iframe src="${fill.service.url}/f/${form}/" title="Form" style="width:100%;height:50px"></iframe>
    <script src="${fill.service.url}/embed.js" async></script></main>`;
  const owner = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html));
  await new Promise<void>((resolve) => owner.listen(0, '127.0.0.1', resolve));
  const context = await fill.browser.newContext(desktop);
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${(owner.address() as AddressInfo).port}/`);
  const frame = page.frameLocator('iframe');
  await frame.locator('#f-family').fill('Levi');
  const height = () => page.evaluate<number>("document.querySelector('iframe').offsetHeight");
  await expect.poll(height).toBeGreaterThan(300);
  const before = await height();
  await frame.locator('.add').click();
  await expect.poll(height).toBeGreaterThan(before);
  await frame.locator('.primary').click();
  await frame.locator('.thank-you').waitFor();
  await context.close();
  owner.close();
});

test('[fill-links.frames] [fill-links.events] frames of other sites are not obeyed, and are not heard', async () => {
  const form = await makeForm(fill.service, { formSchema: { rootElem: household } });
  const serve = async (answer: (path: string | undefined) => string) => {
    const server = createServer((request, response) => {
      const type = request.url?.endsWith('.js') ? 'text/javascript' : 'text/html';
      response.setHeader('content-type', type).end(answer(request.url));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  };
  const speak = `setInterval(() => { for (const type of ['height', 'loaded', 'step', 'submitted', 'leave'])
    parent.postMessage({ type: 'formstead:' + type, height: 9999, form: 'x' }, '*'); }, 20);
    addEventListener('message', ({ data }) => data.type === 'formstead:heard' && parent.postMessage('obeyed', '*'));`;
  const advertisement = await serve(() => `<!doctype html><p>Buy</p><script>${speak}</script>`);
  const own = `window.told = []; window.said = 0; addEventListener('message', ({ data, origin }) => {
      if (data === 'obeyed') told.push('leave'); if (origin === '${advertisement.url}') said += 1; });
    for (const frame of document.querySelectorAll('iframe')) for (const name of ['loaded', 'step', 'submitted'])
      Formstead.on(frame, name, ({ form }) => told.push([frame.title, name, form]));`;
  const owner = await serve((path) =>
    path === '/own.js'
      ? own
      : `<!doctype html><iframe src="${advertisement.url}/" title="Ad" style="height:50px"></iframe>
        <iframe src="${fill.service.url}/f/${form}/" title="Form" style="height:50px"></iframe>
        <script src="${fill.service.url}/embed.js"></script><script src="/own.js"></script>`,
  );
  const context = await fill.browser.newContext(desktop);
  const page = await context.newPage();
  await page.goto(`${owner.url}/`);
  const height = (title: string) => page.evaluate<string>(`document.querySelector('[title=${title}]').style.height`);
  await expect.poll(() => height('Form')).not.toBe('50px');
  const before = await page.evaluate<number>('said');
  await expect.poll(() => page.evaluate<number>('said')).toBeGreaterThan(before + 20);
  expect(await height('Ad')).toBe('50px');
  expect(await height('Form')).not.toBe('9999px');
  expect(await page.evaluate('told')).toEqual([['Form', 'loaded', form]]);
  await context.close();
  owner.server.close();
  advertisement.server.close();
});

test('[validation.rows] a personal link with more rows than allowed says so', async () => {
  const form = await makeForm(fill.service, { formSchema: { rootElem: household } });
  const data = { family: 'Levi', people: Array.from({ length: 4 }, () => ({ name: 'x' })) };
  const draft = (await asAlice(fill.service)('POST', '/entry/save', { form, data })).body.entry;
  const { page, context } = await fill.open(`/e/${draft.id}/?b=${draft.bewit}`);
  await submit(page);
  await page.waitForSelector('.summary');
  await expect.poll(() => shownMessages(page)).toEqual([["model['people']", 'There must be 3 rows or less']]);
  await page.click('.remove >> nth=0');
  await submit(page);
  await thanks(page);
  await context.close();
});
