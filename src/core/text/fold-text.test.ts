import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldText } from './fold-text.ts';

describe('[options-sets.search.folding] folding', () => {
  test.each([
    ['', ''],
    ['Tel Aviv - Yafo', 'tel aviv - yafo'],
    ['naïve CAFÉ', 'naive cafe'],
    ['cafe\u0301', 'cafe'],
    ['Łódź', 'lodz'],
    ['Ærø', 'aero'],
    ['Œuvre', 'oeuvre'],
    ['Đorđe', 'dorde'],
    ['straße', 'strasse'],
    ['STRASSE', 'strasse'],
    ['STRAẞE', 'strasse'],
    ['Þór', 'thor'],
    ['İstanbul', 'istanbul'],
    ['Isparta ısparta', 'isparta isparta'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['οδος', 'οδοσ'],
    ['ﬁn ①', 'fin 1'],
    ['a\u00a0b', 'a b'],
    ['Йод', 'иод'],
    ['שָׁלוֹם', 'שלום'],
    ['\ufb2a\ufb4b', 'שו'],
    ['צה"ל ג\'', 'צה"ל ג\''],
    ['\u05b8\u0301', ''],
    ['ג׳ורג’ ʼ ‘ ‛ ′ ´ `', "ג'ורג' ' ' ' ' ' '"],
    ['צה״ל “a” „b‟ ″', 'צה"ל "a" "b" "'],
    ['תל־אביב – a—b ‐ ‑ − －', 'תל-אביב - a-b - - - -'],
    ['a\tb\u2003c\u202fd\u3000e\u2028f', 'a b c d e f'],
    ['\u200fחיפה\u200e \u202bx\u202c\u2067y\u2069\ufeff', 'חיפה xy'],
  ])('%j becomes %j', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  test.each(['כך', 'מם', 'נן', 'פף', 'צץ'])('final forms stay distinct: %s', (pair) => {
    expect(foldText(pair)).toBe(pair);
    expect(pair[0]).not.toBe(pair[1]);
  });

  const texts = fc.string({ unit: 'binary' });

  test('folding twice changes nothing', () => {
    fc.assert(fc.property(texts, (text) => foldText(foldText(text)) === foldText(text)));
  });

  test('the parts of a text fold to the parts of its folded form', () => {
    fc.assert(fc.property(texts, texts, (a, b) => foldText(a + b) === foldText(a) + foldText(b)));
  });

  test('no capital letter of ASCII is left, which the search index relies on', () => {
    fc.assert(fc.property(texts, (text) => !/[A-Z]/.test(foldText(text))));
  });
});
