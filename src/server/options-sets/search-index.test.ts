import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldText } from '../../core/text/fold-text.ts';
import {
  buildSearchIndex,
  buildSearchIndexInSlices,
  createIndex,
  type DataQuery,
  type Option,
} from './search-index.ts';

function fromValues(...values: string[]): Option[] {
  return values.map((value) => ({ value }));
}

describe('[options-sets.search] autocomplete', () => {
  const streets = buildSearchIndex([
    { value: 'Herzl', score: 1, data: { city: 'Haifa', code: 10 } },
    { value: 'Sderot Herzl', score: 9, data: { city: 'Haifa', code: '10' } },
    { value: 'HERZL', score: 5, data: { city: 'Eilat', code: 11 } },
    { value: 'Café', data: { city: 'Eilat', open: true } },
    { value: 'Closed', score: -1, data: { city: 'Eilat', open: null } },
    { value: 'Herzl', score: 1, data: { city: 'Eilat', list: [1, { a: 1, b: 2 }] } },
  ]);
  const search = (term: string, query?: DataQuery, limit = 10) => streets.autocomplete({ term, query, limit });

  test.each<[string, string, DataQuery | undefined, string[]]>([
    [
      'equal to the letter, equal when folded, then score',
      'Herzl',
      undefined,
      ['Herzl', 'Herzl', 'HERZL', 'Sderot Herzl'],
    ],
    ['another spelling first', 'HERZL', undefined, ['HERZL', 'Herzl', 'Herzl', 'Sderot Herzl']],
    ['inside a word, by score', 'erz', undefined, ['Sderot Herzl', 'HERZL', 'Herzl', 'Herzl']],
    ['diacritics in the value', 'cafe', undefined, ['Café']],
    ['diacritics in the term', 'clósed', undefined, ['Closed']],
    ['nothing', 'zzz', undefined, []],
    [
      'no term: all by score, none counts as 0',
      '',
      undefined,
      ['Sderot Herzl', 'HERZL', 'Herzl', 'Herzl', 'Café', 'Closed'],
    ],
    ['a term of marks only is not a term', '\u05b8', { city: 'Haifa' }, ['Sderot Herzl', 'Herzl']],
    ['across options', 'l\u0000c', undefined, []],
    ['the separator is not a letter of a folded value', 'A', undefined, ['Café']],
    ['filter', 'h', { city: 'Haifa' }, ['Sderot Herzl', 'Herzl']],
    ['number', '', { code: 10 }, ['Herzl']],
    ['string', '', { code: '10' }, ['Sderot Herzl']],
    ['two keys', '', { city: 'Eilat', code: 11 }, ['HERZL']],
    ['two keys that never meet', '', { city: 'Haifa', code: 11 }, []],
    ['true', '', { open: true }, ['Café']],
    ['null is a value, a missing key is not', '', { open: null }, ['Closed']],
    ['no such value', '', { open: false }, []],
    ['no such key', 'h', { constructor: 'x' }, []],
    ['list, whatever the order of keys in it', '', { list: [1, { b: 2, a: 1 }] }, ['Herzl']],
    ['list as a string', '', { list: '[1,{"a":1,"b":2}]' }, []],
    ['empty query', 'caf', {}, ['Café']],
  ])('%s', (_title, term, query, values) => {
    expect(search(term, query)).toEqual(values);
  });

  const typed = buildSearchIndex(
    fromValues(
      'צ׳כיה',
      "ג'ורג' אליוט",
      'צה״ל',
      'תל אביב־יפו',
      'רמת\u00a0גן',
      'כרמל',
      'בית הכרם',
      'כרם שלום',
      'שדה כרם',
    ),
  );
  test.each<[string, string[]]>([
    ["צ'כ", ['צ׳כיה']],
    ['ג’ורג׳', ["ג'ורג' אליוט"]],
    ['צה"ל', ['צה״ל']],
    ['אביב-יפו', ['תל אביב־יפו']],
    ['אביב–יפו', ['תל אביב־יפו']],
    ['רמת גן', ['רמת\u00a0גן']],
    ['\u200fרמת גן\u200e', ['רמת\u00a0גן']],
    // A final letter that ends the term may go on; ties go to values that begin with it, to words that do, to shorter ones.
    ['כרם', ['כרמל', 'כרם שלום', 'שדה כרם', 'בית הכרם']],
    ['כרמ', ['כרמל']],
    ['רם ש', ['כרם שלום']],
  ])('[options-sets.search.folding] however it is typed: %s', (term, values) => {
    expect(typed.autocomplete({ term, limit: 10 })).toEqual(values);
  });

  test('[options-sets.search.ties] of equal scores: begins with the term, has a word that does, shorter; the score comes first', () => {
    const index = buildSearchIndex([
      { value: 'unban', score: 1 },
      { value: 'the bank of the north' },
      { value: 'urban' },
      { value: 'a bank' },
      { value: 'banking house' },
      { value: 'banks' },
      { value: 'BAN' },
    ]);
    const values = ['BAN', 'unban', 'banks', 'banking house', 'a bank', 'the bank of the north', 'urban'];
    expect(index.autocomplete({ term: 'ban', limit: 10 })).toEqual(values);
    for (let limit = 1; limit < 7; limit++) {
      expect(index.autocomplete({ term: 'ban', limit })).toEqual(values.slice(0, limit));
    }
  });

  test('limit', () => {
    expect(search('herzl', undefined, 1)).toEqual(['HERZL']);
    expect(search('', undefined, 2)).toEqual(['Sderot Herzl', 'HERZL']);
    expect(search('', { city: 'Eilat' }, 1)).toEqual(['HERZL']);
    expect(search('h', { city: 'Eilat' }, 1)).toEqual(['HERZL']);
  });

  test('insertion order among equal scores', () => {
    const values = Array.from({ length: 200 }, (_, i) => `row ${i}`);
    expect(buildSearchIndex(fromValues(...values)).autocomplete({ term: 'row', limit: 200 })).toEqual(values);
  });

  test('empty values and an empty set', () => {
    expect(buildSearchIndex([]).autocomplete({ term: '', limit: 10 })).toEqual([]);
    expect(buildSearchIndex([]).autocomplete({ term: 'a', limit: 10 })).toEqual([]);
    expect(buildSearchIndex([]).validate({ value: '' })).toBe(false);
    const index = buildSearchIndex(fromValues('', 'a', '', '\u05b8'));
    expect(index.autocomplete({ term: '', limit: 10 })).toEqual(['', 'a', '', '\u05b8']);
    expect(index.autocomplete({ term: 'a', limit: 10 })).toEqual(['a']);
    expect(index.validate({ value: '' })).toBe(true);
  });

  test('keys that sit on the object prototype match nothing by accident', () => {
    const index = buildSearchIndex([{ value: 'a', data: JSON.parse('{"__proto__": 1}') }]);
    expect(index.autocomplete({ term: '', query: JSON.parse('{"__proto__": 1}'), limit: 9 })).toEqual(['a']);
    expect(index.autocomplete({ term: '', query: { toString: 1 }, limit: 9 })).toEqual([]);
  });
});

