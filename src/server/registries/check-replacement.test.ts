// [options-sets.maintained.acceptance]
import { describe, expect, test } from 'vitest';
import { allMaintainedSets, type MaintainedSetKey } from '../options-sets/maintained-sets.ts';
import { checkReplacement, type Replacement } from './check-replacement.ts';
import { checkTaxYear } from './check-tax-year.ts';
import { makeSeedInstitutionOptions } from './institution-options.ts';

const names = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => ({ value: `רחוב ${from + i}`, data: { code: from + i } }));
const set = { key: 'cities', floor: 100 } as const;
const english = (count: number) =>
  names(count).map(({ value, data }) => ({ value: value.replace('רחוב', 'ST'), data }));

function check(count: number, current: Replacement['current']['options'], key: MaintainedSetKey = 'cities') {
  const options = key.endsWith('English') ? english(count) : names(count);
  return checkReplacement({ key, floor: 10 }, { options, current: { options: current, isSameSource: true } }).refusal;
}

describe('[options-sets.maintained.acceptance] how many', () => {
  test.each([
    [{ count: 100, before: 0 }, undefined],
    [{ count: 99, before: 0 }, '99 options are too few to believe: at least 100 are expected'],
    [{ count: 170, before: 200 }, undefined],
    [{ count: 169, before: 200 }, '169 options would replace 200: the source has shrunk'],
    [{ count: 230, before: 200 }, undefined],
    [{ count: 231, before: 200 }, '231 options would replace 200: the source has grown beyond belief'],
    [{ count: 2_001, before: 0 }, '2001 options are too many to believe: at most 2000 are expected'],
  ])('%j', ({ count, before }, reason) => {
    const current = { options: names(before), isSameSource: true };
    const expected = reason === undefined ? {} : { refusal: { reason, canBeAccepted: true } };
    expect(checkReplacement(set, { options: names(count), current })).toEqual({ ...expected, warnings: [] });
  });

  test('a small set may lose eight and gain twelve, a large one a share', () => {
    expect(check(22, names(28), 'banks')).toBeUndefined();
    expect(check(20, names(28), 'banks')).toBeUndefined();
    expect(check(19, names(28), 'banks')?.reason).toContain('has shrunk');
    expect(check(40, names(28), 'banks')).toBeUndefined();
    expect(check(41, names(28), 'banks')?.reason).toContain('has grown');
    expect(check(22, english(28), 'banksEnglish')).toBeUndefined();
    expect(check(51, names(59), 'institutions')).toBeUndefined();
    expect(check(50, names(59), 'institutions')?.reason).toContain('has shrunk');
  });

  test('every set has a ceiling', () => {
    for (const key of ['cities', 'citiesEnglish', 'branches', 'branchesEnglish', 'banks', 'institutions'] as const)
      expect(check(6_000, [], key)?.reason, key).toContain('too many to believe');
    expect(check(150_001, [], 'streets')?.reason).toContain('too many to believe');
  });

  test('another address may bring somewhat more and somewhat others, never much less', () => {
    const check = (options: Replacement['options'], isSameSource: boolean) =>
      checkReplacement(set, { options, current: { options: names(200), isSameSource } }).refusal?.reason;
    const others = (count: number) => [...names(200 - count), ...names(count, 900)];
    expect(check(names(260), true)).toContain('has grown');
    expect(check(names(260), false)).toBeUndefined();
    expect(check(names(261), false)).toContain('has grown');
    expect(check(others(72), true)).toContain('would be gone');
    expect(check(others(72), false)).toBeUndefined();
    expect(check(others(73), false)).toContain('would be gone');
    expect(check(names(169), false)).toContain('has shrunk');
  });

  test('institutions of another address may all be spelled in another way', () => {
    const others = names(60, 900).map(({ value }) => ({ value: value.replace('רחוב', 'מכללת') }));
    const check = (isSameSource: boolean) =>
      checkReplacement(
        { key: 'institutions', floor: 10 },
        { options: others, current: { options: names(60), isSameSource } },
      );
    expect(check(false).refusal).toBeUndefined();
    expect(check(true).refusal?.reason).toContain('would be gone');
  });

  test('a closed list refuses more too, and nobody can accept it', () => {
    const closed = { key: 'countries', floor: 100, isExact: true } as const;
    const current = { options: names(100), isSameSource: true };
    expect(checkReplacement(closed, { options: names(101), current }).refusal).toEqual({
      reason: '101 options where exactly 100 are right',
      canBeAccepted: false,
    });
  });

  test('tax localities are counted by year', () => {
    const tax = { key: 'taxLocalities', floor: 2 } as const;
    const of = (...years: number[]) => years.map((year) => ({ value: 'שם', data: { year } }));
    const reasonOf = (options: ReturnType<typeof of>) =>
      checkReplacement(tax, { options, current: { options: names(99), isSameSource: true } }).refusal?.reason;
    expect(reasonOf(of(2026, 2026, 2027, 2027))).toBeUndefined();
    expect(reasonOf(of(2026, 2026, 2027))).toBe(
      '1 localities for 2027 are too few to believe: at least 2 are expected',
    );
    expect(reasonOf([])).toBe('no tax year has a list');
  });
});

