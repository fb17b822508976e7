// Options of which only some are offered, as one expression: which ones depends on other answers.
import { at, callMethod, conditional, list, literal, literalOf, type Piece, printPiece, record } from './pieces.ts';

export type PlainOption = readonly [value: string, label: string];

export interface ConditionalOption {
  readonly option: PlainOption;
  /** Whether it is offered. */
  readonly when: Piece;
}

export const maxFiltered = 1_000;

/** The list itself where all of them are always offered. */
export function filteredOptions(options: readonly ConditionalOption[]): string | (string | PlainOption)[] {
  if (options.every(({ when }) => literalOf(when) === true)) return options.map(({ option }) => shortOption(option));
  const offered = options.filter(({ when }) => literalOf(when) !== false);
  return printPiece(asLookup(offered) ?? asParts(offered));
}

/** A text that is value and label. */
export function shortOption(option: PlainOption): string | PlainOption {
  return option[0] === option[1] ? option[0] : option;
}

/** `{tx: [...], ca: [...]}[model.state]`, where each option asks for one value of the same answer. */
function asLookup(options: readonly ConditionalOption[]): Piece | undefined {
  const groups = new Map<string, Piece[]>();
  let subject: Piece | undefined;
  let source: string | undefined;
  for (const { option, when } of options) {
    const { node } = when;
    if (node.type !== 'binary' || node.operator !== '==' || node.right.type !== 'literal') return undefined;
    const key = node.right.value;
    const asked: Piece = { ...when, node: node.left };
    source ??= printPiece(asked);
    subject ??= asked;
    if (typeof key !== 'string' || key === '__proto__' || printPiece(asked) !== source) return undefined;
    const group = groups.get(key) ?? [];
    group.push(optionPiece(option));
    groups.set(key, group);
  }
  if (subject === undefined || groups.size < 2) return undefined;
  return at(record([...groups].map(([key, items]) => [key, list(items)] as const)), subject, 'list');
}

/** `[a ? [...] : [], b ? [...] : []].flat()`, in the order of the options. */
function asParts(options: readonly ConditionalOption[]): Piece {
  const runs: { when: Piece; source: string; items: Piece[] }[] = [];
  for (const { option, when } of options) {
    const source = printPiece(when);
    const last = runs.at(-1);
    if (last?.source === source) last.items.push(optionPiece(option));
    else runs.push({ when, source, items: [optionPiece(option)] });
  }
  const parts = runs.map(({ when, items }) =>
    literalOf(when) === true ? list(items) : conditional(when, list(items), list([])),
  );
  return callMethod(list(parts), 'flat', [], 'list');
}

function optionPiece(option: PlainOption): Piece {
  const short = shortOption(option);
  return typeof short === 'string' ? literal(short) : list(short.map((text) => literal(text)));
}
