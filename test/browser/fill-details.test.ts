// Small things that people stumble over: what looks answered and is not, where the focus goes, what fits.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeForm, root } from '../support/entries.ts';
import { desktop, type FillTest, startFillTest, submit, thanks } from '../support/fill-page.ts';

let fill: FillTest;
beforeAll(async () => {
  fill = await startFillTest();
});
afterAll(() => fill.close());

const name = { type: 'fInput', name: 'name', label: 'Name', reqValidator: true };

test('[fill-links.undo] starting over blames no field', async () => {
  const form = await makeForm(fill.service, { formSchema: { rootElem: root(name) } });
  const { page, context } = await fill.open(`/f/${form}/`);
  await page.fill('#f-name', 'Dana');
  await page.waitForTimeout(700);
  await page.reload();
  await page.click('text=Start over');
  await page.waitForSelector('text=Bring it back');
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Bring it back');
  await page.waitForTimeout(300);
  expect(await page.locator('.message').count()).toBe(0);
  await context.close();
});

test.each(['fRadio', 'fSelect'])(
  '[fill-links.other-answer] [fill-links.keys] %s: keys pass the option for an answer of one’s own, and Tab leads to its box',
  async (type) => {
    const element = { type, name: 'k', label: 'K', options: ['a', 'b'], otherOption: true };
    const form = await makeForm(fill.service, { formSchema: { rootElem: root(element) } });
    const { page, context } = await fill.open(`/f/${form}/`);
    const focused = () => page.evaluate('document.activeElement.id || document.activeElement.value');
    if (type === 'fSelect') await page.focus('#f-k');
    else await page.locator('input[type=radio]').first().focus();
    if (type === 'fSelect') await page.keyboard.press('ArrowDown');
    else await page.keyboard.press(' ');
    // A key is answered before the next one is pressed.
    const chosen = () => page.evaluate("[...document.querySelectorAll('#f-k :checked')].map(({ value }) => value)");
    for (let time = 0; time < 2; time += 1) {
      const before = await chosen();
      await page.keyboard.press('ArrowDown');
      await expect.poll(chosen).not.toEqual(before);
    }
    await page.waitForSelector('.other-text');
    await page.waitForTimeout(100);
    expect(await focused()).not.toBe('f-k-other');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('f-k-other');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('ArrowUp');
    await page.waitForSelector('.other-text', { state: 'detached' });
    await submit(page);
    await thanks(page);
    expect(await fill.entries(form)).toEqual([['submitted', { k: 'b' }]]);
    await context.close();
  },
);

test.each(['fRadio', 'fCheckbox', 'fSelect'])(
  '[fill-links.other-answer] %s: an answer of one’s own that is an option is that option, before and after a reload',
  async (type) => {
    const element = { type, name: 'k', label: 'K', options: ['a', 'b'], otherOption: true };
    const form = await makeForm(fill.service, {
      formSchema: { rootElem: root(element, { type: 'fInput', name: 'next', label: 'Next' }) },
    });
    const { page, context } = await fill.open(`/f/${form}/`);
    if (type === 'fSelect') await page.selectOption('#f-k', { label: 'Other' });
    else await page.getByText('Other', { exact: true }).click();
    await page.fill('#f-k-other', 'b');
    await page.focus('#f-next');
    for (let time = 0; time < 2; time += 1) {
      await page.waitForSelector('.other-text', { state: 'detached' });
      const chosen = "[...document.querySelectorAll('#f-k :checked')].map((one) => one.value)";
      expect(await page.evaluate(type === 'fSelect' ? "[document.getElementById('f-k').value]" : chosen)).toEqual([
        'b',
      ]);
      await page.waitForTimeout(700);
      await page.reload();
      await page.waitForSelector('#f-next');
    }
    await submit(page);
    await thanks(page);
    expect(await fill.entries(form)).toEqual([['submitted', { k: type === 'fCheckbox' ? ['b'] : 'b' }]]);
    await context.close();
  },
);

