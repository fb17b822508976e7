import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCountryOptions } from '../../src/server/registries/country-options.ts';
import { bringLists, setId } from '../support/bring-lists.ts';
import { makeForm, root } from '../support/entries.ts';
import { expectAccessible, expectNoSideways, type FormTest, startFormTest } from '../support/form-test.ts';
import { takePicture } from '../support/picture.ts';
import type { TestService } from '../support/service.ts';

let service: TestService;
let openForm: FormTest['openForm'];
let submittedData: FormTest['submittedData'];
let close: FormTest['close'];
let citiesUrl: string;
beforeAll(async () => {
  ({ service, openForm, submittedData, close } = await startFormTest());
  citiesUrl = await makeCities();
});
afterAll(() => close());

async function makeCities(): Promise<string> {
  const key = service.people.alice.key;
  const { body } = await service.call('POST', '/optionsSet', { key, body: { name: 'Cities' } });
  const names = [
    'Haifa',
    'Hadera',
    'Holon',
    'Tel Aviv-Yafo',
    'Jerusalem',
    'Be’er Sheva',
    'São Paulo',
    'תל אביב-יפו',
    'חיפה',
  ];
  const options = names.map((value, at) => ({
    value,
    score: 100 - at,
    data: { country: value === 'São Paulo' ? 'BR' : 'IL' },
  }));
  await service.call('POST', `/optionsSet/${body.id}/addOptions`, { key, body: { options } });
  return `/v1.0/optionsSet/${body.id}/autocomplete`;
}

const cityForm = (extra: object = {}, locale = 'en') => ({
  name: 'City',
  locale,
  formSchema: {
    rootElem: root({
      type: 'fSelect',
      name: 'city',
      label: locale === 'he' ? 'עיר' : 'City',
      options: { url: citiesUrl, qs: "{term: term, query: {country: 'IL'}}" },
      ...extra,
    }),
  },
});

test('[fill-links.search] by keyboard: arrows, Home, End, Escape, Enter; what is chosen is sent', async () => {
  const form = await makeForm(service, cityForm());
  const { page, faults, close } = await openForm(form);
  const box = page.getByRole('combobox', { name: 'City' });
  await box.waitFor();
  await expectAccessible(page);
  await box.focus();
  await page.keyboard.press('ArrowDown');
  await page.waitForSelector('[role=option]');
  await expect.poll(() => box.getAttribute('aria-expanded')).toBe('true');
  await expect.poll(() => page.locator('[role=option]').allTextContents()).not.toContain('São Paulo');
  const activeText = () =>
    page.evaluate("document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))?.textContent");
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => activeText()).toBe('Haifa');
  await page.keyboard.press('End');
  await expect.poll(() => activeText()).toBe('חיפה');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => activeText()).toBe('Haifa');
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  await expect.poll(() => activeText()).toBe('Haifa');
  await expectAccessible(page);
  await takePicture(page, 'search-open');
  await page.keyboard.press('Escape');
  await expect.poll(() => box.getAttribute('aria-expanded')).toBe('false');
  await page.keyboard.type('yafo');
  await expect.poll(activeText).toBe('Tel Aviv-Yafo');
  await expect.poll(() => page.locator('.search-field [role=status]').textContent()).toBe('1 result');
  await page.keyboard.press('Enter');
  await expect.poll(() => box.inputValue()).toBe('Tel Aviv-Yafo');
  await expect.poll(() => page.locator('.thank-you').count()).toBe(0);
  // Words that chose nothing stay to be seen, and never become the choice before them.
  await page.keyboard.type('nowhere');
  await page.getByText('Nothing found').first().waitFor();
  await takePicture(page, 'search-none');
  await page.keyboard.press('Tab');
  await expect.poll(() => box.inputValue()).toBe('nowhere');
  await page.getByText('Choose one from the list, or clear the field.').waitFor();
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.waitForSelector('.summary');
  await expectAccessible(page);
  await box.focus();
  await page.keyboard.press('Escape');
  await expect.poll(() => box.inputValue()).toBe('Tel Aviv-Yafo');
  expect(await submittedData(page, form)).toEqual({ city: 'Tel Aviv-Yafo' });
  expect(faults).toEqual([]);
  await close();
});

