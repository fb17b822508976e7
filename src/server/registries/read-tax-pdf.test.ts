// Booklets made here after the layouts of the real ones: `npm run test:registries` reads those themselves.
import { describe, expect, test } from 'vitest';
import { makePdf, type PlacedText } from '../../../test/support/make-pdf.ts';
import { isRefusal } from './refusal.ts';
import { readTaxYear } from './tax-locality-options.ts';

type Column = 'code' | 'name' | 'rate' | 'ceiling' | 'rate2' | 'ceiling2';
const x: Record<Column, number> = { code: 490, name: 420, rate: 320, ceiling: 240, rate2: 190, ceiling2: 110 };
/** One line of a page; from the top, line 0. */
const line = (at: number, cells: Partial<Record<Column, string>>, spacing = 14): PlacedText[] =>
  Object.entries(cells).map(([column, text]) => ({ text, x: x[column as Column], y: 760 - at * spacing }));
const page = (...lines: readonly Partial<Record<Column, string>>[]) => lines.flatMap((cells, at) => line(at, cells));

/** Chapters before and after the table: lines with a rate and an amount, some under words of its heads. */
const otherChapters = [
  page(
    { name: 'עבודה במשמרות 10(ב) - תקרת זיכוי', rate: '15%', ceiling: '11,640' },
    { name: 'תקרת הפטור ממכירת חשמל', rate: '10%', ceiling: '24,800' },
  ),
  page(
    { name: 'מדרגות המס', rate: 'שיעור', ceiling: 'תקרה' },
    { rate: '2026', ceiling: '2026' },
    { name: 'עד הכנסה של', rate: '10%', ceiling: '84,120' },
    { name: 'מכל שקל נוסף', rate: '14%', ceiling: '120,720' },
  ),
];

async function read(pages: readonly (readonly PlacedText[])[], asked: number) {
  const list = await readTaxYear(makePdf(pages), { asked });
  return isRefusal(list) ? list.refusal : list.localities.map(({ name, code }) => (code ? `${code} ${name}` : name));
}

describe('[options-sets.maintained.years] whole booklets', () => {
  test('2016: heads on the first page only, the year below them; a page that goes on has the same columns', async () => {
    const pages = [
      ...otherChapters,
      page(
        { code: 'סמל', name: 'שם יישוב', rate: 'שיעור', ceiling: 'תקרה' },
        { code: 'היישוב', rate: '2016', ceiling: '2016' },
        {},
        { code: '101', name: 'גבעת דוגמה', rate: '7%', ceiling: '132,000' },
      ),
      page({ code: '102', name: 'באר מבחן', rate: '12%', ceiling: '192,000' }),
      ...otherChapters,
    ];
    expect(await read(pages, 2016)).toEqual(['101 גבעת דוגמה', '102 באר מבחן']);
    expect(await read(pages, 2026)).toBe('the source is the list of 2016, not of 2026');
  });

  test('2019: heads of four lines, and a second table for part of the year', async () => {
    const head = [
      { rate: 'שיעור', ceiling: 'תקרת' },
      { code: 'סמל', rate: 'ההטבה', ceiling: 'ההטבה' },
      { name: 'שם יישוב' },
      { code: 'היישוב', rate: 'לשנת', ceiling: 'לשנת' },
      { rate: '2019', ceiling: '2019' },
    ];
    const pages = [
      ...otherChapters,
      page(...head, { code: '101', name: 'גבעת דוגמה', rate: '10%', ceiling: '162,000' }),
      page(
        { name: 'שם יישוב', rate: 'שיעור', ceiling: 'תקרת', rate2: 'שיעור', ceiling2: 'תקרת' },
        { rate: '1.1.2019', ceiling: '1.1.2019', rate2: '31.12.2019', ceiling2: '31.12.2019' },
        { code: '103', name: 'תל ניסוי*', rate: '14%', ceiling: '216,000', rate2: '12%', ceiling2: '198,000' },
        { code: '101', name: 'גבעת דוגמה', rate: '14%', ceiling: '216,000', rate2: '12%', ceiling2: '198,000' },
      ),
    ];
    expect(await read(pages, 2019)).toEqual(['101 גבעת דוגמה', '103 תל ניסוי']);
    expect(await read(pages, 2021)).toBe('the source is the list of 2019, not of 2021');
  });

  test('2023: the code stands beside a name that is wrapped around it', async () => {
    const pages = [
      [
        ...line(0, { code: 'סמל היישוב', name: 'שם יישוב', rate: 'שיעור 2023', ceiling: 'תקרה 2023' }),
        ...line(4, { name: 'תרבין א-צאנע' }, 8),
        ...line(5, { code: '1346', rate: '12%', ceiling: '206,400' }, 8),
        ...line(6, { name: '(יישוב)*' }, 8),
        ...line(8, { code: '1365', name: 'אליאב', rate: '7%', ceiling: '141,840' }, 8),
      ],
    ];
    expect(await read(pages, 2023)).toEqual(['1346 תרבין א-צאנע (יישוב)', '1365 אליאב']);
  });

  test('2026: a text before the table names localities and the year', async () => {
    const pages = [
      ...otherChapters,
      page(
        { name: 'בשנת המס 2026 נוספו הישובים: אשקלון' },
        {},
        { name: 'שם יישוב', rate: 'שיעור 2026', ceiling: 'תקרה 2026' },
        { name: 'גבעת דוגמה', rate: '12%', ceiling: '186,000' },
        { name: 'באר מבחן', rate: '7%', ceiling: '146,640' },
      ),
      otherChapters[0]!,
    ];
    expect(await read(pages, 2026)).toEqual(['גבעת דוגמה', 'באר מבחן']);
  });

  test('a booklet without the table has no list', async () => {
    expect(await read(otherChapters, 2026)).toBe('the source has no list of localities');
  });
});
