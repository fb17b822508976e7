// Which of a form's `current` counters an entry of a status belongs to. [forms.counts]
import type { CurrentKey } from '../store/entries/entries.ts';

/** By status number; created entries count only in `all`, deleted ones nowhere. */
const currentKeys: readonly (CurrentKey | undefined)[] = [undefined, 'save', 'submit', undefined, 'template', 'render'];

export function currentKey(status: number): CurrentKey | undefined {
  return currentKeys[status];
}

/** What a change of status does to `current`. */
export function currentChange(from: number, to: number): Partial<Record<CurrentKey, number>> {
  if (from === to) return {};
  const change: Partial<Record<CurrentKey, number>> = {};
  const [lost, won] = [currentKey(from), currentKey(to)];
  if (lost !== undefined) change[lost] = -1;
  if (won !== undefined) change[won] = 1;
  return change;
}