const numbered = Array.from({ length: 60 }, (_, at) => `Street ${at + 1}`);
/** Every form of a fixed list that is long enough to be searched. */
const longLists = {
  'a fixed list': { options: numbered },
  groups: {
    options: [
      { label: 'North', options: numbered.slice(0, 30) },
      { label: 'South', options: numbered.slice(30) },
    ],
  },
} as const;

for (const selectMulti of [false, true])
  test(`[fill-links.search] keys alone move through every long list and choose ${selectMulti ? 'several' : 'one'}`, async () => {
    const elements = Object.entries(longLists).map(([label, extra], at) => ({
      type: 'fSelect',
      name: `s${at}`,
      label,
      ...(selectMulti && { selectMulti }),
      ...extra,
    }));
    const form = await makeForm(service, { name: 'Streets', formSchema: { rootElem: root(...elements) } });
    const { page, faults, close } = await openForm(form);
    const { keyboard } = page;
    const activeText = () =>
      page.evaluate(
        "document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))?.textContent",
      );
    const moves = [
      ['ArrowDown', 'Street 1'],
      ['ArrowDown', 'Street 2'],
      ['PageDown', 'Street 10'],
      ['ArrowUp', 'Street 9'],
      ['End', 'Street 60'],
      ['Home', 'Street 1'],
      ['PageDown', 'Street 9'],
      ['PageUp', 'Street 1'],
      ['ArrowDown', 'Street 2'],
    ] as const;
    for (const label of Object.keys(longLists)) {
      const box = page.getByRole('combobox', { name: label, exact: true });
      await box.focus();
      await keyboard.press('ArrowDown');
      await expect.poll(() => box.getAttribute('aria-expanded')).toBe('true');
      for (const [key, reached] of moves) {
        await keyboard.press(key);
        await expect.poll(activeText, { message: `${label}: ${key}` }).toBe(reached);
      }
      await keyboard.press('Enter');
      if (selectMulti) await keyboard.press('Escape');
      else await expect.poll(() => box.inputValue()).toBe('Street 2');
    }
    const chosen = selectMulti ? ['Street 2'] : 'Street 2';
    expect(await submittedData(page, form)).toEqual(Object.fromEntries(elements.map(({ name }) => [name, chosen])));
    expect(faults).toEqual([]);
    await close();
  });

test('[fill-links.search] letters that come right after a choice, before anything is drawn, start the next search', async () => {
  const form = await makeForm(service, cityForm());
  const { page, close } = await openForm(form);
  const box = page.getByRole('combobox', { name: 'City' });
  await box.click();
  await page.keyboard.type('yafo');
  await expect.poll(() => page.locator('[role=option].is-active').count()).toBe(1);
  await page.evaluate(`(async () => {
    const input = document.activeElement;
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    // The choice is in the box, and no frame has been drawn since.
    for (let turn = 0; turn < 100 && input.value !== 'Tel Aviv-Yafo'; turn++) await Promise.resolve();
    if (input.value !== 'Tel Aviv-Yafo') throw new Error('The choice was not shown at once.');
    input.value = 'nowhere';
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  })()`);
  await page.getByText('Nothing found').first().waitFor();
  expect(await box.inputValue()).toBe('nowhere');
  await close();
});

test('[fill-links.search] a choice and the next word typed without a pause: no letter is lost', async () => {
  const words = [
    ['yafo', 'Tel Aviv-Yafo'],
    ['holon', 'Holon'],
    ['hadera', 'Hadera'],
  ] as const;
  for (const selectMulti of [false, true]) {
    const form = await makeForm(service, cityForm({ selectMulti }));
    const { page, close } = await openForm(form);
    const box = page.getByRole('combobox', { name: 'City' });
    await box.click();
    await page.keyboard.type(words[0][0]);
    for (let turn = 0; turn < 5; turn++) {
      await expect
        .poll(() => page.locator('[role=option].is-active').allTextContents())
        .toEqual([words[turn % words.length]![1]]);
      const next = words[(turn + 1) % words.length]![0];
      await Promise.all([page.keyboard.press('Enter'), page.keyboard.type(next)]);
      expect(await box.inputValue()).toBe(next);
    }
    await close();
  }
});