test('[fill-links.rich-text] there is nothing to undo in a text that was only visited', async () => {
  const form = await makeForm(fill.service, {
    formSchema: { rootElem: root({ type: 'fDoc', name: 'doc', label: 'Text' }) },
  });
  const { page, context } = await fill.open(`/f/${form}/`);
  const undo = page.locator('.is-undo');
  await page.click('#f-doc');
  await page.keyboard.press('ArrowRight');
  await page.waitForTimeout(200);
  expect(await undo.getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.type('words');
  await expect.poll(() => undo.getAttribute('aria-disabled')).toBe(null);
  await undo.click();
  await expect.poll(async () => (await page.textContent('#f-doc'))?.trim()).toBe('');
  await context.close();
});

test('[fill-links.slider] [fill-links.quality] a slider and a color that nobody chose do not look chosen', async () => {
  const slider = { type: 'fInput', name: 'slide', label: 'Slide', typeValidator: 'num', inputStyle: 'slider' };
  const form = await makeForm(fill.service, {
    formSchema: { rootElem: root(slider, { type: 'fColor', name: 'color' }) },
  });
  const { page, context } = await fill.open(`/f/${form}/`);
  const look = () => page.evaluate("getComputedStyle(document.getElementById('f-slide')).appearance");
  // Beside the stroke through it.
  const brightness = async () => {
    const picture = (await page.locator('.swatch').screenshot()).toString('base64');
    const blank = await context.newPage();
    const bright = await blank.evaluate<number>(`(async () => {
      const image = new Image();
      image.src = 'data:image/png;base64,${picture}';
      await image.decode();
      const pen = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height }).getContext('2d');
      pen.drawImage(image, 0, 0);
      return pen.getImageData(image.width * 0.7, image.height * 0.35, 1, 1).data[0];
    })()`);
    await blank.close();
    return bright;
  };
  expect([await look(), (await brightness()) > 180]).toEqual(['none', true]);
  await page.focus('#f-slide');
  await page.keyboard.press('ArrowUp');
  await page.fill('#f-color', '#000000');
  await expect.poll(look).toBe('auto');
  expect(await brightness()).toBeLessThan(20);
  await context.close();
});

test('[fill-links.phone] [fill-links.signature] a phone number has room in a narrow column, a signature is as wide as other fields', async () => {
  const phone = { type: 'fInput', name: 'phone', label: 'Phone', validators: ['str/phone'] };
  const column = (at: number) => [{ type: 'fInput', name: `column${at}` }];
  const rootElem = root(
    { type: 'cRow', name: 'row', children: [[phone], column(1), column(2)] },
    { type: 'fInput', name: 'text' },
    { type: 'fSign', name: 'sign' },
  );
  const form = await makeForm(fill.service, { formSchema: { rootElem } });
  const { page, context } = await fill.open(`/f/${form}/`, desktop);
  await page.waitForSelector('.sign-paper');
  const widthOf = (selector: string) =>
    page.evaluate<number>(`document.querySelector(${JSON.stringify(selector)}).offsetWidth`);
  expect(await widthOf('#f-phone')).toBeGreaterThan(140);
  expect(await widthOf('.sign-paper')).toBe(await widthOf('.sign-field'));
  await context.close();
});

test('[fill-links.kept] a device that keeps nothing says so, and the page asks before it is left', async () => {
  for (const [locale, words] of [
    ['en', 'its storage is full or blocked'],
    ['he', 'האחסון מלא או חסום'],
  ]) {
    const form = await makeForm(fill.service, { locale, formSchema: { rootElem: root(name) } });
    const { page, context } = await fill.open(`/f/${form}/`);
    expect(await page.locator('details').count()).toBe(1);
    await page.evaluate("Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }");
    await page.fill('#f-name', 'Dana');
    await page.locator('.notice.warning', { hasText: words }).waitFor();
    // What would be kept there is not promised.
    expect(await page.locator('details').count()).toBe(0);
    const asks = await page.evaluate(
      "(() => { const leaving = new Event('beforeunload', { cancelable: true }); dispatchEvent(leaving); return leaving.defaultPrevented; })()",
    );
    expect(asks).toBe(true);
    await context.close();
  }
});
