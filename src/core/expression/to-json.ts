// JSON text as AngularJS's toJson writes it, for templates and the json filter. Not JSON.stringify: that calls
// `toJSON` of the data, overflows the stack on deep data, and cannot be stopped when its output grows.

import { type Budget, checkDataDepth, checkTextLength, itemWork, spend } from './budget.ts';
import { getMember, toNumber } from './data-value.ts';

/** Undefined for undefined, as JSON.stringify. */
export function toJson(value: unknown, indent: number, budget: Budget): string | undefined {
  const pieces: string[] = [];
  const unit = ' '.repeat(indent);
  let length = 0;

  function add(piece: string): void {
    pieces.push(piece);
    length += piece.length;
    checkTextLength(length);
    spend(budget, piece.length + 2 * itemWork);
  }

  function addItems(
    open: string,
    close: string,
    keys: readonly (string | number)[],
    holder: object,
    depth: number,
  ): void {
    checkDataDepth(depth);
    const newLine = indent === 0 ? '' : `\n${unit.repeat(depth)}`;
    let isFirst = true;
    add(open);
    for (const key of keys) {
      const item = getMember(holder, key);
      if (item === undefined && typeof key === 'string') continue;
      add(isFirst ? newLine : `,${newLine}`);
      isFirst = false;
      if (typeof key === 'string') add(`${JSON.stringify(key)}:${indent === 0 ? '' : ' '}`);
      addValue(item, depth);
    }
    if (!isFirst) add(newLine.slice(0, newLine.length - indent));
    add(close);
  }

  function addValue(item: unknown, depth: number): void {
    if (Array.isArray(item)) addItems('[', ']', Array.from(item.keys()), item, depth + 1);
    else if (typeof item === 'object' && item !== null) addItems('{', '}', Object.keys(item), item, depth + 1);
    else add(JSON.stringify(item) ?? 'null');
  }

  if (value === undefined) return undefined;
  addValue(value, 0);
  return pieces.join('');
}

/** As JSON.stringify: a number of spaces up to 10. */
export function toIndent(indent: unknown, budget: Budget): number {
  return Math.min(10, Math.max(0, Math.trunc(toNumber(indent, budget)) || 0));
}
