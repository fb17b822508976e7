// How large an entry is, asked of the database before it is read: what the process holds at once is bounded by bytes. The
// size of a value that is not compressed is recorded in its row; a compressed one is unpacked by the database to tell.
// [limits.memory]

/** SQL: the bytes of a JSON column as text; the table must be called e. */
const bytesOf = (column: string) =>
  `case when pg_column_compression(e.${column}) is null then pg_column_size(e.${column})
    else octet_length(e.${column}::text) end`;

export const dataBytes = `(${bytesOf('data')})`;
export const entryBytes = `(${['data', 'actions', 'sent_emails', 'archived_renders'].map((name) => `(${bytesOf(name)})`).join(' + ')})`;

/** An entry up to this size is read together with its whole page. */
export const lightBytes = 4_096;

/** Runs of items that are at most so large together; an item that is larger by itself is a run of its own. */
export function* runsByBytes<Item extends { readonly bytes: number }>(
  items: readonly Item[],
  maxBytes: number,
): Generator<Item[]> {
  let run: Item[] = [];
  let bytes = 0;
  for (const item of items) {
    if (run.length > 0 && bytes + item.bytes > maxBytes) {
      yield run;
      run = [];
      bytes = 0;
    }
    run.push(item);
    bytes += item.bytes;
  }
  if (run.length > 0) yield run;
}
