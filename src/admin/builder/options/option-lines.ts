// A list of options as flat lines, for editing: a group is a line of its own, and the options after it are inside or not. So
// moving a line up or down is the same everywhere. [validation.options.list]
import type { JsonValue, OptionItem } from '../../../core/definition/form-definition.ts';
import { isPlainObject } from '../../../core/values/value-type.ts';

export interface OptionLine {
  readonly type: 'option';
  readonly value: JsonValue;
  readonly label: string;
  readonly isInside: boolean;
}
export interface GroupLine {
  readonly type: 'group';
  readonly label: string;
}
export type Line = OptionLine | GroupLine;

export function readLines(items: readonly OptionItem[]): Line[] {
  return (items as readonly unknown[]).flatMap((item): Line[] => {
    if (!isPlainObject(item)) return readOption(item, false);
    const { label, options } = item;
    const inside = Array.isArray(options) ? options.flatMap((one) => readOption(one, true)) : [];
    return [{ type: 'group', label: String(label ?? '') }, ...inside];
  });
}

function readOption(item: unknown, isInside: boolean): OptionLine[] {
  const [value, label = value] = (Array.isArray(item) ? item : [item]) as (JsonValue | undefined)[];
  if (value === undefined || typeof value === 'object') return [];
  return [{ type: 'option', value, label: String(label), isInside }];
}

/** A label that is its value is written once. */
export function writeLines(lines: readonly Line[]): OptionItem[] {
  const items: OptionItem[] = [];
  let group: OptionItem[] | undefined;
  for (const line of lines) {
    if (line.type === 'group') {
      group = [];
      items.push({ label: line.label, options: group });
    } else {
      const item: OptionItem = line.value === line.label ? line.label : [line.value, line.label];
      if (line.isInside && group !== undefined) group.push(item);
      else {
        group = undefined;
        items.push(item);
      }
    }
  }
  return items;
}

/** A label alone makes both; a value of its own stays. */
export function relabel(line: Line, label: string): Line {
  if (line.type === 'group') return { ...line, label };
  return { ...line, label, value: String(line.value) === line.label ? label : line.value };
}

/** One step. At the edge of a group a line first goes in or out, then on. */
export function moveLine(lines: readonly Line[], at: number, step: -1 | 1): { lines: readonly Line[]; at: number } {
  const line = lines[at]!;
  const next = lines[at + step];
  if (line.type === 'group') return moveGroup(lines, at, step);
  const isLeavingDown = step === 1 && line.isInside && (next === undefined || next.type === 'group' || !next.isInside);
  if (isLeavingDown) return { lines: lines.with(at, { ...line, isInside: false }), at };
  const isEnteringUp = step === -1 && !line.isInside && next !== undefined && (next.type === 'group' || next.isInside);
  if (isEnteringUp) return { lines: lines.with(at, { ...line, isInside: true }), at };
  if (next === undefined) return { lines, at };
  // Over the head of a group: into it from above, out of it from below.
  const isInside = next.type === 'group' ? step === 1 : next.isInside;
  const moved = lines.with(at, next).with(at + step, { ...line, isInside });
  return { lines: moved, at: at + step };
}

/** A group moves with all that is in it, over the whole of what is there. */
function moveGroup(lines: readonly Line[], at: number, step: -1 | 1): { lines: readonly Line[]; at: number } {
  const end = endOfGroup(lines, at);
  const own = lines.slice(at, end);
  if (step === 1) {
    if (end >= lines.length) return { lines, at };
    const over = lines.slice(end, lines[end]!.type === 'group' ? endOfGroup(lines, end) : end + 1);
    return { lines: [...lines.slice(0, at), ...over, ...own, ...lines.slice(end + over.length)], at: at + over.length };
  }
  if (at === 0) return { lines, at };
  let start = at - 1;
  const before = lines[start]!;
  if (before.type === 'option' && before.isInside) while (lines[start]!.type !== 'group') start--;
  return { lines: [...lines.slice(0, start), ...own, ...lines.slice(start, at), ...lines.slice(end)], at: start };
}

function endOfGroup(lines: readonly Line[], at: number): number {
  let end = at + 1;
  for (let line = lines[end]; line?.type === 'option' && line.isInside; line = lines[end]) end++;
  return end;
}

/** Without a group its options stay, outside. */
export function removeLine(lines: readonly Line[], at: number): Line[] {
  const end = lines[at]?.type === 'group' ? endOfGroup(lines, at) : at;
  return lines.flatMap((line, index): Line[] => {
    if (index === at) return [];
    return index > at && index < end && line.type === 'option' ? [{ ...line, isInside: false }] : [line];
  });
}

/** Values that stand more than once; only the first can be chosen. */
export function repeatedValues(lines: readonly Line[]): string[] {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const line of lines) {
    if (line.type === 'group') continue;
    const key = String(line.value).trim();
    if (seen.has(key)) repeated.add(key);
    seen.add(key);
  }
  return [...repeated];
}
