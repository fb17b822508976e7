// Forms in steps: checked one by one, with Back, progress and review; one question at a time; in the browser's history.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { makeForm, root } from '../support/entries.ts';
import { type FillTest, shownMessages, startFillTest, submit, thanks } from '../support/fill-page.ts';

let fill: FillTest;
beforeAll(async () => {
  fill = await startFillTest();
});
afterAll(() => fill.close());

const phone = { viewport: { width: 390, height: 844 } };

const tabbed = root(
  { type: 'eText', name: 'hello', text: 'Welcome' },
  {
    type: 'cTabs',
    name: 'parts',
    tabs: [
      { name: 'one', label: 'About you' },
      { name: 'two', label: 'Your company', relevant: 'model.works' },
      { name: 'three', label: 'Dates and places' },
    ],
    children: [
      [
        { type: 'fInput', name: 'name', label: 'Name', reqValidator: true },
        { type: 'fBool', name: 'works', label: 'I work' },
      ],
      [{ type: 'fInput', name: 'company', label: 'Company', reqValidator: true }],
      [
        { type: 'fDate', name: 'day', label: 'Day' },
        {
          type: 'fSelect',
          name: 'city',
          label: 'City',
          options: [
            ['h', 'Haifa'],
            ['t', 'Tel Aviv'],
          ],
        },
      ],
    ],
  },
);

const place = (page: Page) => page.locator('progress').getAttribute('aria-label');
const titleOf = (page: Page) => page.locator('.step-title').textContent();
const focused = (page: Page) => page.evaluate('document.activeElement.id || document.activeElement.textContent');

test('[fill-links.steps] [fill-links.steps.history] [fill-links.review] tabs are pages: checked, skipped while hidden, reviewed, sent', async () => {
  const form = await makeForm(fill.service, {
    formSchema: { rootElem: tabbed },
    display: 'steps',
    page: { review: true },
  });
  const { page, faults } = await fill.open(`/f/${form}/`, phone);
  await page.waitForSelector('text=Welcome');
  expect([await place(page), await titleOf(page)]).toEqual(['Step 1 of 3', 'About you']);
  expect(await page.locator('button.primary').textContent()).toBe('Next');
  expect(await page.locator('.back').count()).toBe(0);
  await submit(page);
  await expect.poll(() => shownMessages(page)).toEqual([["model['name']", 'Write an answer.']]);
  await expect.poll(() => focused(page)).toBe('f-name');
  expect(await page.locator('.summary li').count()).toBe(1);
  await expectAccessible(page);

  await page.fill('#f-name', 'Dana');
  await page.check('#f-works');
  await expect.poll(() => place(page)).toBe('Step 1 of 4');
  await submit(page);
  await expect.poll(() => titleOf(page)).toBe('Your company');
  await expect.poll(() => focused(page)).toBe('Your company');
  expect(await page.locator('.summary').count()).toBe(0);
  expect(await page.isVisible('#f-name')).toBe(false);
  expect(await page.isVisible('text=Welcome')).toBe(false);
  await expectAccessible(page);

  // The browser's Back, the page's Back, and Forward again.
  await page.goBack();
  await expect.poll(() => titleOf(page)).toBe('About you');
  await page.goForward();
  await expect.poll(() => titleOf(page)).toBe('Your company');
  await page.click('.back');
  await expect.poll(() => titleOf(page)).toBe('About you');
  await page.uncheck('#f-works');
  await submit(page);
  await expect.poll(() => titleOf(page)).toBe('Dates and places');
  expect(await place(page)).toBe('Step 2 of 3');
  await page.fill('#f-day', '2026-05-01');
  await page.selectOption('#f-city', 't');
  await expect.poll(() => page.evaluate('localStorage.length')).toBe(1);
  await page.reload();
  await expect.poll(() => page.locator('.step-title').textContent()).toBe('Dates and places');
  expect(await page.inputValue('#f-day')).toBe('2026-05-01');
  expect(await page.locator('button.primary').textContent()).toBe('Review answers');
  await submit(page);

  await page.waitForSelector('.answers');
  const answers = await page.locator('.answer').allInnerTexts();
  expect(answers.map((text) => text.split('\n').filter((line) => line !== ''))).toEqual([
    ['Name', 'Dana', 'Change'],
    ['I work', 'No', 'Change'],
    ['Day', '1 May 2026', 'Change'],
    ['City', 'Tel Aviv', 'Change'],
  ]);
  await expectAccessible(page);
  await page.click('[aria-label="Change: Name"]');
  await expect.poll(() => focused(page)).toBe('f-name');
  await page.fill('#f-name', 'Noa');
  await submit(page);
  await page.waitForSelector('.answers');
  expect(await page.locator('button.primary').textContent()).toBe('Submit');
  await submit(page);
  await thanks(page);
  const [[status, data]] = (await fill.entries(form)) as [[string, object]];
  expect([status, data]).toMatchObject(['submitted', { name: 'Noa', day: '2026-05-01T00:00:00.000Z', city: 't' }]);
  expect(faults).toEqual([]);
});

