// Near matches: each kind by itself, that they only follow what the rule finds, and that none is wrongly passed over.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runAtOnce } from '../scheduling/run-in-slices.ts';
import { nearWords, otherKeyboard, soundOf } from './near-words.ts';
import { buildSearchIndex, createIndex, type Option } from './search-index.ts';
import { SearchWork } from './search-work.ts';
import { findMistyped } from './typing-errors.ts';
import { WordIndexDraft } from './word-index.ts';

describe('[options-sets.search.near]', () => {
  const options: Option[] = [
    { value: 'סולד הנרייטה', data: { city: 'חיפה' } },
    { value: 'קרית גת', score: 5 },
    { value: 'צה"ל', data: { city: 'חיפה' } },
    { value: 'תל אביב - יפו', score: 9 },
    { value: 'אוניברסיטת בן-גוריון' },
    { value: 'האוניברסיטה הפתוחה' },
    { value: 'PETAH TIQWA', score: 3 },
    { value: 'United States | US', data: { names: 'USA|America' } },
    { value: 'נחלת בנימין' },
    { value: 'דיזנגוף' },
    { value: 'שלום' },
    { value: 'Switzerland' },
    { value: 'שלומית', data: { city: 'אילת' } },
  ];
  const index = buildSearchIndex(options);
  const search = (term: string, near: boolean, query?: Option['data']) =>
    index.autocomplete({ term, near, limit: 10, ...(query && { query }) });

  test.each([
    ['words in another order', 'הנרייטה סולד', 'סולד הנרייטה'],
    ['beginnings of words', 'הנר סול', 'סולד הנרייטה'],
    ['one yod for two', 'הנריטה סולד', 'סולד הנרייטה'],
    ['two yods for one', 'קריית גת', 'קרית גת'],
    ['without quotes', 'צהל', 'צה"ל'],
    ['without a hyphen', 'בן גוריון', 'אוניברסיטת בן-גוריון'],
    ['without blanks', 'תלאביב', 'תל אביב - יפו'],
    ['no prefix letter', 'אוניברסיטה פתוחה', 'האוניברסיטה הפתוחה'],
    ['an inner letter at the end', 'נחלת בנימינ', 'נחלת בנימין'],
    ['another transliteration', 'petach tikva', 'PETAH TIQWA'],
    ['another name', 'usa', 'United States | US'],
    ['the beginning of another name', 'ameri', 'United States | US'],
    ['a wrong letter', 'דיזנגופ', 'דיזנגוף'],
    ['a letter too many', 'דיזינגוף', 'דיזנגוף'],
    ['two errors', 'switserlend', 'Switzerland'],
    ['two letters swapped', 'swtizerland', 'Switzerland'],
    ['the other keyboard', 'akuo', 'שלום'],
    ['the other keyboard, with signs that are letters', ',k tchc', 'תל אביב - יפו'],
    ['the other script', 'dizengoff', 'דיזנגוף'],
  ])('%s: %s', (_title, term, value) => {
    expect(search(term, false)).toEqual([]);
    expect(search(term, true)[0]).toBe(value);
  });

  test('a query holds for near matches too, and nothing is valid that was not', () => {
    expect(search('הנריטה', true, { city: 'חיפה' })).toEqual(['סולד הנרייטה']);
    expect(search('הנריטה', true, { city: 'אילת' })).toEqual([]);
    for (const value of ['צהל', 'usa', 'קריית גת', 'USA']) expect(index.validate({ value })).toBe(false);
  });

  test('they come after what the rule finds, each option once, within the limit', () => {
    expect(search('שלום', true)).toEqual(['שלום', 'שלומית']);
    expect(index.autocomplete({ term: 'שלומ', near: true, limit: 10 }).slice(0, 2)).toEqual(['שלומית', 'שלום']);
    expect(index.autocomplete({ term: 'קריית גת', near: true, limit: 1 })).toEqual(['קרית גת']);
    expect(search('', true)).toEqual(search('', false));
    expect(search('"', true)).toEqual(search('"', false));
  });

  test('any other script: words and typing errors', () => {
    const others = buildSearchIndex(['Россия', 'Ελλάδα', 'שלום', 'Köln Deutz'].map((value) => ({ value })));
    const find = (term: string) => others.autocomplete({ term, near: true, limit: 10 })[0];
    expect([find('росия'), find('ελαδα'), find('שלומ'), find('deutz koln')]).toEqual([
      'Россия',
      'Ελλάδα',
      'שלום',
      'Köln Deutz',
    ]);
  });

  test('too few letters are not a typing error, and numbers are never guessed', () => {
    const numbers = buildSearchIndex(['1234', '12345', 'abc'].map((value) => ({ value })));
    expect(numbers.autocomplete({ term: '1235', near: true, limit: 10 })).toEqual([]);
    expect(numbers.autocomplete({ term: 'abd', near: true, limit: 10 })).toEqual([]);
  });

  test('in several segments: the same options, best first', () => {
    const parts = [options.slice(0, 4), options.slice(4, 8), options.slice(8)];
    const grown = createIndex(parts.flatMap((part) => buildSearchIndex(part).segments));
    for (const term of ['הנרייטה סולד', 'petach tikva', 'usa', 'akuo', 'דיזינגוף', 'שלומ', 'בן']) {
      const request = { term, near: true, limit: 10 };
      expect(grown.autocomplete(request)).toEqual(index.autocomplete(request));
    }
  });

  test('whatever is stored and typed: rule matches first, near ones after them, none twice', () => {
    const letters = fc.constantFrom(...'abלםמ"\'- .אי1');
    const text = fc.string({ unit: letters, maxLength: 12 });
    const option = fc.record<Option>(
      { value: fc.string({ unit: letters, minLength: 1, maxLength: 12 }), data: fc.record({ names: text }) },
      { requiredKeys: ['value'] },
    );
    fc.assert(
      fc.property(fc.uniqueArray(option, { selector: ({ value }) => value }), text, (set, term) => {
        const many = buildSearchIndex(set);
        const rule = many.autocomplete({ term, limit: 10 });
        const near = many.autocomplete({ term, limit: 10, near: true });
        expect(near.slice(0, rule.length)).toEqual(rule);
        expect(new Set(near).size).toBe(near.length);
      }),
    );
  });
});

