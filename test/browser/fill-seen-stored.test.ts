// What people see is what is stored: every control whose text on the screen is not a whole value when the form is sent.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeForm, root } from '../support/entries.ts';
import { type FillTest, startFillTest, submit, thanks } from '../support/fill-page.ts';

let fill: FillTest;
beforeAll(async () => {
  fill = await startFillTest();
});
afterAll(() => fill.close());

const date = (mode: string) => ({ type: 'fDate', name: 'when', label: 'When', typeValidator: { type: 'date', mode } });
const complete = { d: 'Complete the date.', dt: 'Complete the date and the time.', t: 'Complete the time.' } as const;
const values = { d: '2024-05-06', dt: '2024-05-06T10:20', t: '10:20' } as const;
const modes = ['d', 'dt', 't'] as const;

test.each(modes.flatMap((mode) => (['page', 'one'] as const).map((display) => [mode, display] as const)))(
  '[fill-links.half-typed] Enter in a half-typed and in a half-erased field of mode %s stores nothing else (%s)',
  async (mode, display) => {
    const next = { type: 'fInput', name: 'next', label: 'Next one' };
    const form = await makeForm(fill.service, { display, formSchema: { rootElem: root(date(mode), next) } });
    const { page, context } = await fill.open(`/f/${form}/`);
    const isRefused = async () => {
      await page.locator('#f-when-message', { hasText: complete[mode] }).waitFor();
      expect(await fill.entries(form)).toEqual([]);
    };
    await page.focus('#f-when');
    await page.keyboard.type('05');
    await page.keyboard.press('Enter');
    await isRefused();
    await page.fill('#f-when', values[mode]);
    await page.waitForSelector('#f-when-message', { state: 'detached' });
    await page.locator('#f-when').blur();
    await page.focus('#f-when');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Enter');
    await isRefused();
    await page.fill('#f-when', values[mode]);
    if (display === 'one') await submit(page);
    if (display === 'one') await page.waitForSelector('#f-next');
    await submit(page);
    await thanks(page);
    const [[, data]] = (await fill.entries(form)) as [[string, { when: string }]];
    expect(data.when).toContain(mode === 't' ? '10:20' : '2024-05-06');
    await context.close();
  },
);
