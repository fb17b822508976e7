// [options-sets.maintained.acceptance]
import { describe, expect, test } from 'vitest';
import type { MaintainedSetKey } from '../options-sets/maintained-sets.ts';
import { checkReplacement, type Replacement } from './check-replacement.ts';

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

  test('another address may bring more and others, never much less', () => {
    const current = { options: names(200, 5_000), isSameSource: false };
    expect(checkReplacement(set, { options: names(400), current }).refusal).toBeUndefined();
    expect(checkReplacement(set, { options: names(169), current }).refusal?.reason).toContain('has shrunk');
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
      reason: '1 options would have nothing left that belongs to them, such as "רחוב 7"',
      canBeAccepted: true,
      isConsequence: true,
    });
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
  });
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
  });
});