describe('[options-sets.validate] [options-sets.search.query] validate', () => {
  const index = buildSearchIndex([
    { value: 'Leumi | 10', data: { code: 10 } },
    { value: 'Leumi | 10', data: { code: 11 } },
    { value: 'Æsir' },
  ]);

  test.each<[string, DataQuery | undefined, boolean]>([
    ['Leumi | 10', undefined, true],
    ['leumi | 10', undefined, false],
    ['Leumi', undefined, false],
    ['Leumi | 10', { code: 10 }, true],
    ['Leumi | 10', { code: 11 }, true],
    ['Leumi | 10', { code: '10' }, false],
    ['Leumi | 10', { code: 12 }, false],
    ['Aesir', undefined, false],
    ['Æsir', undefined, true],
    ['Æsir', { code: null }, false],
  ])('%j with %j: %s', (value, query, isValid) => {
    expect(index.validate({ value, query })).toBe(isValid);
  });
});

describe('[options-sets.search] every search agrees with a plain one', () => {
  const letters = fc.constantFrom('a', 'A', 'á', 'b', 'ß', 's', 'א', 'ם', 'מ', '\u05b8', ' ', '\u0000', '😀', '界');
  const texts = fc.string({ unit: letters, maxLength: 6 });
  const data = fc.dictionary(fc.constantFrom('k', 'm'), fc.constantFrom<unknown>(1, '1', true, null, [1]), {
    maxKeys: 2,
  });
  const option = fc.record<Option>(
    { value: texts, score: fc.integer({ min: -2, max: 2 }), data },
    { requiredKeys: ['value'] },
  );
  // Repeated so that the set spans several blocks and words of the filter.
  const sets = fc
    .tuple(fc.array(option, { maxLength: 40 }), fc.constantFrom(1, 3, 60))
    .map(([options, times]) => Array.from({ length: times }, () => options).flat());

  test('autocomplete and validate', () => {
    fc.assert(
      fc.property(
        sets,
        fc.array(fc.tuple(texts, data, fc.integer({ min: 1, max: 250 })), { minLength: 5 }),
        (set, asked) => {
          const index = buildSearchIndex(set);
          for (const [term, query, limit] of asked) {
            expect(index.autocomplete({ term, query, limit })).toEqual(searchPlainly(set, { term, query, limit }));
            const isValid = set.some((item) => item.value === term && hasData(item, query));
            expect(index.validate({ value: term, query })).toBe(isValid);
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  // Rare letters and few hits per term: a block wrongly passed over loses a find.
  test('in a set of several words of blocks, wherever the hit is', () => {
    const alphabet = 'abcdefghijklmnopqrstuvwxyzאבגדהוזחטיכלמנסעפצקרשת0123456789 ';
    const letter = fc.constantFrom(...alphabet);
    const value = fc.string({ unit: letter, minLength: 1, maxLength: 9 });
    const set = fc.sample(fc.record({ value, score: fc.nat(3), data: fc.record({ k: fc.nat(4) }) }), {
      numRuns: 5_000,
      seed: 1,
    });
    const index = buildSearchIndex(set);
    const part = fc
      .tuple(fc.nat(set.length - 1), fc.nat(8), fc.integer({ min: 1, max: 5 }))
      .map(([option, start, length]) => set[option]!.value.slice(start, start + length));
    const query = fc.option(fc.record({ k: fc.nat(5) }), { nil: undefined });
    fc.assert(
      fc.property(fc.oneof(part, value), query, fc.constantFrom(10, 250), (term, asked, limit) => {
        const request = { term, query: asked, limit };
        expect(index.autocomplete(request)).toEqual(searchPlainly(set, request));
      }),
      { numRuns: 300 },
    );
  });

  test('where more have the term than are put in order, those that begin with it and words that do are found by themselves', () => {
    const kinds = ['stone', 'gravestone', 'old stone', 'stonecutter', 'a stonemason', 'gravestones'];
    const set = Array.from({ length: 3_000 }, (_, i) => ({ value: `${i % 9 < 6 ? kinds[i % 9] : 'sand'} ${i}` }));
    const index = buildSearchIndex(set);
    for (const term of ['sto', 'ston', 'stone', 'stonem', 'stone 1', 'ne 12']) {
      for (const limit of [10, 250])
        expect([term, index.autocomplete({ term, limit })]).toEqual([term, searchPlainly(set, { term, limit })]);
    }
  });

  test('in several segments it is the same', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(option, { maxLength: 12 }), { maxLength: 5 }),
        fc.array(fc.tuple(texts, data, fc.integer({ min: 1, max: 30 })), { minLength: 5 }),
        (parts, asked) => {
          const set = parts.flat();
          const index = createIndex(parts.flatMap((part) => buildSearchIndex(part).segments));
          for (const [term, query, limit] of asked) {
            expect(index.autocomplete({ term, query, limit })).toEqual(searchPlainly(set, { term, query, limit }));
            const isValid = set.some((item) => item.value === term && hasData(item, query));
            expect(index.validate({ value: term, query })).toBe(isValid);
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  test('built in slices it is the same', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(option)), texts, async (pages, term) => {
        const index = await buildSearchIndexInSlices(pages, 0.01);
        expect(index.size).toBe(pages.flat().length);
        expect(index.autocomplete({ term, limit: 50 })).toEqual(searchPlainly(pages.flat(), { term, limit: 50 }));
      }),
      { numRuns: 30 },
    );
  });
});

function searchPlainly(set: readonly Option[], request: { term: string; query?: DataQuery; limit: number }): string[] {
  const folded = foldText(request.term);
  const spellings = [folded, folded.replace(/[ךםןףץ]$/, (letter) => 'כמנפצ'['ךםןףץ'.indexOf(letter)]!)];
  const rank = ({ value }: Option) => {
    if (folded === '') return 0;
    if (value === request.term) return 2;
    return foldText(value) === folded ? 1 : 0;
  };
  return set
    .filter((option) => hasSpelling(option, spellings) && hasData(option, request.query))
    .sort(
      (a, b) =>
        rank(b) - rank(a) ||
        (b.score ?? 0) - (a.score ?? 0) ||
        (folded === '' || rank(a) > 0 ? 0 : tie(a, spellings) - tie(b, spellings) || a.value.length - b.value.length),
    )
    .slice(0, request.limit)
    .map(({ value }) => value);
}

function hasSpelling({ value }: Option, spellings: readonly string[]): boolean {
  return spellings.some((spelling) => foldText(value).includes(spelling));
}

/** Of equal scores: 0 begins with the term, 1 has a word that does, 2 has it inside of a word. */
function tie({ value }: Option, spellings: readonly string[]): number {
  const folded = foldText(value);
  if (spellings.some((spelling) => folded.startsWith(spelling))) return 0;
  const startsWord = (at: number) => !/[a-z0-9'"\u00aa-\uffff]/.test(folded[at - 1]!);
  const places = Array.from({ length: folded.length }, (_, at) => at);
  const hits = places.filter((at) => spellings.some((spelling) => folded.startsWith(spelling, at)));
  return hits.some(startsWord) ? 1 : 2;
}

function hasData(option: Option, query: DataQuery = {}): boolean {
  return Object.entries(query).every(([key, value]) => JSON.stringify(option.data?.[key]) === JSON.stringify(value));
}