test('[fill-links.steps] a problem in another step leads there; a draft opens where it was left', async () => {
  const rootElem = root(
    { type: 'cSection', name: 'a', label: 'First', children: [{ type: 'fInput', name: 'name', label: 'Name' }] },
    { type: 'cSection', name: 'b', label: 'Second', children: [{ type: 'fInput', name: 'job', label: 'Job' }] },
    { type: 'fInput', name: 'note', label: 'Note' },
  );
  const form = await makeForm(fill.service, { formSchema: { rootElem }, display: 'steps' });
  const { page, context } = await fill.open(`/f/${form}/`);
  await page.fill('#f-name', 'Dana');
  await submit(page);
  await expect.poll(() => titleOf(page)).toBe('Second');
  expect(await page.isVisible('#f-note')).toBe(true);
  await page.fill('#f-note', 'kept');
  await expect.poll(() => page.evaluate('JSON.stringify(localStorage)')).toContain('kept');
  // Another tab, without the history of the first.
  const other = await context.newPage();
  await other.goto(page.url());
  await expect.poll(() => titleOf(other)).toBe('Second');
  expect(await other.inputValue('#f-note')).toBe('kept');
  await other.close();
  // The form was changed meanwhile: what is in the first step is no longer right.
  const { key } = fill.service.people.alice;
  const changed = structuredClone(rootElem) as unknown as { children: { children: object[] }[] };
  Object.assign(changed.children[0]!.children[0]!, { validators: ['str/email'] });
  await fill.service.call('PATCH', `/form/${form}`, { key, body: { formSchema: { rootElem: changed } } });
  await submit(page);
  await page.waitForSelector('#changed-title');
  await submit(page);
  await expect.poll(() => titleOf(page)).toBe('First');
  await expect.poll(() => focused(page)).toBe('f-name');
});

test('[fill-links.one] one question at a time: Enter goes on, texts come along, rows and columns are one', async () => {
  const rootElem = root(
    { type: 'eText', name: 'intro', text: 'Only two minutes' },
    { type: 'fInput', name: 'name', label: 'Your name', reqValidator: true },
    { type: 'fInput', name: 'secret', concealed: true, fromLink: 'src' },
    { type: 'fInput', name: 'hidden', relevant: 'false' },
    { type: 'cSection', name: 's', label: 'Trip', children: [{ type: 'fLngTxt', name: 'why', label: 'Why?' }] },
    { type: 'cRow', name: 'row', children: [[{ type: 'fInput', name: 'l' }], [{ type: 'fInput', name: 'r' }]] },
    { type: 'cRepeat', name: 'guests', label: 'Guests', rowName: 'guest', children: [{ type: 'fInput', name: 'who' }] },
  );
  const form = await makeForm(fill.service, {
    formSchema: { rootElem },
    display: 'one',
    page: { nextText: 'Go on', submitText: 'Done' },
  });
  const { page, faults } = await fill.open(`/f/${form}/?src=mail`, phone);
  await page.waitForSelector('#f-name');
  expect(await place(page)).toBe('Question 1 of 4');
  expect(await page.isVisible('text=Only two minutes')).toBe(true);
  await page.focus('#f-name');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.summary');
  await page.keyboard.type('Dana');
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('f-why');
  expect([await place(page), await titleOf(page)]).toEqual(['Question 2 of 4', 'Trip']);
  expect(await page.locator('[role=status]').allTextContents()).toContain('Question 2 of 4');
  await page.keyboard.type('a');
  await page.keyboard.press('Enter');
  await page.keyboard.type('b');
  expect(await page.inputValue('#f-why')).toBe('a\nb');
  await expectAccessible(page);
  await page.click('text=Go on');
  await expect.poll(() => focused(page)).toBe('f-l');
  await page.keyboard.type('1');
  await page.keyboard.press('Enter');
  await page.waitForSelector('text=Add guest');
  expect(await page.locator('button.primary').textContent()).toBe('Done');
  await expectAccessible(page);
  await page.click('text=Done');
  await thanks(page);
  expect(await fill.entries(form)).toEqual([['submitted', { name: 'Dana', secret: 'mail', why: 'a\nb', l: '1' }]]);
  expect(faults).toEqual([]);
});