describe('[options-sets.maintained.acceptance] which', () => {
  const replace = (options: Replacement['options'], ending?: Replacement['ending']) =>
    checkReplacement(set, { options, current: { options: names(200), isSameSource: true }, ending }).refusal;

  test('too many that are gone, by value and by what tells them apart', () => {
    expect(replace([...names(140), ...names(60, 900)])).toBeUndefined();
    expect(replace([...names(139), ...names(61, 900)])).toEqual({
      reason: '61 of 200 options would be gone, such as "רחוב 139"',
      canBeAccepted: true,
    });
    expect(replace(names(200).map(({ value }, i) => ({ value, data: { code: i + 1 } })))?.reason).toContain('be gone');
    // What a newer version says of an option is not another option.
    expect(replace(names(200).map((option) => ({ ...option, data: { ...option.data, names: 'x' } })))).toBeUndefined();
  });

  test('a city that loses all its streets', () => {
    const scored = (score: number) => names(200).map((option, i) => ({ ...option, score: i === 7 ? score : 3 }));
    const current = { options: scored(3), isSameSource: true };
    expect(checkReplacement(set, { options: scored(1), current }).refusal).toBeUndefined();
    expect(checkReplacement(set, { options: scored(0), current }).refusal).toEqual({
      reason: '1 options would have nothing or little left that belongs to them, such as "רחוב 7"',
      canBeAccepted: true,
      isConsequence: true,
    });
    const large = (score: number) => names(200).map((option, i) => ({ ...option, score: i === 7 ? score : 3 }));
    const before = { options: large(100), isSameSource: false };
    expect(checkReplacement(set, { options: large(25), current: before }).refusal).toBeUndefined();
    expect(checkReplacement(set, { options: large(24), current: before }).refusal?.isConsequence).toBe(true);
  });

  test('lines that end in a part of a name', () => {
    const options = [...names(199), { value: 'רחו', data: { code: 199 } }];
    expect(replace(options, 'open')?.reason).toBe('the source ends in the middle of a name: "רחו"');
    expect(replace(options, 'closed')).toBeUndefined();
  });

  test('lines that were cut: the last ones are gone', () => {
    expect(replace(names(190))).toBeUndefined();
    expect(replace(names(190), 'closed')).toEqual({
      reason: 'the source ends early: the last 10 options of before are not in it',
      canBeAccepted: true,
    });
    expect(replace(names(198), 'open')?.reason).toContain('ends early');
    expect(replace(names(199), 'open')).toBeUndefined();
    expect(replace(names(196), 'closed')).toBeUndefined();
    expect(replace(names(190, 10), 'closed')).toBeUndefined();
    const many = { options: names(2_000), isSameSource: false };
    expect(checkReplacement(set, { options: names(1_900), current: many }).refusal).toBeUndefined();
    expect(checkReplacement(set, { options: names(1_899), current: many }).refusal?.reason).toContain('ends early');
  });
});

test('[options-sets.maintained.older] a list whose source is of half a year before', () => {
  const check = (date: string | undefined, before: string | undefined) => {
    const current = { options: names(200), isSameSource: false, date: before };
    return checkReplacement(set, { options: names(200), current, date }).refusal;
  };
  expect(check('2019-11-05', '2026-01-20')).toEqual({
    reason: 'the list is older than the current one: its last rows are of 2019-11-05, not of 2026-01-20',
    canBeAccepted: true,
  });
  for (const [date, before] of [
    ['2026-01-20', '2019-11-05'],
    ['2025-10-01', '2026-01-20'],
    [undefined, '2026-01-20'],
    ['2019-11-05', undefined],
  ])
    expect(check(date, before)).toBeUndefined();
});

