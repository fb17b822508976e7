// Lines, their directions and their breaks.
import { describe, expect, it } from 'vitest';
import { breakLongRuns, isolateNumbers, plainText, printText } from './printed-text.ts';

describe('[after-actions.pdfs.content] direction', () => {
  it.each([
    ['hello שלום', 'ltr'],
    ['שלום hello', 'rtl'],
    ['+972 50-123', 'ltr'],
    ['"12. דוד', 'rtl'],
    ['مرحبا', 'rtl'],
    ['', 'ltr'],
  ])('of %s is %s', (text, dir) => {
    expect(printText(text)).toEqual([expect.objectContaining({ dir })]);
  });

  it('of each line is its own, and of one without letters what is asked for', () => {
    expect(printText('one\nשתיים\r\n3', { neutralDir: 'rtl' }).map(({ dir }) => dir)).toEqual(['ltr', 'rtl', 'rtl']);
  });
});

describe('[after-actions.pdfs.content] what keeps its direction between Hebrew words', () => {
  it.each([
    ['טלפון +972-50-123 בבית', 'טלפון [+972-50-123] בבית'],
    ['חייגו *2345.', 'חייגו [*2345].'],
    ['מינוס -3° בחוץ', 'מינוס [-3°] בחוץ'],
    ['ב-5% הנחה', 'ב-5% הנחה'],
    ['אתר https://x.co/he/ שלנו', 'אתר [https://x.co/he/] שלנו'],
    ['no Hebrew +972', 'no Hebrew +972'],
  ])('%s', (text, marked) => {
    expect(isolateNumbers(text).replace('\u2066', '[').replace('\u2069', ']')).toBe(marked);
  });

  it('is marked by us alone', () => {
    expect(printText('א \u2067\u2068x\u2069')[0]?.text).toBe('א x');
  });
});

describe('[after-actions.pdfs.content] long words', () => {
  it('break every few characters, and never inside one', () => {
    expect(breakLongRuns('a'.repeat(20), 10)).toBe('aaaaaaaa\u200baaaaaaaa\u200baaaa');
    expect(breakLongRuns('short and many words that fit', 10)).toBe('short and many words that fit');
    const family = '👨‍👩‍👧';
    expect(breakLongRuns(family.repeat(9), 10)).toBe(`${family.repeat(8)}\u200b${family}`);
  });

  it('break before the signs of an address, and not where they break anyway', () => {
    expect(breakLongRuns('ada.lovelace@example.org', 10)).toBe('ada\u200b.lovelac\u200be@exampl\u200be.org');
    expect(breakLongRuns('https://a/b/c/d/e/f/g/h', 10)).toBe('https://a/b/c/d/e/f/g/h');
  });

  it('are whole again without the marks', () => {
    const text = 'https://example.org/ שלום +972-50 '.repeat(5) + 'x'.repeat(100);
    expect(printText(text, { maxRun: 9 }).map((line) => plainText(line.text))).toEqual([text]);
  });
});