const quick = (locale: string) => ({
  locale,
  display: 'one',
  formSchema: {
    rootElem: root(
      {
        type: 'cSection',
        name: 'first',
        label: 'First part',
        children: [
          {
            type: 'fRadio',
            name: 'one',
            label: 'One',
            reqValidator: true,
            options: ['x', 'y', 'z'],
            otherOption: true,
          },
          { type: 'fCheckbox', name: 'some', label: 'Some', options: ['p', 'q', 'r'] },
        ],
      },
      {
        type: 'cSection',
        name: 'second',
        label: 'Second part',
        children: [
          { type: 'fRate', name: 'score', label: 'Score', rateStyle: 'numbers', rateMin: 0, rateMax: 10 },
          { type: 'fRadio', name: 'year', label: 'Year', options: ['3', '2', '1'] },
          { type: 'fInput', name: 'note', label: 'Note' },
        ],
      },
    ),
  },
});

test.each([
  ['en', 'Question'],
  ['he', 'שאלה'],
])(
  '[fill-links.one.keys] [fill-links.one.choice] [fill-links.one.sections] keys choose options and a choice leads on, with a way back: %s',
  async (locale, word) => {
    const form = await makeForm(fill.service, quick(locale));
    const { page, context, faults } = await fill.open(`/f/${form}/`);
    await page.clock.install();
    await page.reload();
    await page.waitForSelector('#f-one');
    const isAt = (number: number) => expect.poll(() => place(page)).toMatch(new RegExp(`^${word} ${number} `));
    // On a Hebrew keyboard the key of B writes another letter.
    const press = (letter: string) =>
      page.evaluate(`document.activeElement.dispatchEvent(new KeyboardEvent('keydown',
        { key: ${JSON.stringify(locale === 'he' ? 'נ' : letter)}, code: 'Key${letter.toUpperCase()}', bubbles: true, cancelable: true }))`);
    const chosen = () =>
      page.evaluate(`[...document.querySelectorAll('.step-part:not([hidden]) :checked')].map((one) => one.value)`);
    await isAt(1);
    expect(await page.textContent('.section-place')).toContain('2');
    await expectAccessible(page);
    await press('b');
    await isAt(2);
    await page.goBack();
    await isAt(1);
    await expect.poll(chosen).toEqual(['y']);
    // Arrow keys only look around.
    await page.focus('#f-one :checked');
    await page.keyboard.press('ArrowDown');
    await expect.poll(chosen).toEqual(['z']);
    await page.clock.runFor(5000);
    expect(await place(page)).toMatch(new RegExp(`^${word} 1 `));
    await page.locator('#f-one label', { hasText: 'x' }).click();
    await isAt(2);
    await page.click('.back');
    await isAt(1);
    // The same one again leads on too; an answer of one's own is written first.
    await page.locator('#f-one label', { hasText: 'x' }).click();
    await isAt(2);
    await page.goBack();
    await isAt(1);
    await press('d');
    await page.waitForSelector('.other-text:focus');
    await page.keyboard.type('abc1');
    expect(await page.inputValue('.other-text')).toBe('abc1');
    await page.keyboard.press('Enter');
    await isAt(2);

    await page.keyboard.press('1');
    await page.keyboard.press('3');
    await press('b');
    await expect.poll(chosen).toEqual(['p', 'q', 'r']);
    await press('a');
    await expect.poll(chosen).toEqual(['q', 'r']);
    await page.clock.runFor(5000);
    expect(await place(page)).toMatch(new RegExp(`^${word} 2 `));
    await page.keyboard.press('Enter');
    await isAt(3);
    await page.keyboard.press('7');
    await isAt(4);
    // Of numbers a digit chooses its own.
    await page.keyboard.press('1');
    await isAt(5);
    await page.waitForSelector('#f-note:focus');
    await page.keyboard.type('ab1');
    await submit(page);
    await thanks(page);
    expect(await fill.entries(form)).toEqual([
      ['submitted', { one: 'abc1', some: ['q', 'r'], score: 7, year: '1', note: 'ab1' }],
    ]);
    expect(faults).toEqual([]);
    await context.close();
  },
);

