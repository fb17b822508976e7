import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { makePdf } from '../../../test/support/make-pdf.ts';
import { buildSearchIndex } from '../options-sets/search-index.ts';
import { isRefusal } from './refusal.ts';
import { makeTaxLocalityOptions, readTaxYear, taxReader } from './tax-locality-options.ts';

const cities = [
  { code: 101, name: 'גבעת דוגמה' },
  { code: 102, name: 'באר מבחן' },
  { code: 103, name: 'תל ניסוי (שבט)' },
];

describe('[options-sets.maintained.years] tax localities', () => {
  test('a list of records', async () => {
    const list = await readTaxYear(read('tax-localities.json'), { asked: 2026 });
    expect(isRefusal(list) ? list : list.localities.map(({ name }) => name)).toEqual([
      'גבעת דוגמה',
      'באר-מבחן',
      'תל נסוי',
      'אין כזה',
      'גבעת דוגמה',
    ]);
  });

  test('a CSV with locality codes', async () => {
    expect(await readTaxYear(read('tax-localities.csv'), { asked: 2023 })).toEqual({
      year: 2023,
      localities: [{ name: 'גבעת דגמה', code: 101 }],
      reader: taxReader,
      badBytes: [],
      ending: 'closed',
    });
  });

  const head = [
    { text: 'שם יישוב', x: 430, y: 765 },
    { text: 'שיעור', x: 357, y: 765 },
    { text: '2026', x: 327, y: 765 },
    { text: 'תקרה', x: 266, y: 765 },
    { text: '2026', x: 236, y: 765 },
  ];

  test('a PDF: rows by rate and ceiling, a name wrapped over two lines, a number drawn in parts', async () => {
    const pdf = makePdf([
      [
        ...head,
        { text: 'גבעת דוגמה', x: 430, y: 741 },
        { text: '12%', x: 344, y: 741 },
        { text: '186,000', x: 244, y: 741 },
        { text: 'תל ניסוי', x: 440, y: 708 },
        { text: '(שבט)', x: 455, y: 694 },
        { text: '7%', x: 347, y: 701 },
        { text: '146,640', x: 244, y: 701 },
      ],
      [
        ...head,
        { text: '102', x: 520, y: 741 },
        { text: 'באר', x: 485, y: 741 },
        { text: 'מבחן', x: 460, y: 741 },
        { text: '14', x: 344, y: 741 },
        { text: '.5%', x: 354, y: 741 },
        { text: '21', x: 244, y: 741 },
        { text: '9,960', x: 254, y: 741 },
        { text: '21', x: 292, y: 56 },
      ],
    ]);
    expect(await readTaxYear(pdf, { asked: 2026 })).toEqual({
      year: 2026,
      localities: [
        { name: 'גבעת דוגמה', code: undefined },
        { name: 'תל ניסוי (שבט)', code: undefined },
        { name: 'באר מבחן', code: 102 },
      ],
      reader: taxReader,
      badBytes: [],
      ending: 'marked',
    });
    expect(await readTaxYear(pdf, { asked: 2027 })).toEqual({ refusal: 'the source is the list of 2026, not of 2027' });
  });

  test('a PDF without the table, and one that is broken', async () => {
    expect(await readTaxYear(makePdf([head]), { asked: 2026 })).toEqual({
      refusal: 'the source has no list of localities',
    });
    const broken = await readTaxYear(new TextEncoder().encode('%PDF-1.7 and nothing more'), { asked: 2026 });
    expect(isRefusal(broken) && broken.refusal).toMatch(/^the source is a PDF that cannot be read: /);
  });

  test('names as the cities set spells them; a year without a list copies the one before it', async () => {
    const list = await readTaxYear(read('tax-localities.json'), { asked: 2026 });
    if (isRefusal(list)) throw new Error(list.refusal);
    const own = { year: 2024, localities: [{ name: 'באר מבחן' }] };
    const { options, warnings } = makeTaxLocalityOptions([list, own], { cities: cities, lastYear: 2027 });
    const valuesOf = (year: number) => options.filter(({ data }) => data?.['year'] === year).map(({ value }) => value);
    const values2026 = ['גבעת דוגמה', 'באר מבחן', 'תל ניסוי (שבט)', 'אין כזה'];
    expect([2023, 2024, 2025, 2026, 2027, 2028].map(valuesOf)).toEqual([
      [],
      ['באר מבחן'],
      ['באר מבחן'],
      values2026,
      values2026,
      [],
    ]);
    expect(warnings).toEqual(['2026: in no list of cities, kept as published: אין כזה']);
    const index = buildSearchIndex(options);
    expect(index.validate({ value: 'תל ניסוי (שבט)', query: { year: 2027 } })).toBe(true);
    expect(index.validate({ value: 'תל ניסוי (שבט)', query: { year: 2025 } })).toBe(false);
  });

  test('no list at all gives no options', () => {
    expect(makeTaxLocalityOptions([], { cities: cities, lastYear: 2027 })).toEqual({ options: [], warnings: [] });
  });

  test('names known by code only', () => {
    const cities = [{ code: 1360, name: 'סעוה' }];
    const years = [{ year: 2026, localities: [{ name: 'מולדה' }] }];
    expect(makeTaxLocalityOptions(years, { cities, lastYear: 2026 }).options).toEqual([
      { value: 'סעוה', data: { year: 2026 } },
    ]);
  });

  test('a misprint of a booklet is the city that was meant', () => {
    const years = [{ year: 2025, localities: [{ name: 'קורניתצ' }] }];
    const options = [{ value: 'קורנית', data: { year: 2025 } }];
    const made = makeTaxLocalityOptions(years, { cities: [{ code: 1179, name: 'קורנית' }], lastYear: 2025 });
    expect(made).toEqual({ options, warnings: [] });
  });
});

function read(name: string): Uint8Array {
  return readFileSync(new URL(`../../../test/fixtures/sets/${name}`, import.meta.url));
}
