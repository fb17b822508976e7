// Numbers written as text, as a pattern: JSON Schema compares numbers with limits, not texts. A limit that is not whole is taken as the
// next whole number outside, and a number with an exponent always fits, so that nothing is refused that core accepts. [forms.schema]

export interface NumberLimits {
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly isInteger?: boolean | undefined;
}

const withExponent = '[+-]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)[eE][+-]?\\d+';
/** Beyond it, digits do not say the number. */
const maxWhole = 1e15;

export function numberPattern({ minimum, maximum, isInteger = false }: NumberLimits): string {
  const least = whole(minimum, Math.floor, Number.NEGATIVE_INFINITY);
  const most = whole(maximum, Math.ceil, Number.POSITIVE_INFINITY);
  const positive = size(Math.max(0, least), most, isInteger).map((one) => `\\+?${one}`);
  const negative = size(Math.max(0, -most), -least, isInteger).map((one) => `-${one}`);
  return `^\\s*(?:${[...positive, ...negative, withExponent].join('|')})\\s*$`;
}

function whole(limit: number | undefined, round: (value: number) => number, none: number): number {
  return limit === undefined || Math.abs(limit) > maxWhole ? none : round(limit);
}

/** Numbers without a sign from `least` to `most`, both included. */
function size(least: number, most: number, isInteger: boolean): string[] {
  if (most < least) return [];
  const fraction = isInteger ? '(?:\\.0*)?' : '(?:\\.\\d*)?';
  const bare = isInteger ? '\\.0+' : '\\.\\d+';
  const below = wholes(least, most === Number.POSITIVE_INFINITY ? most : most - 1).map((one) => `0*${one}${fraction}`);
  return [
    ...below,
    ...(most === Number.POSITIVE_INFINITY ? [] : [`0*${most}(?:\\.0*)?`]),
    ...(least === 0 ? [most > 0 ? bare : '\\.0+'] : []),
  ];
}

/** Whole numbers from `from` to `to` by their digits, without zeros in front. */
function wholes(from: number, to: number): string[] {
  if (to < from) return [];
  if (to === Number.POSITIVE_INFINITY) {
    const digits = String(from).length;
    return [...wholes(from, 10 ** digits - 1), `[1-9]\\d{${digits},}`];
  }
  const patterns: string[] = [];
  for (let start = from; start <= to; ) {
    // The longest run of numbers that differ only in their last digits.
    let step = 1;
    while (start % (step * 10) === 0 && start + step * 10 - 1 <= to && start !== 0) step *= 10;
    const run = Math.min(9 - (Math.floor(start / step) % 10), Math.floor((to - start + 1) / step) - 1);
    const head = String(Math.floor(start / step / 10) || '');
    const first = Math.floor(start / step) % 10;
    const digit = run === 0 ? String(first) : `[${first}-${first + run}]`;
    const last = step === 1 ? '' : `\\d{${Math.log10(step)}}`;
    patterns.push(`${head}${digit}${last}`);
    start += step * (run + 1);
  }
  return patterns;
}
