// Fill links as a person meets them: prefill, templates, drafts, sign-in, closed forms, hostile content.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { asAlice, makeForm, root } from '../support/entries.ts';
import { desktop, type FillTest, phone, startFillTest, submit, thanks } from '../support/fill-page.ts';

let fill: FillTest;
let alice: ReturnType<typeof asAlice>;
beforeAll(async () => {
  fill = await startFillTest();
  alice = asAlice(fill.service);
});
afterAll(() => fill.close());

const person = root(
  { type: 'fInput', name: 'name', label: 'Name', reqValidator: true },
  { type: 'fInput', name: 'age', label: 'Age', typeValidator: 'num', initialValue: 18 },
  { type: 'fBool', name: 'pet', label: 'Pet' },
  { type: 'fInput', name: 'petName', label: 'Name of the pet', relevant: 'model.pet' },
  {
    type: 'cSection',
    name: 'home',
    secFlat: false,
    label: 'Home',
    children: [{ type: 'fInput', name: 'city', label: 'City' }],
  },
  { type: 'cRepeat', name: 'items', label: 'Items', children: [{ type: 'fInput', name: 'what', label: 'What' }] },
);
const personForm = { name: 'Person', formSchema: { rootElem: person } };
const dataQuery = (data: unknown) =>
  `data=${encodeURIComponent(typeof data === 'string' ? data : JSON.stringify(data))}`;

test('[fill-links.prefill] [fill-links.prefill.editable] data= fills declared fields only, hidden ones for later; other parameters fill nothing', async () => {
  const form = await makeForm(fill.service, personForm);
  const data = {
    name: 'Ada',
    petName: 'Rex',
    home: { city: 'Haifa', x: 1 },
    items: [{ what: 'tea' }, { what: 5 }],
    no: 1,
    pet: 'maybe',
  };
  const { page, context, faults } = await fill.open(`/f/${form}/?${dataQuery(data)}&name=Bob&age=7`);
  await expect.poll(() => page.inputValue('#f-name')).toBe('Ada');
  await expect.poll(() => page.inputValue('#f-age')).toBe('18');
  await expect.poll(() => page.inputValue('#f-home-city')).toBe('Haifa');
  await expect.poll(() => page.inputValue('#f-items-1-what')).toBe('5');
  await expect.poll(() => page.locator('#f-petName').count()).toBe(0);
  await page.check('#f-pet');
  await expect.poll(() => page.inputValue('#f-petName')).toBe('Rex');
  expect(await fill.entries(form)).toEqual([]);
  await submit(page);
  await thanks(page);
  const stored = {
    name: 'Ada',
    age: 18,
    pet: true,
    petName: 'Rex',
    home: { city: 'Haifa' },
    items: [{ what: 'tea' }, { what: '5' }],
  };
  expect(await fill.entries(form)).toEqual([['submitted', stored]]);
  expect(faults).toEqual([]);
  await context.close();
});

test('[fill-links.prefill] invalid JSON, and JSON that is not an object, open the form empty', async () => {
  const form = await makeForm(fill.service, personForm);
  for (const data of ['{"name":', '[]', '"x"', 'null']) {
    const { page, context, faults } = await fill.open(`/f/${form}/?${dataQuery(data)}`);
    await expect.poll(async () => [data, await page.inputValue('#f-name'), faults]).toEqual([data, '', []]);
    await context.close();
  }
});

test('[fill-links.prefill.replaces] on a template and on a personal link each top-level key replaces that key whole', async () => {
  const form = await makeForm(fill.service, personForm);
  const base = { name: 'Ada', age: 5, home: { city: 'Haifa' }, items: [{ what: 'a' }, { what: 'b' }] };
  const template = (await alice('POST', '/entry/template', { form, data: base })).body.entryId;
  const draft = (await alice('POST', '/entry/save', { form, data: base })).body.entry;
  const query = dataQuery({ items: [{ what: 'c' }], home: {}, age: 'old', name: null });
  for (const path of [`/c/${template}/?${query}`, `/e/${draft.id}/?b=${draft.bewit}&${query}`]) {
    const { page, context } = await fill.open(path);
    const values = await page
      .locator('input.control')
      .evaluateAll((inputs) => inputs.map((input) => (input as unknown as { value: string }).value));
    expect([path, values]).toEqual([path, ['', '5', '', 'c']]);
    await context.close();
  }
});

