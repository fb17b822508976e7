// Lists whose rows the database writes out itself, by a pattern that the caller gives: a page of 2,000 whole entries is
// passed on as bytes instead of being taken apart into 36,000 values and put together again.
import type { Runner } from '../connection/db.ts';
import { entryBytes, lightBytes } from './entry-bytes.ts';
import { type EntryPage, pageQuery } from './list-entries.ts';

type TextColumn = keyof typeof columnTexts;

/** Text as it is; a column; the label of the status; or parts that stand only where the column among them is set. */
export type TextPart =
  | string
  | { readonly column: TextColumn }
  | { readonly statusLabels: readonly string[] }
  | { readonly ifSet: TextColumn; readonly parts: readonly TextPart[] };

/**
 * One text a row. For drafts, of which the database cannot know what is shown, and for large entries their id and size alone:
 * those are read by their ids, as many as fit into memory.
 */
export async function listEntryTexts(sql: Runner, page: EntryPage, parts: readonly TextPart[]): Promise<Buffer[]> {
  const { query } = await pageQuery<{ text: string }>(sql, page, {
    columns: `case when e.status = 3 then '{"_id":"' || e.id || '","deletedAt":"' || ${isoText('e.deleted_at')} || '"}'
      when e.status in (2, 4, 5) and t.bytes <= ${lightBytes} then ${writeParts(parts)}
      else e.id || ' ' || t.bytes end as text`,
    // Once a row: most entries have the same time four times.
    join: `cross join lateral (select ${isoText('e.create_time')} as created, ${entryBytes} as bytes offset 0) as t`,
  });
  return (await query).map(({ text }) => Buffer.from(text));
}

const isoText = (column: string) => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const timeText = (column: string) => `case when ${column} = e.create_time then t.created else ${isoText(column)} end`;

const columnTexts = {
  id: 'e.id',
  form: 'e.form',
  account: 'e.account',
  idx: 'e.idx',
  submitIdx: 'e.submit_idx',
  data: 'e.data',
  actions: 'e.actions',
  sentEmails: 'e.sent_emails',
  archivedRenders: 'e.archived_renders',
  createTime: 't.created',
  modifyTime: timeText('e.modify_time'),
  changedAt: timeText('e.changed_at'),
  submitTime: timeText('e.submit_time'),
  name: 'to_json(e.name)::text',
} as const;

const longColumns: ReadonlySet<TextColumn> = new Set(['data', 'actions', 'sentEmails', 'archivedRenders']);

/**
 * An expression that skips what is null. Short parts in a row are joined first, which is quicker than handing each to
 * `concat`; long ones are copied once, by that.
 */
function writeParts(parts: readonly TextPart[]): string {
  const runs: string[][] = [];
  let isOpen = false;
  for (const part of parts) {
    const standsAlone =
      typeof part === 'object' && ('ifSet' in part || ('column' in part && longColumns.has(part.column)));
    if (isOpen && !standsAlone) runs.at(-1)?.push(writePart(part));
    else runs.push([writePart(part)]);
    isOpen = !standsAlone;
  }
  return `concat(${runs.map((run) => run.join(' || ')).join(', ')})`;
}

function writePart(part: TextPart): string {
  if (typeof part === 'string') return quote(part);
  if ('column' in part) return columnTexts[part.column];
  if ('statusLabels' in part) return `(array[${part.statusLabels.map(quote).join(', ')}])[e.status + 1]`;
  // One null among the parts makes the whole null.
  return part.parts.map(writePart).join(' || ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
