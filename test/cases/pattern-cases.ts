// Patterns and texts, for both engines that run them on the page: what is simple runs on the browser's own.

export interface PatternCase {
  readonly source: string;
  readonly isSimple: boolean;
  readonly matches: readonly string[];
  readonly others: readonly string[];
}

const simple = (source: string, matches: readonly string[], others: readonly string[]): PatternCase => {
  return { source, isSimple: true, matches, others };
};
const other = (source: string, matches: readonly string[] = [], others: readonly string[] = []): PatternCase => {
  return { source, isSimple: false, matches, others };
};

export const patternCases: readonly PatternCase[] = [
  simple('', ['', 'a'], []),
  simple('^$', [''], [' ', '\n']),
  simple('^\\d{9}$', ['123456789'], ['12345678', '1234567890', '12345678٣', ' 123456789', '123456789\n']),
  simple('^05\\d-?\\d{7}$', ['050-1234567', '0501234567'], ['050--1234567', '051234567']),
  simple('^[A-Z]{2}[0-9]+$', ['AB1', 'ZZ999999'], ['A1', 'ab1', 'ABC1', 'AB']),
  simple('^(red|green|grey)$', ['red', 'green', 'grey'], ['gre', 'reds', 'grreen', '']),
  simple('^\\+?[0-9 ()-]{7,20}$', ['+972 3 1234567', '(03) 123-4567'], ['+', '123456', '++1234567']),
  simple('^\\d{5}(-\\d{4})?$', ['12345', '12345-6789'], ['1234', '12345-', '12345-678']),
  simple('^\\d{5}(?:\\d{2})?$', ['12345', '1234567'], ['123456', '12345678']),
  simple('^\\d{2,3}\\d{4}$', ['123456', '1234567'], ['12345', '12345678']),
  simple('^(\\d{1,3}\\.){3}\\d{1,3}$', ['10.0.0.255'], ['10.0.0', '1000.0.0.1', '10.0.0.1.']),
  simple('^[א-ת "\'-]+$', ['שלום', 'בן-דוד', 'צה"ל'], ['shalom', '', 'שלום!', 'ﬡ']),
  simple('^[^\\s@]+$', ['a.b', 'א', '\v', '\u00a0', '\u2003'], ['a b', 'a@b', 'a\tb', '']),
  simple('^\\S+$', ['ab', '\v', '\u00a0'], ['a b', '\n', '\f']),
  simple('^\\w+$', ['abc_09'], ['é', 'ſ', '\u212a', 'a-b', '']),
  simple('^\\W$', ['é', '😀', '-'], ['a', '_', '', 'éé']),
  simple('^.$', ['a', '😀', '\r', '\u2028', '\u2029'], ['', '\n', 'ab', 'e\u0301']),
  simple('^.{3}$', ['😀😀😀', 'abc'], ['😀😀', 'ab']),
  simple('^[😀-😎]+$', ['😀😅😎'], ['😏', 'a', '']),
  simple('^[\\D]{2}$', ['ab', '٣٣'], ['a1', 'a']),
  simple('\\.pdf$', ['a.pdf', '.pdf'], ['a.pdf ', 'apdf', 'a.PDF']),
  simple('^https?://', ['http://x', 'https://'], ['ftp://', ' http://', 'http:/x']),
  simple('^abc.*$', ['abc', 'abcabc'], ['ab', 'abc\n', 'xabc']),
  simple('cat|dog', ['a cat', 'dogs'], ['cow', 'ca t']),
  simple('^a|b$', ['ax', 'xb', 'a', 'b'], ['xa', 'bx', '']),
  simple('^(?:ab)*$', ['', 'abab'], ['a', 'aba', 'ba']),
  simple('^a+?b*?$', ['a', 'aab'], ['b', 'aba']),
  simple('^x{2,}$', ['xx', 'xxxx'], ['x', '']),
  simple('^[-a.]+$', ['-a.'], ['b', '\\']),
  simple('^[a\\-\\]\\[^]+$', ['a-][^'], ['b', '\\']),
  simple('^\\/\\\\\\t$', ['/\\\t'], ['/\\t']),
  simple('^(a|)b$', ['ab', 'b'], ['', 'aab']),
  // Only the engine that takes linear time for all of them.
  other('^(a+)+$', ['aaa'], ['aab']),
  other('^(a|a)*$', ['aaa'], ['b']),
  other('^(a|ab)*$', ['aab'], ['b']),
  other('^(a*)*$', ['aa', ''], ['b']),
  other('^.*\\.pdf$', ['a.pdf'], ['a.png']),
  other('^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$', ['a@b.c'], ['a@b']),
  other('x+y', ['axxy'], ['xx']),
  other('(a?){40}b', ['b', 'aab'], ['a']),
  other('^\\d+\\d+$', ['12'], ['1']),
  // What engines read in different ways, or only one of them reads.
  other('^\\p{Hebrew}+$', ['שלום'], ['shalom']),
  other('(?i)^abc$', ['ABC'], ['ABD']),
  other('^[[:alpha:]]+$', ['abc'], ['ab1']),
  other('\\bcat\\b', ['a cat'], ['cats']),
  other('^a{,3}$', ['a{,3}'], ['aa']),
  other('^\\Qa.b\\E$', ['a.b'], ['axb']),
  other('(?P<name>a)', ['a'], ['b']),
  other('^[a-c-e]$', ['-', 'b', 'e'], ['d']),
  other('(^a$)', ['a'], ['aa']),
  other('\\x41', ['A'], ['x']),
  other('\\_', ['_'], ['a']),
  other('\\z', ['', 'a']),
  // What the service refuses.
  other('('),
  other('a**'),
  other('(?=a)'),
  other('\\1'),
  other('[b-a]'),
  other('a{2,1}'),
  other('a{1001}'),
];
