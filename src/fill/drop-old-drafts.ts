// Keeps the number of drafts on a device small: each link has its own, and somebody who gets many links would fill the storage.
// Those that were not touched for longest go. [fill-links.kept]

export function dropOldDrafts(slots: readonly string[], max: number): void {
  const aged = slots.map((name) => ({ name, time: timeOf(name) })).sort((one, two) => two.time - one.time);
  for (const { name } of aged.slice(max)) localStorage.removeItem(name);
}

function timeOf(name: string): number {
  try {
    return Number((JSON.parse(localStorage.getItem(name) ?? '{}') as { time?: unknown }).time) || 0;
  } catch {
    // Not ours, or broken: nobody can read it.
    return 0;
  }
}
