import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { buildSearchIndex } from '../options-sets/search-index.ts';
import { type City, makeCityOptions, makeEnglishCityOptions, readCities } from './city-options.ts';
import { makeStreetOptions, readStreets } from './street-options.ts';

const cities: City[] = [
  { code: 101, name: 'גבעת דוגמה', nameEnglish: 'EXAMPLE HILL' },
  { code: 102, name: 'באר מבחן', nameEnglish: 'BEER MIVHAN' },
  { code: 103, name: 'תל ניסוי (שבט)', nameEnglish: 'BEER MIVHAN' },
  { code: 104, name: 'כפר בדיקה', nameEnglish: '' },
];

const whole = { badBytes: [], ending: 'marked' };

describe('[options-sets.maintained.content] cities', () => {
  test('a page of the datastore: padding and double spaces go', () => {
    expect(readCities([read('cities-datastore.json')])).toEqual({ ...whole, cities: cities, warnings: [] });
  });

  test('cities of one name are a warning', () => {
    const rows = [1, 2, 3].map((code) => ({ code, nameHe: code < 3 ? 'גבעת דוגמה' : 'באר מבחן', nameEn: 'X' }));
    expect(readCities([new TextEncoder().encode(JSON.stringify(rows))])).toMatchObject({
      warnings: ['cities 1, 2 have one name, and their streets are one list: גבעת דוגמה'],
    });
  });

  test('Hebrew headers: code 0 dropped, mirrored parentheses repaired, a code only once', () => {
    expect(readCities([read('cities-hebrew-headers.json')])).toEqual({
      ...whole,
      cities: [{ code: 103, name: 'תל ניסוי (שבט)', nameEnglish: 'TEL NISSUY' }],
      warnings: ['city code 103 comes twice: the first one is kept', 'city row without a code or name: x בלי סמל'],
    });
  });

  test('XML rows, entities and CDATA', () => {
    expect(readCities([read('cities.xml')])).toEqual({
      ...whole,
      cities: [
        { code: 101, name: 'גבעת "דוגמה"', nameEnglish: 'EXAMPLE & HILL' },
        { code: 102, name: 'באר מבחן', nameEnglish: '' },
      ],
      warnings: [],
    });
  });
});

describe('[options-sets.maintained.content] streets', () => {
  const streets = [
    { cityCode: 101, name: 'גבעת דוגמה' },
    { cityCode: 101, name: 'צה"ל' },
    { cityCode: 101, name: 'הבודקים' },
    { cityCode: 102, name: 'באר מבחן' },
    { cityCode: 102, name: 'הבודקים' },
    { cityCode: 102, name: 'הבודקים' },
    { cityCode: 101, name: 'שביל (ב)' },
  ];

  test('windows-1255, a date line before the header, doubled quotes', () => {
    expect(readStreets([read('streets-windows-1255.csv')])).toEqual({
      streets,
      warnings: [],
      badBytes: [],
      ending: 'closed',
    });
  });

  test('tabs, a byte order mark and CRLF; synonyms are left out', () => {
    expect(readStreets([read('streets.tsv')])).toEqual({
      streets: [{ cityCode: 101, name: 'דרך א"ב' }],
      warnings: ['1 street rows without a city code or name were left out'],
      badBytes: [],
      ending: 'closed',
    });
  });

  test('city is the value of the cities set, by code; one street once in a city', () => {
    expect(makeStreetOptions(cities, streets)).toEqual({
      options: [
        { value: 'גבעת דוגמה', data: { city: 'גבעת דוגמה' } },
        { value: 'צה"ל', data: { city: 'גבעת דוגמה' } },
        { value: 'הבודקים', data: { city: 'גבעת דוגמה' } },
        { value: 'באר מבחן', data: { city: 'באר מבחן' } },
        { value: 'הבודקים', data: { city: 'באר מבחן' } },
        { value: 'שביל (ב)', data: { city: 'גבעת דוגמה' } },
      ],
      warnings: ['1 streets come twice in their city and were left out'],
    });
  });

  test('a few streets of unknown cities are left out, many refuse the source', () => {
    const many = Array.from({ length: 99 }, (_, i) => ({ cityCode: 101, name: `רחוב ${i}` }));
    const orphan = { cityCode: 999, name: 'יתום' };
    expect(makeStreetOptions(cities, [...many, orphan])).toMatchObject({
      warnings: ['1 streets of unknown city codes 999 were left out'],
    });
    expect(makeStreetOptions(cities, [...streets, orphan])).toEqual({
      refusal: 'the sources do not fit together: 1 of 8 streets are in no known city',
    });
  });
});

test('[options-sets.maintained.acceptance] a city of before whose code is gone takes no streets with it', () => {
  const many = Array.from({ length: 990 }, (_, i) => ({ cityCode: 101, name: `רחוב ${i}` }));
  const left = Array.from({ length: 6 }, (_, i) => ({ cityCode: 999, name: `רחוב ${i}` }));
  const knownCodes = new Set([101, 999]);
  expect(makeStreetOptions(cities, [...many, ...left])).toMatchObject({ options: { length: 990 } });
  expect(makeStreetOptions(cities, [...many, ...left.slice(1)], { knownCodes })).toMatchObject({
    options: { length: 990 },
  });
  expect(makeStreetOptions(cities, [...many, ...left], { knownCodes })).toEqual({
    refusal: '6 streets are in cities that were there before and are gone: 999',
    canBeAccepted: true,
  });
});

describe('[options-sets.maintained.content] cities by number of streets', () => {
  const streets = [
    { value: 'א', data: { city: 'באר מבחן' } },
    { value: 'ב', data: { city: 'באר מבחן' } },
    { value: 'ג', data: { city: 'תל ניסוי (שבט)' } },
  ];

  test('Hebrew', () => {
    const { options } = makeCityOptions(cities, streets);
    expect(options[1]).toEqual({ value: 'באר מבחן', score: 2, data: { code: 102 } });
    const values = buildSearchIndex(options).autocomplete({ term: '', limit: 10 });
    expect(values).toEqual(['באר מבחן', 'תל ניסוי (שבט)', 'גבעת דוגמה', 'כפר בדיקה']);
  });

  test('English: no name, no option; a name of two cities is there twice', () => {
    expect(makeEnglishCityOptions(cities, streets)).toEqual({
      options: [
        { value: 'EXAMPLE HILL', score: 0, data: { code: 101, heName: 'גבעת דוגמה' } },
        { value: 'BEER MIVHAN', score: 2, data: { code: 102, heName: 'באר מבחן' } },
        { value: 'BEER MIVHAN', score: 1, data: { code: 103, heName: 'תל ניסוי (שבט)' } },
      ],
      warnings: ['1 cities have no English name and were left out'],
    });
  });
});

function read(name: string): Uint8Array {
  return readFileSync(new URL(`../../../test/fixtures/sets/${name}`, import.meta.url));
}
