// The difference of two lists as text for a terminal. [options-sets.maintained.diff]
import type { SetDiff } from '../../api-types/options-sets.ts';

/** Counts, then the examples, one in a line. */
export function writeDiff(set: string, { added, removed, changed }: SetDiff): string {
  const lines = [`${set}: ${added.count} added, ${removed.count} removed, ${changed.count} changed`];
  for (const text of added.examples) lines.push(`  + ${text}`);
  lines.push(...rest(added), ...removed.examples.map((text) => `  - ${text}`), ...rest(removed));
  for (const { from, to } of changed.examples) lines.push(`  ~ ${from} -> ${to}`);
  lines.push(...rest(changed));
  return lines.join('\n');
}

function rest({ count, examples }: { count: number; examples: readonly unknown[] }): string[] {
  return count > examples.length ? [`    and ${count - examples.length} more`] : [];
}
