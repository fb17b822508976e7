// Whether lines were cut: they lack the last ones of before and little else, or end in a part of one.
import { type Refusal, refuse, type SourceFacts } from './refusal.ts';

/** A last line without its line break is what most cuts leave behind. A marked end says nothing about rows that were never written. */
const maxLost = { marked: 100, closed: 4, open: 1 };

export function checkEnding({
  before,
  after,
  ending,
}: {
  /** In their order: what tells options apart, and their values. */
  readonly before: readonly { readonly id: string; readonly value: string }[];
  readonly after: readonly { readonly id: string; readonly value: string }[];
  readonly ending: SourceFacts['ending'];
}): Refusal | undefined {
  if (after.length === 0) return undefined;
  const there = new Set(after.map(({ id }) => id));
  const gone = before.filter(({ id }) => !there.has(id));
  const lost = before.length - 1 - before.findLastIndex(({ id }) => there.has(id));
  const last = after.at(-1)!.value;
  if (ending === 'open' && gone.some(({ value }) => value !== last && value.startsWith(last)))
    return refuse(`the source ends in the middle of a name: ${JSON.stringify(last)}`, { canBeAccepted: true });
  // Another list altogether was not cut.
  if (lost === before.length || lost <= maxLost[ending] || lost < gone.length / 2) return undefined;
  return refuse(`the source ends early: the last ${lost} options of before are not in it`, { canBeAccepted: true });
}
