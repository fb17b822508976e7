// The history of entries: what each action changed. Rows come with the commit of the action and go with the entry or its form.
// [entries.history] [entries.history.erased]
import type { JsonValue } from '../../../core/definition/form-definition.ts';
import type { Fragment, Runner } from '../connection/db.ts';

/** JSON of a row. */
export interface StoredDelta {
  /** By their numbers, old and new. */
  readonly status?: readonly [number, number];
  readonly fields: readonly {
    readonly keys: readonly (string | number)[];
    readonly old?: JsonValue;
    readonly new?: JsonValue;
  }[];
  /** Too large: only the names of fields, and perhaps not all. */
  readonly isCut?: true;
}

export interface NewEntryChange {
  readonly entry: string;
  readonly action: string;
  readonly form: string;
  readonly delta: string;
  /** Of the row that it was compared with: of another one it would not be true. */
  readonly revision: number;
  /** Of all changes of the entry together. */
  readonly maxBytes: number;
}

/** What a row takes besides its delta. */
const rowBytes = 100;

/**
 * For a statement that writes entries: parts that insert the changes of those that `written` names by id, and remove the oldest changes
 * of an entry whose history is full. `changed` are rows that had the revision; `chosen` say which one in `revision_before`.
 */
export function historyPart(
  sql: Runner,
  changes: readonly (NewEntryChange | undefined)[],
  written: 'changed' | 'chosen',
): Fragment {
  const rows = changes.filter((one) => one !== undefined);
  if (rows.length === 0) return sql``;
  return sql`,
    noted as materialized (
      select n.*, octet_length(n.delta) + ${rowBytes}::int as bytes from json_to_recordset(${JSON.stringify(rows)}::text::json)
        as n (entry text, action text, form text, delta text, revision int, "maxBytes" int)
        join ${sql.unsafe(writtenRows[written])}
    ),
    kept as (
      insert into entry_changes (entry, action, form, delta, bytes)
      select entry, action, form, delta::json, bytes from noted
    ),
    given_up as (
      delete from entry_changes c using (
        select o.entry, o.action, n."maxBytes" - n.bytes - sum(o.bytes) over (partition by o.entry order by o.action desc) as room
        from entry_changes o join noted n on n.entry = o.entry
      ) t where c.entry = t.entry and c.action = t.action and t.room < 0
    )`;
}

const writtenRows = {
  changed: 'changed w on w.id = n.entry',
  chosen: 'chosen w on w.id = n.entry and w.revision_before = n.revision',
} as const;

export interface EntryChangeRow {
  readonly action: string;
  /** JSON of a StoredDelta. */
  readonly delta: string;
}

/** Of these actions. */
export async function listEntryChanges(
  sql: Runner,
  entry: string,
  actions: readonly string[],
): Promise<EntryChangeRow[]> {
  return sql<
    EntryChangeRow[]
  >`select action, delta from entry_changes where entry = ${entry} and action = any(${[...actions]}::text[])`;
}

export async function forgetChanges(sql: Runner, entries: readonly string[]): Promise<void> {
  await sql`delete from entry_changes where entry = any(${[...entries]}::text[])`;
}