test('[fill-links.pages] a template opens with its data and makes a new entry; a draft is continued as it was left', async () => {
  const form = await makeForm(fill.service, personForm);
  const template = (await alice('POST', '/entry/template', { form, data: { name: 'Ada' } })).body.entryId;
  const clone = await fill.open(`/c/${template}/`);
  await expect.poll(() => clone.page.inputValue('#f-age')).toBe('18');
  await submit(clone.page);
  await thanks(clone.page);
  await clone.context.close();
  const draft = (await alice('POST', '/entry/save', { form, data: { name: 'Bob' } })).body.entry;
  const { page, context } = await fill.open(`/e/${draft.id}/?b=${draft.bewit}`);
  await expect
    .poll(async () => [await page.inputValue('#f-name'), await page.inputValue('#f-age')])
    .toEqual(['Bob', '']);
  await page.fill('#f-age', '40');
  await submit(page);
  await thanks(page);
  await page.goto(`${fill.service.url}/e/${draft.id}/?b=${draft.bewit}`);
  const text = await page.textContent('main .form');
  expect(text).toBe('You cannot resume editing this form entry because it was already submitted.');
  const entries = await fill.entries(form);
  expect(entries.filter(([status]) => status === 'submitted')).toEqual([
    ['submitted', { name: 'Ada', age: 18 }],
    ['submitted', { name: 'Bob', age: 40 }],
  ]);
  await context.close();
});

test('[fill-links.initial-values] [values.no-calculations] a personal entry that is still empty starts with initial values', async () => {
  const form = await makeForm(fill.service, personForm);
  const [made] = (await alice('POST', `/form/${form}/generateEntries`, { num: 1 })).body.createdEntries;
  const { page, context } = await fill.open(`/e/${made.id}/?b=${made.bewit}`);
  await expect.poll(() => page.inputValue('#f-age')).toBe('18');
  await context.close();
});

test('[fill-links.sign-in] /e/ without a bewit and /c/ of any other entry ask for sign-in', async () => {
  const form = await makeForm(fill.service, { ...personForm, locale: 'he' });
  const draft = (await alice('POST', '/entry/save', { form, data: { name: 'Dee' } })).body.entry;
  const { page, context } = await fill.open(`/e/${draft.id}/`, phone);
  await expectAccessible(page);
  await page.fill('#email', 'alice@example.com');
  await page.fill('#password', 'wrong');
  await submit(page);
  await page.waitForSelector('.notice.error:text-is("Wrong username/ password")');
  await page.fill('#password', 'alice@example.com password');
  await submit(page);
  await page.waitForSelector('#f-name');
  await expect.poll(() => page.inputValue('#f-name')).toBe('Dee');
  await expect.poll(() => page.getAttribute('html', 'dir')).toBe('rtl');
  await expect.poll(() => page.evaluate('localStorage.length + document.cookie.length')).toBe(0);
  await page.fill('#f-name', 'Dora');
  await submit(page);
  await thanks(page);
  expect(await fill.entries(form)).toEqual([['submitted', { name: 'Dora' }]]);
  await page.goto(`${fill.service.url}/c/${draft.id}/`);
  await page.waitForSelector('#f-name');
  await expect.poll(() => page.inputValue('#f-name')).toBe('Dora');
  await submit(page);
  await thanks(page);
  expect((await fill.entries(form)).length).toBe(2);
  await context.close();
});

