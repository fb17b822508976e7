// What the table of options sends when a row is edited, moved, removed or brought back: changes as PATCH takes them.
// [options-sets.change]
import type { ApiOption, ListedOption } from '../../api-types/options-sets.ts';
import { isPlainNumber } from './read-options.ts';

export type OptionChange =
  | { readonly place: string; readonly was: ApiOption; readonly option: ApiOption | null }
  | { readonly place: string; readonly insert: ApiOption };

export function optionOf({ place: _, ...option }: ListedOption): ApiOption {
  return option;
}

/** A row while somebody types in it: all texts. */
export interface OptionDraft {
  readonly value: string;
  readonly score: string;
  readonly data: Readonly<Record<string, string>>;
}

export function draftOf({ value, score, data = {} }: ApiOption, keys: readonly string[]): OptionDraft {
  return {
    value,
    score: score === undefined ? '' : String(score),
    data: Object.fromEntries(keys.map((key) => [key, cellText(data[key])])),
  };
}

export function cellText(value: unknown): string {
  return value === undefined || value === null ? '' : String(value);
}

export type DraftProblem = 'noValue' | 'badScore';

export function checkDraft({ value, score }: OptionDraft): DraftProblem | undefined {
  if (value.trim() === '') return 'noValue';
  const typed = score.trim();
  return typed === '' || Number.isFinite(Number(typed)) ? undefined : 'badScore';
}

/** What was not touched stays as it was, kind included. `numeric` are the keys that hold numbers in the rows around. */
export function readDraft(draft: OptionDraft, before: ApiOption | undefined, numeric: ReadonlySet<string>): ApiOption {
  const score = draft.score.trim() === '' ? undefined : Number(draft.score.trim());
  const data = { ...before?.data };
  for (const [key, text] of Object.entries(draft.data)) {
    const known = before?.data?.[key];
    if (cellText(known) === text) continue;
    if (text.trim() === '') delete data[key];
    else data[key] = readCell(text.trim(), typeof known, numeric.has(key));
  }
  return {
    value: draft.value.trim(),
    ...(score !== undefined && { score }),
    ...(Object.keys(data).length > 0 && { data }),
  };
}

function readCell(text: string, kind: string, isNumeric: boolean): string | number | boolean {
  if (kind === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  const takesNumber = kind === 'number' || (kind === 'undefined' && isNumeric);
  return takesNumber && isPlainNumber(text) ? Number(text) : text;
}

export function numericKeys(options: readonly ApiOption[]): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const { data = {} } of options) {
    for (const [key, value] of Object.entries(data)) if (typeof value === 'number') keys.add(key);
  }
  return keys;
}

/**
 * A row changes places with its neighbour. Shown by score, they change scores too; so each comes exactly one step further, whatever
 * the scores of all others.
 */
export function swapChanges(one: ListedOption, other: ListedOption, order: 'list' | 'score'): OptionChange[] {
  const [a, b] = [optionOf(one), optionOf(other)];
  const put = (option: ApiOption, score: number | undefined): ApiOption => {
    if (order === 'list') return option;
    const { value, data } = option;
    return { value, ...(score !== undefined && { score }), ...(data !== undefined && { data }) };
  };
  return [
    { place: one.place, was: a, option: put(b, a.score) },
    { place: other.place, was: b, option: put(a, b.score) },
  ];
}

export function removeChanges(options: readonly ListedOption[]): OptionChange[] {
  return options.map((option) => ({ place: option.place, was: optionOf(option), option: null }));
}

/** Each where it was: those before it in its chunk are gone too. */
export function restoreChanges(removed: readonly ListedOption[]): OptionChange[] {
  const goneBefore = new Map<string, number>();
  return removed
    .map((option) => ({ option, ...placeOf(option.place) }))
    .sort((one, other) => one.index - other.index)
    .map(({ option, position, index }) => {
      const gone = goneBefore.get(position) ?? 0;
      goneBefore.set(position, gone + 1);
      return { place: `${position}.${index - gone}`, insert: optionOf(option) };
    });
}

function placeOf(place: string): { position: string; index: number } {
  const [position = '', index = ''] = place.split('.');
  return { position, index: Number(index) };
}
