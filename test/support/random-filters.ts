// Filters of OData as a seed draws them, each with a test of a row that knows nothing of OData: what a filter finds is what the test passes.
import { root } from './entries.ts';

/** A row of `filteredForm`. */
export interface Shown {
  readonly id: string;
  readonly n: number | null;
  readonly t: string | null;
  readonly c: string | null;
  readonly d: string | null;
  readonly b: boolean | null;
}

/** `null` where the answer is not known, as OData has it. */
export type Filter = readonly [text: string, test: (row: Shown) => boolean | null];

export const filteredForm = {
  formSchema: {
    rootElem: root(
      { type: 'fInput', name: 'n', typeValidator: 'num' },
      { type: 'fInput', name: 't' },
      { type: 'fRadio', name: 'c', options: ['x', 'y', 'z'].map((one) => [one, `Label ${one}`]) },
      { type: 'fDate', name: 'd' },
      { type: 'fBool', name: 'b' },
    ),
  },
};

const words = ['alpha', 'Beta', 'ALPHA', 'gamma delta', 'בטא', 'é', 'e'];

export function createRandomFilters(start: number) {
  let seed = start;
  const random = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * most);
  };
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;

  function leaf(): Filter {
    const kinds: (() => Filter)[] = [
      () => {
        const value = random(30);
        const [op, test] = pick([
          ['lt', (n: number) => n < value],
          ['ge', (n: number) => n >= value],
          ['eq', (n: number) => n === value],
        ] as const);
        return [`n ${op} ${value}`, ({ n }) => n !== null && test(n)];
      },
      () => {
        const value = pick(words);
        return pick<Filter>([
          [`t eq '${value}'`, ({ t }) => t === value],
          [`t ne '${value}'`, ({ t }) => t !== value],
          [`contains(t,'${value.slice(1, 4)}')`, ({ t }) => (t === null ? null : t.includes(value.slice(1, 4)))],
          [`startswith(t,'${value[0]}')`, ({ t }) => (t === null ? null : t.startsWith(value[0] as string))],
        ]);
      },
      () => {
        const value = pick(['x', 'y', 'q']);
        return [`c eq '${value}'`, ({ c }) => c === value];
      },
      () => {
        const value = `2024-01-${String(1 + random(28)).padStart(2, '0')}`;
        return pick<Filter>([
          [`d gt ${value}`, ({ d }) => d !== null && d > value],
          [`d eq ${value}`, ({ d }) => d === value],
          [
            `day(d) eq ${Number(value.slice(8))}`,
            ({ d }) => (d === null ? false : Number(d.slice(8)) === Number(value.slice(8))),
          ],
        ]);
      },
      () =>
        pick<Filter>([
          ['b', ({ b }) => b],
          ['b eq null', ({ b }) => b === null],
        ]),
      () =>
        pick<Filter>([
          ['n eq null', ({ n }) => n === null],
          ['t ne null', ({ t }) => t !== null],
        ]),
    ];
    return pick(kinds)();
  }

  function tree(depth: number): Filter {
    if (depth === 0 || random(3) === 0) return leaf();
    if (random(4) === 0) {
      const [text, inner] = tree(depth - 1);
      return [`not (${text})`, (row) => negate(inner(row))];
    }
    const isOr = random(2) === 0;
    const parts = Array.from({ length: 2 + random(2) }, () => tree(depth - 1));
    const combine = (values: (boolean | null)[]) =>
      values.includes(isOr) ? isOr : values.includes(null) ? null : !isOr;
    return [
      `(${parts.map(([text]) => text).join(isOr ? ' or ' : ' and ')})`,
      (row) => combine(parts.map(([, inner]) => inner(row))),
    ];
  }

  return { random, pick, words, tree };
}

const negate = (value: boolean | null) => (value === null ? null : !value);