test('[fill-links.sign-in] one sign-in serves the management app and the links of the team; a reload does not ask again', async () => {
  const form = await makeForm(fill.service, personForm);
  const draft = (await alice('POST', '/entry/save', { form, data: { name: 'Dee' } })).body.entry;
  const { page, context } = await fill.open('/admin/');
  await page.fill('input[type=email]', 'alice@example.com');
  await page.fill('input[type=password]', 'alice@example.com password');
  await Promise.all([
    page.waitForResponse((response) => response.url().includes('/auth/session') && response.ok()),
    page.keyboard.press('Enter'),
  ]);
  for (const path of [`/e/${draft.id}/`, `/c/${draft.id}/`]) {
    await page.goto(fill.service.url + path);
    await page.waitForSelector('#f-name');
    await page.reload();
    await page.waitForSelector('#f-name');
    expect([path, await page.inputValue('#f-name')]).toEqual([path, 'Dee']);
  }
  await submit(page);
  await thanks(page);
  const made = (await alice('GET', '/entry', undefined, { query: { query: { form, status: 2 } } })).body.data;
  const user = (await alice('GET', '/me')).body.id;
  expect(made[0].actions.map((action: { type: string; user: string }) => [action.type, action.user])).toEqual([
    ['clone', user],
    ['submit', user],
  ]);
  await page.goto(`${fill.service.url}/e/${made[0].id}/`);
  await page.waitForSelector('.said[role=alert]');
  expect(await page.textContent('.said')).toBe(
    'You cannot resume editing this form entry because it was already submitted.',
  );
  await context.close();
});

test('[fill-links.sign-in] somebody of another account may sign in as somebody else', async () => {
  const form = await makeForm(fill.service, personForm);
  const draft = (await alice('POST', '/entry/save', { form, data: { name: 'Dee' } })).body.entry;
  const { page, context } = await fill.open(`/e/${draft.id}/`);
  const signIn = async (email: string) => {
    await page.fill('#email', email);
    await page.fill('#password', `${email} password`);
    await submit(page);
  };
  await page.waitForSelector('#email');
  await signIn('chelsea@example.com');
  await page.waitForSelector('.notice.error');
  await page.reload();
  await page.waitForSelector('.notice.error:has-text("insufficient permissions")');
  await signIn('alice@example.com');
  await page.waitForSelector('#f-name');
  await context.close();
});

test('[fill-links.prefill] a label chooses nothing, and makes no option of its own', async () => {
  const options = [
    ['w', 'Label W'],
    ['b', 'Label B'],
  ];
  const form = await makeForm(fill.service, {
    formSchema: { rootElem: root({ type: 'fSelect', name: 's', label: 'S', options }) },
  });
  const { page, context } = await fill.open(`/f/${form}/?${dataQuery({ s: 'Label W' })}`);
  expect(await page.inputValue('#f-s')).toBe('');
  expect(await page.locator('#f-s option').count()).toBe(3);
  await submit(page);
  await thanks(page);
  await context.close();
});

test('[validation.required] [fill-links.notices] messages that do not block, at fields nobody touched, are read on the thank-you page', async () => {
  const noted = (name: string, level: string) => ({
    ...{ type: 'fInput', name, label: `Field ${name}` },
    reqValidator: { level, message: `Please think of ${name}.` },
  });
  for (const [locale, heading] of [
    ['en', 'Please note:'],
    ['he', 'לתשומת לבך:'],
  ] as const) {
    const rootElem = root(noted('phone', 'warning'), noted('seen', 'info'), noted('given', 'success'));
    const form = await makeForm(fill.service, { locale, formSchema: { rootElem } });
    const { page, context, faults } = await fill.open(`/f/${form}/`);
    await page.focus('#f-seen');
    await page.fill('#f-given', 'x');
    await page.waitForSelector('.message.info');
    await submit(page);
    const text = await thanks(page);
    expect(text).toContain(heading);
    expect(text).toContain('Field phone: Please think of phone.');
    expect(text).not.toContain('of seen');
    expect(text).not.toContain('of given');
    await expectAccessible(page);
    expect(faults).toEqual([]);
    await context.close();
  }
});

