// Texts that a pattern matches, read from the pattern itself: one branch of each choice, few of what may come often. Takes
// the syntax that people write in forms; of any other pattern, and of some that look at what is around, there is no sample.
// Whoever uses one asks the pattern again.

/** Several, of different lengths and branches. */
export function patternSamples(source: string): string[] {
  const texts = variants.flatMap((variant) => {
    try {
      const reader: Reader = { source, at: 0, variant };
      const text = readChoice(reader);
      return reader.at === source.length ? text.slice(0, maxLength) : [];
    } catch (error) {
      if (error instanceof UnknownSyntax) return [];
      throw error;
    }
  });
  return [...new Set(texts)];
}

interface Variant {
  readonly branch: number;
  /** Beyond the fewest. */
  readonly more: number;
}

const variants: readonly Variant[] = [0, 1, 2, 3].flatMap((branch) => [1, 0, 3, 8].map((more) => ({ branch, more })));
const maxLength = 2000;

interface Reader {
  readonly source: string;
  at: number;
  readonly variant: Variant;
}

class UnknownSyntax extends Error {}

function readChoice(reader: Reader): string {
  const branches = [readSequence(reader)];
  while (reader.source[reader.at] === '|') {
    reader.at++;
    branches.push(readSequence(reader));
  }
  return branches[reader.variant.branch % branches.length]!;
}

function readSequence(reader: Reader): string {
  let text = '';
  while (reader.at < reader.source.length && !'|)'.includes(reader.source[reader.at]!)) {
    const part = readPart(reader);
    text += part.repeat(readCount(reader));
    if (text.length > maxLength) throw new UnknownSyntax();
  }
  return text;
}

function readPart(reader: Reader): string {
  const sign = reader.source[reader.at++]!;
  if (sign === '^' || sign === '$') return '';
  if (sign === '.') return 'a';
  if (sign === '(') return readGroup(reader);
  if (sign === '[') return readClass(reader);
  if (sign === '\\') return readEscape(reader);
  if ('*+?{'.includes(sign)) throw new UnknownSyntax();
  return sign;
}

function readGroup(reader: Reader): string {
  const start = /^\?(?:[imsU]*:|P?<\w+>|[imsU]+\))/.exec(reader.source.slice(reader.at))?.[0];
  if (reader.source[reader.at] === '?' && start === undefined) throw new UnknownSyntax();
  reader.at += start?.length ?? 0;
  if (start?.endsWith(')')) return '';
  const text = readChoice(reader);
  if (reader.source[reader.at++] !== ')') throw new UnknownSyntax();
  return text;
}

const classes: Readonly<Record<string, string>> = { d: '5', w: 'a', s: ' ', D: 'a', W: '-', S: 'a' };
const controls: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

function readEscape(reader: Reader): string {
  const sign = reader.source[reader.at++];
  if (sign === undefined) throw new UnknownSyntax();
  if ('bBAz'.includes(sign)) return '';
  if (sign in classes) return classes[sign]!;
  if (sign in controls) return controls[sign]!;
  if (sign === 'p') return readProperty(reader);
  if (/[A-Za-z0-9]/.test(sign)) throw new UnknownSyntax();
  return sign;
}

const properties: Readonly<Record<string, string>> = {
  L: 'a',
  Lu: 'A',
  Ll: 'a',
  N: '5',
  Nd: '5',
  Hebrew: 'א',
  Latin: 'a',
};

function readProperty(reader: Reader): string {
  const [whole, name] = /^(?:\{(\w+)\}|(\w))/.exec(reader.source.slice(reader.at)) ?? [];
  const sample = properties[name ?? whole ?? ''];
  if (whole === undefined || sample === undefined) throw new UnknownSyntax();
  reader.at += whole.length;
  return sample;
}

/** Of what is not in a class, the first of these that is not. */
const usual = [...'a5A-_ .,;:!/@#אx0é'];

function readClass(reader: Reader): string {
  const isNegated = reader.source[reader.at] === '^';
  if (isNegated) reader.at++;
  const ranges: [from: string, to: string][] = [];
  for (let isFirst = true; isFirst || reader.source[reader.at] !== ']'; isFirst = false) {
    const from = readClassSign(reader);
    if (reader.source[reader.at] !== '-' || reader.source[reader.at + 1] === ']') {
      ranges.push(from);
      continue;
    }
    reader.at++;
    ranges.push([from[0], readClassSign(reader)[1]]);
  }
  reader.at++;
  const isIn = (sign: string) => ranges.some(([from, to]) => sign >= from && sign <= to);
  const sample = isNegated ? usual.find((sign) => !isIn(sign)) : (usual.find(isIn) ?? ranges[0]?.[0]);
  if (sample === undefined) throw new UnknownSyntax();
  return sample;
}

const classRanges: Readonly<Record<string, [string, string]>> = { d: ['0', '9'], w: ['a', 'z'], s: [' ', ' '] };

function readClassSign(reader: Reader): [string, string] {
  const sign = reader.source[reader.at++];
  if (sign === undefined || (sign === '[' && reader.source[reader.at] === ':')) throw new UnknownSyntax();
  if (sign !== '\\') return [sign, sign];
  const range = classRanges[reader.source[reader.at] ?? ''];
  if (range !== undefined) {
    reader.at++;
    return range;
  }
  const escaped = readEscape(reader);
  return [escaped, escaped];
}

/** How often the part before comes. */
function readCount(reader: Reader): number {
  const [whole, sign, least, comma, most] =
    /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/.exec(reader.source.slice(reader.at)) ?? [];
  if (whole === undefined) return 1;
  reader.at += whole.length;
  const { more } = reader.variant;
  if (sign === '?') return Math.min(1, more);
  if (sign !== undefined) return (sign === '+' ? 1 : 0) + more;
  const few = Number(least);
  if (comma === '') return few;
  return most === '' ? few + more : Math.min(Number(most), few + more);
}
