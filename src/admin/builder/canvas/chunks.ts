// A long list is drawn in chunks, of which the browser leaves out those that are out of sight. Elements stay in their chunk when others
// come, go and move: to change it, one has to be drawn again.

export interface Chunk {
  readonly key: number;
  readonly ids: readonly string[];
}

const usual = 12;
const most = 24;

/** The list in chunks, given how it was before. */
export function chunkIds(ids: readonly string[], before: readonly Chunk[]): Chunk[] {
  const known = new Map(before.flatMap((chunk) => chunk.ids.map((id) => [id, chunk.key] as const)));
  const begins = firstOfEach(ids, known);
  let next = before.reduce((highest, { key }) => Math.max(highest, key), 0) + 1;
  const chunks: { key: number; ids: string[] }[] = [];
  for (const id of ids) {
    const last = chunks.at(-1);
    const key = known.get(id);
    if (key !== undefined && begins.get(key) === id) chunks.push({ key, ids: [id] });
    else if (last === undefined || last.ids.length >= (key === undefined ? usual : most)) {
      chunks.push({ key: next, ids: [id] });
      next += 1;
    } else last.ids.push(id);
  }
  return chunks;
}

/** Where each chunk begins now: not at one that was moved away from the others. */
function firstOfEach(ids: readonly string[], known: ReadonlyMap<string, number>): Map<number, string> {
  const begins = new Map<number, string>();
  const alone = new Map<number, string>();
  for (const [at, id] of ids.entries()) {
    const key = known.get(id);
    if (key === undefined || begins.has(key)) continue;
    const follower = ids[at + 1];
    if (follower !== undefined && known.get(follower) === key) begins.set(key, id);
    else if (!alone.has(key)) alone.set(key, id);
  }
  return new Map([...alone, ...begins]);
}