describe('[options-sets.maintained.language] values that nobody could find', () => {
  const withOne = (value: string) => [...names(199), { value, data: { code: 199 } }];
  const asked = (options: Replacement['options'], key: MaintainedSetKey = 'cities') =>
    checkReplacement({ key, floor: 10 }, { options, current: { options: [], isSameSource: false } }).refusal;
  const encode = (text: string) => new TextEncoder().encode(text);

  test.each([
    ['a character that could not be read', 'הר\ufffdל'],
    ['question marks', '????'],
    ['a control character', 'הרצל\u0001'],
    ['UTF-8 read as windows-1255', new TextDecoder('windows-1255').decode(encode('הרצל'))],
    ['UTF-8 read as windows-1252', new TextDecoder('windows-1252').decode(encode('הרצל'))],
  ])('%s, once', (_, value) => {
    expect(asked(withOne(value))).toEqual({
      reason: `1 values cannot be read, the first is ${JSON.stringify(value)}`,
      canBeAccepted: false,
    });
  });

  test.each([
    ['tags', '<b>הרצל</b>', 'have tags or codes of another format in them'],
    ['entities', '&#1492;רצל', 'have tags or codes of another format in them'],
    ['escapes', '\\u05d4רצל', 'have tags or codes of another format in them'],
    ['one letter that was lost', 'הר?ל', 'have question marks for letters'],
    ['letters from left to right', 'רחוב םיקילדמ', 'are written backwards'],
  ])('%s: in one of them perhaps, not in two', (_, value, fault) => {
    const withSome = (count: number) => [...names(100), ...names(count).map(({ data }) => ({ value, data }))];
    expect(asked(withSome(1))).toBeUndefined();
    const reason = `2 values ${fault}, the first is ${JSON.stringify(value)}`;
    expect(asked(withSome(2))).toEqual({ reason, canBeAccepted: false });
  });

  test('no name has a thousand letters', () => {
    expect(asked(withOne('הר'.repeat(500)))).toBeUndefined();
    expect(asked(withOne('הר'.repeat(501)))?.reason).toBe('1 values have more than 1000 characters');
  });

  test('names with geresh, gershayim, Latin letters and accents are names', () => {
    for (const value of ['ז׳בוטינסקי', 'צה״ל', "ג'ורג'", 'רח׳ – א׳', 'HSBC', 'Côte d’Ivoire', 'מי? מה??'])
      expect(asked(withOne(value)), value).toBeUndefined();
  });

  test('the language of the set', () => {
    expect(asked(english(200))).toEqual({
      reason: '200 of 200 values have no Hebrew letter, the first is "ST 0"',
      canBeAccepted: false,
    });
    expect(asked(english(200), 'citiesEnglish')).toBeUndefined();
    for (const key of ['citiesEnglish', 'branchesEnglish', 'banksEnglish'] as const)
      expect(asked(names(60), key)?.reason, key).toBe('60 of 60 values have no English name, the first is "רחוב 0"');
    // A name in Hebrew here and there is one; a Hebrew letter inside an English word is a broken byte.
    expect(asked([...english(199), { value: 'רחוב' }], 'citiesEnglish')).toBeUndefined();
    expect(asked([...english(199), { value: 'Rאmat Aviv' }], 'citiesEnglish')).toEqual({
      reason: '1 values cannot be read, the first is "Rאmat Aviv"',
      canBeAccepted: false,
    });
  });
});

describe('[options-sets.maintained.anchors] a first list, with nothing to compare it with', () => {
  const setOf = (key: MaintainedSetKey) => allMaintainedSets.find((one) => one.key === key)!;
  const first = (key: MaintainedSetKey, options: Replacement['options']) => {
    const { anchors } = setOf(key);
    return checkReplacement(
      { key, floor: 5, ...(anchors && { anchors }) },
      { options, current: { options: [], isSameSource: false } },
    ).refusal;
  };
  const knownOf = (key: MaintainedSetKey) => setOf(key).anchors?.known ?? [];
  const anchored = ['cities', 'citiesEnglish', 'streets', 'banks', 'banksEnglish'] as const;

  test.each(anchored)('%s: known options with their codes, three of four at least', (key) => {
    const known = knownOf(key);
    const text = key.endsWith('English') ? 'x' : 'א';
    const made = known.map(({ value, data }) => ({ value: `${value} ${text}`, data }));
    const wrong = (count: number) => made.map((one, i) => (i < count ? { ...one, value: `${text} ${i}` } : one));
    expect(first(key, made)).toBeUndefined();
    expect(first(key, wrong(Math.floor(known.length / 4)))).toBeUndefined();
    const refusal = first(key, wrong(Math.floor(known.length / 4) + 1));
    expect(refusal).toMatchObject({ canBeAccepted: true });
    expect(refusal?.reason).toContain('options that every list has are not in it');
    // Names that moved by one row.
    const shifted = made.map((one, i) => ({ ...one, value: made[(i + 1) % made.length]!.value }));
    if (key !== 'streets') expect(first(key, shifted)?.reason).toContain('that every list has');
  });

  test('institutions are named like institutions', () => {
    const firewall = Array.from({ length: 60 }, (_, i) => ({ value: `הגישה לאתר נחסמה על ידי מדיניות הארגון ${i}` }));
    expect(first('institutions', makeSeedInstitutionOptions().options)).toBeUndefined();
    expect(first('institutions', firewall)?.reason).toContain('60 of 60 values are not names of this kind');
    expect(first('institutions', names(60))?.reason).toContain('not names of this kind');
  });

  test('tax localities: large cities are in no year, and some towns in every year', () => {
    const { anchors } = setOf('taxLocalities');
    const check = (list: string[]) =>
      checkTaxYear(
        { year: 2026, reader: 1, localities: list.map((name) => ({ name })) },
        { floor: 5, anchors, known: undefined, isCity: () => true, ending: 'marked' },
      )?.refusal;
    const towns = knownOf('taxLocalities').map(({ value }) => value);
    expect(check(towns)).toBeUndefined();
    expect(check([...towns, ...(anchors?.foreign ?? []).slice(0, 3)])).toContain(
      'belong to other lists, such as ירושלים',
    );
    expect(check(names(20).map(({ value }) => value))).toContain('that every list has');
  });
});