test('[options-sets.search.near] typing errors: every word within the distance, as a plain comparison finds them', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcd'), minLength: 1, maxLength: 9 });
  const options = fc.record({ most: fc.constantFrom(1, 2), beginnings: fc.boolean() });
  fc.assert(
    fc.property(fc.uniqueArray(word, { maxLength: 60 }), word, options, (words, typed, how) => {
      const draft = new WordIndexDraft(words.length);
      for (const one of words) draft.add(one, undefined);
      const index = runAtOnce(draft.finish());
      const sorted = [...words].sort();
      const found = new Map<string, number>();
      for (const { first, end, distance, isBeginning } of runAtOnce(
        findMistyped(index, typed, {
          ...how,
          work: new SearchWork(),
        }),
      )) {
        expect(isBeginning && !how.beginnings).toBe(false);
        for (let i = first; i < end; i++) found.set(sorted[i]!, Math.min(distance, found.get(sorted[i]!) ?? 9));
      }
      for (const one of words) {
        const starts = Array.from({ length: one.length + 1 }, (_, length) => distanceOf(typed, one.slice(0, length)));
        const distance = how.beginnings ? Math.min(...starts) : starts.at(-1)!;
        expect([one, found.get(one)]).toEqual([one, distance <= how.most ? distance : undefined]);
      }
    }),
    { numRuns: 300 },
  );
});

/** With neighbours swapped as one error, no letter touched twice. */
function distanceOf(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) => Array.from({ length: b.length + 1 }, (_, j) => i + j));
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      rows[i]![j] = Math.min(
        rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1),
        rows[i - 1]![j]! + 1,
        rows[i]![j - 1]! + 1,
        isSwapped ? rows[i - 2]![j - 2]! + 1 : 99,
      );
    }
  }
  return rows[a.length]![b.length]!;
}

test.each([
  ['צה"ל - מחנה ג\'', ['צהל', 'מחנה', 'ג']],
  ['קריית ווינגייט', ['קרית', 'וינגיט']],
  ['שלום ארץ', ['שלומ', 'ארצ']],
  ['u.s.a. (north)', ['usa', 'north']],
  ['"-', []],
])('[options-sets.search.near] the words of %s', (text, words) => {
  expect(nearWords(text)).toEqual(words);
});

test.each([
  ['akuo', 'שלום'],
  ['שלום', 'akuo'],
  ['mrp,', 'צרפת'],
  ['12', undefined],
  ['akוo', undefined],
])('[options-sets.search.near] %s on the other keyboard is %s', (typed, meant) => {
  expect(otherKeyboard(typed)).toBe(meant);
});

test.each([
  ['tiqwa', 'tikvah', true],
  ['dizengoff', 'דיזנגופ', true],
  ['netanya', 'נתניה', true],
  ['herzliya', 'hertzeliyya', true],
  ['haifa', 'yafo', false],
  ['12', '12', false],
])('[options-sets.search.near] %s sounds like %s: %s', (a, b, isAlike) => {
  expect(soundOf(a) !== 0 && soundOf(a) === soundOf(b)).toBe(isAlike);
});