test('[fill-links.ended] [fill-links.old] a closed form shows the words of its owner; old links with a # lead on', async () => {
  const closed = await makeForm(fill.service, {
    access: { isDisabled: true, disabledMessage: 'See you in <b>May</b>.' },
  });
  const { page, context } = await fill.open(`/f/${closed}/`);
  await expect.poll(() => page.textContent('main .form')).toBe('See you in <b>May</b>.');
  await expectAccessible(page);
  const form = await makeForm(fill.service, personForm);
  await page.goto(`${fill.service.url}/#/f/${form}/`);
  await page.waitForSelector('#f-name');
  await context.close();
});

test('[fill-links.hostile] labels, options, texts, names, prefill and messages never run script', async () => {
  const evil = '</script><img src=x onerror="window.owned=1"><svg onload="window.owned=1">"\'';
  const rootElem = root(
    { type: 'eText', name: 'intro', text: `${evil} {{ model.a }} {{ "<img src=x onerror=window.owned=1>" }}` },
    { type: 'fInput', name: 'a', label: evil, reqValidator: { message: evil } },
    { type: 'fSelect', name: 's', label: evil, options: [[evil, evil]] },
    { type: 'fRadio', name: 'r', label: evil, options: [evil, { label: evil, options: ['x'] }] },
    { type: 'fCheckbox', name: "c' x", label: evil, options: [[evil, evil]] },
    { type: 'fMatrix', name: 'm', label: evil, matrixQuestions: [evil], options: [evil] },
    { type: 'fDoc', name: 'd', label: evil },
    { type: 'fFile', name: 'f', label: evil },
    {
      type: 'cTabs',
      name: 't',
      label: evil,
      tabs: [{ name: 'x', label: evil }],
      children: [[{ type: 'eEq', eq: 'model.a', label: evil, name: 'e' }]],
    },
    { type: 'cRepeat', name: 'rep', label: evil, children: [{ type: 'fColor', name: 'k', label: evil }] },
    { type: 'eButton', name: 'go', text: evil },
  );
  const postSubmit = { ui: [{ type: 'message', text: evil }] };
  const form = await makeForm(fill.service, { name: evil, formSchema: { rootElem }, postSubmit });
  const file = {
    name: evil,
    size: 1,
    type: 'text/html',
    storageKey: 'x',
    storageBucket: 'y',
    url: 'javascript:window.owned=1',
  };
  const data = { a: evil, s: evil, r: evil, d: evil, m: { [evil]: evil }, f: [file], rep: [{ k: `red;}${evil}` }] };
  const { page, context, faults } = await fill.open(`/f/${form}/?${dataQuery(data)}`);
  await page.waitForSelector('[contenteditable=true]');
  await page.fill('#f-a', '');
  await submit(page);
  await page.waitForSelector('.summary');
  await page.fill('#f-a', evil);
  await expect.poll(() => page.evaluate('window.owned')).toBeUndefined();
  // The cleaner of rich text reads it in a document where nothing runs; the browser still reports what is in it.
  expect(faults.filter((fault) => !fault.includes('inline event handler'))).toEqual([]);
  await context.close();
});

test('[fill-links.ended] what the engine cannot read shows a polite page', async () => {
  const form = await makeForm(fill.service, personForm);
  const context = await fill.browser.newContext(desktop);
  const page = await context.newPage();
  await page.route(`**/f/${form}/`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('"type":"fBool"', '"type":"fOops"') });
  });
  await page.goto(`${fill.service.url}/f/${form}/`);
  await expect.poll(() => page.textContent('main .form')).toContain('This form has a mistake in it');
  await context.close();
});
