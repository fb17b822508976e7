import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { allMaintainedSets } from '../options-sets/maintained-sets.ts';
import { checkReplacement } from './check-replacement.ts';
import { cleanName, cleanText, readCode } from './clean-text.ts';
import { institutions, makeInstitutionOptions } from './institution-options.ts';
import { makeSeedOptions } from './seed-options.ts';

const nothing = { options: [], isSameSource: false };

describe('[options-sets.maintained] the thirteen', () => {
  test('ids are thirteen, distinct and well formed', () => {
    expect(new Set(allMaintainedSets.map(({ id }) => id)).size).toBe(13);
    for (const { id } of allMaintainedSets) expect(id).toMatch(/^[0-9a-f]{24}$/);
  });

  test('ids never change', () => {
    expect(allMaintainedSets.map(({ key, id }) => `${id.slice(-2)} ${key}`)).toEqual([
      '01 cities',
      '02 citiesEnglish',
      '03 streets',
      '04 banks',
      '05 banksEnglish',
      '06 branches',
      '07 branchesEnglish',
      '08 countries',
      '09 countriesEnglish',
      '0a countriesFormer',
      '0b countriesFormerEnglish',
      '0c taxLocalities',
      '0d institutions',
    ]);
    expect(allMaintainedSets.every(({ id }) => id.startsWith('5e75000000000000000000'))).toBe(true);
  });
});

test('[options-sets.maintained] the documentation lists the ids', () => {
  const readme = readFileSync(new URL('../../../docs/options-sets.md', import.meta.url), 'utf8');
  const listed = [...readme.matchAll(/^\| `(5e75[0-9a-f]{20})` \| (.+?) \|/gm)].map(([, id, name]) => ({ id, name }));
  expect(listed).toEqual(allMaintainedSets.map(({ id, name }) => ({ id, name })));
});

describe('[options-sets.maintained.content] first start', () => {
  const seeds = makeSeedOptions({ today: '2026-03-15' });
  const valuesOf = (key: Parameters<typeof seeds.get>[0]) => seeds.get(key)?.map(({ value }) => value) ?? [];

  test('what is there passes the checks of a refresh', () => {
    for (const [key, options] of seeds) {
      const set = allMaintainedSets.find((candidate) => candidate.key === key)!;
      expect(checkReplacement(set, { options, current: nothing }), key).toEqual({ warnings: [] });
    }
    expect([...seeds.keys()]).toEqual([
      'banks',
      'branches',
      'countries',
      'countriesEnglish',
      'countriesFormer',
      'countriesFormerEnglish',
      'institutions',
    ]);
  });

  test('249 countries, 280 with the former ones', () => {
    expect(valuesOf('countries')).toHaveLength(249);
    expect(valuesOf('countriesEnglish')).toHaveLength(249);
    expect(valuesOf('countries')).toContain('ישראל | IL');
    expect(valuesOf('countriesEnglish')).toContain('Israel | IL');
    expect(valuesOf('countriesFormer')).toHaveLength(280);
    expect(valuesOf('countriesFormer')).toContain('ברית המועצות | SUHH');
    expect(valuesOf('countriesFormerEnglish')).toContain('USSR | SUHH');
    expect(new Set(valuesOf('countriesFormerEnglish')).size).toBe(280);
  });

  test('banks and their branches agree', () => {
    const counts = new Map<unknown, number>();
    for (const { data } of seeds.get('branches') ?? [])
      counts.set(data?.['bankCode'], (counts.get(data?.['bankCode']) ?? 0) + 1);
    for (const { score, data } of seeds.get('banks') ?? []) expect(counts.get(data?.['code']) ?? 0).toBe(score);
  });
});

describe('[options-sets.maintained.content] institutions', () => {
  test('plain lines replace the list', () => {
    const lines = readFileSync(new URL('../../../test/fixtures/sets/institutions.txt', import.meta.url));
    expect(makeInstitutionOptions([lines], { allowsLines: true })).toMatchObject({
      options: [{ value: 'מכללת הדוגמה, גבעת דוגמה' }, { value: 'אוניברסיטת המבחן' }],
      warnings: [],
    });
  });

  test('the table of degrees only shows differences', () => {
    const names = [institutions[0], `${institutions[1]} `, 'מכללה אחרת', 'מכללה אחרת'];
    const page = { success: true, result: { records: names.map((name) => ({ institution_name: name })), total: 4 } };
    expect(makeInstitutionOptions([new TextEncoder().encode(JSON.stringify(page))])).toEqual({
      options: institutions.map((value) => ({ value })),
      warnings: ['in the source but not in the list: מכללה אחרת'],
    });
  });
});

describe('[options-sets.maintained.content] cleaning', () => {
  test.each([
    ['  a\u00a0 b\r\n', 'a b'],
    ['בע""מ', 'בע"מ'],
    ['\u200fא\u202c', 'א'],
    ['צה"ל ג\'', 'צה"ל ג\''],
  ])('%j becomes %j', (text, clean) => {
    expect(cleanText(text)).toBe(clean);
    expect(cleanText(clean)).toBe(clean);
  });

  test.each([
    ['שם )שבט(', 'שם (שבט)'],
    ['א (ב) ג (ד)', 'א (ב) ג (ד)'],
    ['א )ב( ג )ד(', 'א (ב) ג (ד)'],
  ])('parentheses of %j', (text, clean) => {
    expect(cleanName(text)).toBe(clean);
  });

  test.each([
    ['5000 ', 5000],
    ['04', 4],
    ['7.0', 7],
    ['', undefined],
    ['-1', undefined],
    ['1e3', undefined],
  ])('code %j is %s', (text, code) => {
    expect(readCode(text)).toBe(code);
  });
});