test('[fill-links.search] the response to earlier words never replaces that to later ones; a failed search can be tried again', async () => {
  const form = await makeForm(service, cityForm({ type: 'fSelect' }));
  const { page, close } = await openForm(form);
  const asked: string[] = [];
  await page.route('**/autocomplete?*', async (route) => {
    const term = new URL(route.request().url()).searchParams.get('term') ?? '';
    asked.push(term);
    if (term === 'h') await new Promise((resolve) => setTimeout(resolve, 800));
    await route.continue().catch(() => {});
  });
  const box = page.getByRole('combobox', { name: 'City' });
  await box.click();
  await page.waitForSelector('[role=option]');
  await page.keyboard.type('h');
  await expect.poll(() => asked.at(-1)).toBe('h');
  await page.keyboard.insertText('olo');
  await expect.poll(() => page.locator('[role=option]').allTextContents()).toEqual(['Holon']);
  await page.waitForTimeout(900);
  await expect.poll(() => page.locator('[role=option]').allTextContents()).toEqual(['Holon']);
  expect(asked).toEqual(['', 'h', 'holo']);
  await page.unroute('**/autocomplete?*');
  await page.route('**/autocomplete?*', (route) => route.abort(), { times: 1 });
  await page.keyboard.press('Backspace');
  await page.getByText('The search did not work.').first().waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => page.locator('[role=option]').allTextContents()).toEqual(['Holon']);
  await page.locator('[role=option]').click();
  await expect.poll(() => box.inputValue()).toBe('Holon');
  await page.getByRole('button', { name: 'Clear: Holon' }).click();
  await expect.poll(() => box.inputValue()).toBe('');
  expect(await submittedData(page, form)).toEqual({});
  await close();
});

test('[fill-links.search] several choices are chips that can be taken away: Hebrew, by touch, 320 px', async () => {
  const form = await makeForm(service, cityForm({ selectMulti: true }, 'he'));
  const { page, faults, close } = await openForm(form, {
    viewport: { width: 320, height: 700 },
    hasTouch: true,
    isMobile: true,
  });
  const box = page.getByRole('combobox', { name: 'עיר' });
  await box.tap();
  await page.getByRole('option', { name: 'Haifa' }).tap();
  await page.getByRole('option', { name: 'תל אביב-יפו' }).tap();
  await page.getByRole('option', { name: 'Jerusalem' }).tap();
  await expectAccessible(page);
  await takePicture(page, 'search-multi-he-320');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'הסרת Haifa' }).tap();
  await expect.poll(() => page.locator('.chip').allTextContents()).toEqual(['תל אביב-יפו', 'Jerusalem']);
  await expectNoSideways(page);
  await expectAccessible(page);
  expect(await submittedData(page, form)).toEqual({ city: ['תל אביב-יפו', 'Jerusalem'] });
  expect(faults).toEqual([]);
  await close();
});

test('[fill-links.search] a long fixed list is searched on the page itself; the value is stored, not the label', async () => {
  const towns = (prefix: string) =>
    Array.from({ length: 30 }, (_, at) => [`${prefix}${at}`, `${prefix === 'n' ? 'North' : 'Süd'} ${at}`]);
  const groups = [
    { label: 'Up', options: towns('n') },
    { label: 'Down', options: towns('s') },
  ];
  const form = await makeForm(service, {
    formSchema: {
      rootElem: root(
        { type: 'fSelect', name: 'town', label: 'Town', options: groups },
        { type: 'fSelect', name: 'towns', label: 'Towns', options: groups, selectMulti: true },
        { type: 'fSelect', name: 'short', label: 'Short', options: towns('n') },
      ),
    },
  });
  const { page, faults, close } = await openForm(form);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const box = page.getByRole('combobox', { name: 'Town', exact: true });
  await box.click();
  await expect.poll(() => page.locator('[role=option]').count()).toBe(60);
  await page.keyboard.insertText('sud 2');
  await expect
    .poll(() => page.locator('[role=option]').allTextContents())
    .toEqual([2, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29].map((at) => `Süd ${at}`));
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect.poll(() => box.inputValue()).toBe('Süd 2');
  const several = page.getByRole('combobox', { name: 'Towns' });
  await several.click();
  await page.locator('[role=option]', { hasText: 'North 7' }).click();
  await page.locator('[role=option]', { hasText: 'Süd 9' }).click();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('.chip').allTextContents()).toEqual(['North 7', 'Süd 9']);
  await expect.poll(() => page.locator('select').count()).toBe(1);
  expect(asked.filter((url) => url.includes('/v1.0/'))).toEqual([]);
  expect(await submittedData(page, form)).toEqual({ town: 's2', towns: ['n7', 's9'] });
  expect(faults).toEqual([]);
  await close();
});

