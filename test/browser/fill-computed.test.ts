// Computed values on the page: they follow the answers, cannot be changed, and are what is stored.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeForm, root } from '../support/entries.ts';
import { type FillTest, phone, startFillTest, submit, thanks } from '../support/fill-page.ts';

let fill: FillTest;
beforeAll(async () => {
  fill = await startFillTest();
});
afterAll(() => fill.close());

const number = (name: string, label: string, more: object = {}) => ({
  ...{ type: 'fInput', typeValidator: 'num', name, label },
  ...more,
});
const elements = (words: Record<string, string>) => [
  {
    type: 'cRepeat',
    name: 'lines',
    label: words['lines'],
    reqValidator: true,
    children: [
      number('price', words['price'] ?? ''),
      number('count', words['count'] ?? ''),
      number('sum', words['sum'] ?? '', { compute: 'row.price * row.count' }),
    ],
  },
  number('total', words['total'] ?? '', {
    compute: "fn.sum(model.lines, 'sum')",
    validators: [{ type: 'num/max', value: 100 }],
  }),
  { type: 'fInput', name: 'why', label: words['why'], relevant: 'model.total > 50' },
  { type: 'fDate', name: 'until', label: words['until'], compute: 'fn.addDays(fn.today(), 14)' },
  { type: 'fInput', name: 'at', label: words['at'], compute: 'fn.now()' },
];
const en = {
  lines: 'Lines',
  price: 'Price',
  count: 'Count',
  sum: 'Sum',
  total: 'Total',
  why: 'Why',
  until: 'Pay until',
  at: 'At',
};
const he = {
  lines: 'שורות',
  price: 'מחיר',
  count: 'כמות',
  sum: 'סכום',
  total: 'סך הכול',
  why: 'למה',
  until: 'לתשלום עד',
  at: 'בשעה',
};

test.each([
  ['en', en, 'page'],
  ['he', he, 'page'],
  ['en', en, 'one'],
] as const)(
  '[validation.computed.page] they follow what is typed, and are stored as shown (%s, %s)',
  async (locale, words, display) => {
    const form = await makeForm(fill.service, { locale, display, formSchema: { rootElem: root(...elements(words)) } });
    const { page, context } = await fill.open(`/f/${form}/?data=${encodeURIComponent('{"total":7}')}`, phone);
    const shown = (name: string) => page.locator(`[data-path="model['${name}']"] output`);
    if (display === 'page') {
      expect(await shown('total').innerText()).toBe('0');
      expect(await page.locator('#app input').count()).toBe(2);
    }
    await page.getByLabel(words.price).fill('12.5');
    await page.getByLabel(words.count).fill('9');
    await page.locator("[data-path=\"model['lines'][0]['sum']\"] output", { hasText: '112.5' }).waitFor();
    if (display === 'page') {
      await shown('total').filter({ hasText: '112.5' }).waitFor();
      await submit(page);
      await page.locator('[data-path="model[\'total\']"] .error', { hasText: '100' }).waitFor();
    }
    await page.getByLabel(words.count).fill('5');
    for (const name of display === 'one' ? ['lines', 'total', 'why', 'until'] : []) {
      await page.locator(`[data-path="model['${name}']"]`).waitFor();
      await submit(page);
    }
    if (display === 'page') await page.getByLabel(words.why).fill('x');
    await submit(page);
    await thanks(page);
    const [[, data]] = (await fill.entries(form)) as [[string, Record<string, unknown>]];
    const day = new Date(fill.service.services.clock.now() + 14 * 86_400_000).toISOString().slice(0, 10);
    expect(data).toEqual({
      lines: [{ price: 12.5, count: 5, sum: 62.5 }],
      total: 62.5,
      ...(display === 'page' && { why: 'x' }),
      until: `${day}T00:00:00.000Z`,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    await context.close();
  },
);

test('[expressions.calendar] today is that of the service: a device whose clock is a day off shows it too', async () => {
  const day = { type: 'fDate', name: 'day', label: 'Day', compute: 'fn.today()' };
  const form = await makeForm(fill.service, {
    formSchema: { rootElem: root(day, { type: 'fInput', name: 'n', label: 'N' }) },
  });
  const { page, context } = await fill.open(`/f/${form}/`);
  const now = fill.service.services.clock.now();
  await page.clock.setFixedTime(now - 86_400_000);
  await page.reload();
  const words = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(now);
  await page.locator('[data-path="model[\'day\']"] output', { hasText: words.slice(0, 6) }).waitFor();
  await context.close();
});