test('[fill-links.one.choice] the last choice sends nothing by itself', async () => {
  const form = await makeForm(fill.service, {
    display: 'one',
    formSchema: { rootElem: root({ type: 'fRadio', name: 'one', label: 'One', options: ['x', 'y'] }) },
  });
  const { page, context } = await fill.open(`/f/${form}/`);
  await page.clock.install();
  await page.reload();
  await page.locator('#f-one label', { hasText: 'x' }).click();
  await page.clock.runFor(5000);
  expect(await page.isVisible('#f-one')).toBe(true);
  await submit(page);
  await thanks(page);
  expect(await fill.entries(form)).toEqual([['submitted', { one: 'x' }]]);
  await context.close();
});

test.each(['no-preference', 'reduce'] as const)(
  '[fill-links.one.sections] motion between questions: %s',
  async (reducedMotion) => {
    const form = await makeForm(fill.service, quick('en'));
    const { page, context } = await fill.open(`/f/${form}/`, { reducedMotion });
    const moved = () =>
      page.evaluate(`[document.querySelector('.steps').dataset.moved ?? '',
      getComputedStyle(document.querySelector('.step-part:not([hidden])')).animationName]`);
    const motion = reducedMotion === 'reduce' ? 'none' : 'step-in';
    await page.waitForSelector('#f-one');
    await expect.poll(moved).toEqual(['', 'none']);
    await page.keyboard.press('a');
    await expect.poll(moved).toEqual(['on', motion]);
    await page.goBack();
    await expect.poll(moved).toEqual(['back', motion]);
    await context.close();
  },
);

test('[fill-links.tabs] on a phone no tab is cut off', async () => {
  const form = await makeForm(fill.service, { formSchema: { rootElem: tabbed } });
  const { page } = await fill.open(`/f/${form}/`, phone);
  await page.check('#f-works');
  await expect.poll(() => page.locator('[role=tab]').count()).toBe(3);
  const isInside =
    "[...document.querySelectorAll('[role=tab]')].every((tab) => tab.getBoundingClientRect().right <= tab.closest('.form').getBoundingClientRect().right)";
  expect(await page.evaluate(isInside)).toBe(true);
});

const helped = root(
  {
    type: 'cSection',
    name: 'a',
    label: 'First',
    help: 'Help of the first.',
    children: [{ type: 'fInput', name: 'x', label: 'X' }],
  },
  {
    type: 'cSection',
    name: 'b',
    label: 'Second',
    help: 'Help of the second.',
    children: [{ type: 'fInput', name: 'y', label: 'Y' }],
  },
);
const helpedTabs = root({
  type: 'cSection',
  name: 'around',
  help: 'Help of the first.',
  children: [
    {
      type: 'cTabs',
      name: 'parts',
      tabs: [{ name: 'one' }, { name: 'two' }],
      children: [
        [{ type: 'fInput', name: 'x', label: 'X' }],
        [
          {
            type: 'cSection',
            name: 'b',
            label: 'B',
            help: 'Help of the second.',
            children: [{ type: 'fInput', name: 'y', label: 'Y' }],
          },
        ],
      ],
    },
  ],
});

test.each([
  ['steps', 'sections', helped],
  ['one', 'sections', helped],
  ['steps', 'tabs', helpedTabs],
] as const)('[fill-links.section-help] the help of a section is shown in %s of %s', async (display, _, rootElem) => {
  const form = await makeForm(fill.service, { formSchema: { rootElem }, display });
  const { page, context } = await fill.open(`/f/${form}/`, phone);
  const helps = () => page.locator('.help:visible').allTextContents();
  await page.waitForSelector('#f-x, [id$="-x"]');
  await expect.poll(helps).toEqual(['Help of the first.']);
  await expectAccessible(page);
  await submit(page);
  await expect.poll(helps).toEqual(['Help of the second.']);
  await context.close();
});

test('[fill-links.review] rich text is in words on the review page', async () => {
  const form = await makeForm(fill.service, {
    page: { review: true },
    formSchema: { rootElem: root({ type: 'fDoc', name: 'story', label: 'Story' }) },
  });
  const { page, context, faults } = await fill.open(`/f/${form}/`);
  await page.locator('#f-story[contenteditable=true]').click();
  await page.keyboard.type('Tom & Ann');
  await page.keyboard.press('Enter');
  await page.keyboard.type('<met>');
  await submit(page);
  await page.locator('.answers', { hasText: 'Tom & Ann' }).waitFor();
  expect(await page.textContent('.answers')).toContain('<met>');
  await submit(page);
  await thanks(page);
  expect(await fill.entries(form)).toHaveLength(1);
  expect(faults).toEqual([]);
  await context.close();
});