test('[fill-links.search] nothing is marked but what the words leave no doubt about; Tab takes it; a cut list says so; countries are shown by name', async () => {
  const { options } = makeCountryOptions('en', { withFormer: false });
  await bringLists({ countriesEnglish: options }, service.services);
  const url = `/v1.0/optionsSet/${setId('countriesEnglish')}/autocomplete`;
  const streets = ['North Main', 'Main', 'Mainz', ...Array.from({ length: 250 }, (_, at) => `Street ${at}`)];
  const form = await makeForm(service, {
    formSchema: {
      rootElem: root(
        { type: 'fSelect', name: 'country', label: 'Country', options: { url } },
        { type: 'fSelect', name: 'second', label: 'Second', options: { url } },
        { type: 'fSelect', name: 'street', label: 'Street', options: streets },
      ),
    },
  });
  const { page, faults, close } = await openForm(form);
  const [country, second, street] = ['Country', 'Second', 'Street'].map((name) => page.getByRole('combobox', { name }));
  const shown = () => page.locator('[role=option]:visible').allTextContents();
  const marked = () => page.locator('.option.is-active').allTextContents();

  await country!.click();
  await expect.poll(async () => (await shown()).length).toBe(10);
  await page.waitForSelector('.option-note:text-is("The first 10 are shown. Type more to see others.")');
  await expectAccessible(page);
  await takePicture(page, 'search-more');
  await page.keyboard.type('ind');
  await expect.poll(async () => (await shown())[0]).toBe('India');
  await expect.poll(marked).toEqual([]);
  await page.keyboard.press('Enter');
  await page.waitForSelector('.option-note:text-is("Nothing is chosen yet. Move to an option, then press Enter.")');
  await takePicture(page, 'search-refused');
  await page.keyboard.type('ia');
  await expect.poll(marked).toEqual(['India']);
  await page.keyboard.press('Enter');
  await expect.poll(() => country!.inputValue()).toBe('India');
  await expect.poll(() => page.evaluate('document.activeElement.selectionEnd')).toBe('India'.length);
  await expect.poll(() => page.evaluate('document.activeElement.selectionStart')).toBe(0);
  // A change of mind that chooses nothing is not the old choice.
  await page.keyboard.type('ira');
  await expect.poll(shown).toContain('Iraq');
  await page.keyboard.press('Tab');
  await expect.poll(() => country!.inputValue()).toBe('ira');
  await page.getByText('Choose one from the list, or clear the field.').waitFor();

  // Quicker than the search, straight to the button.
  await second!.focus();
  await page.keyboard.insertText('israel');
  await street!.focus();
  await page.keyboard.insertText('Main');
  await expect.poll(shown).toEqual(['Main', 'Mainz', 'North Main']);
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect.poll(() => page.locator('.summary li').allTextContents()).toEqual([expect.stringContaining('Country')]);
  await expect.poll(() => second!.inputValue()).toBe('Israel');
  await expect.poll(() => street!.inputValue()).toBe('Main');
  await page.reload();
  await expect.poll(() => country!.inputValue()).toBe('ira');
  await country!.click();
  await page.getByRole('option', { name: 'Iran' }).click();
  expect(await submittedData(page, form)).toEqual({ country: 'Iran | IR', second: 'Israel | IL', street: 'Main' });
  expect(faults).toEqual([]);
  await close();
});
