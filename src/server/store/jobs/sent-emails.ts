// The emails that an entry records, without reading them whole: one entry may keep 5 MB of them. Items travel as JSON text, since
// what fillers wrote may hold half a character, which the database would refuse to write as text of its own.
import type { Runner } from '../connection/db.ts';

export interface SentEmailRow {
  readonly n: number;
  /** JSON of a SentEmailFacts. */
  readonly facts: string;
}

export interface SentEmailFacts {
  readonly id: string;
  readonly action: string;
  readonly to: readonly string[];
  readonly testEmailAddress: readonly string[] | null;
  readonly subject: string;
  readonly error: string | null;
  /** A record that is full keeps no texts. */
  readonly hasText: boolean;
}

/** SQL: the facts of `s.item`, the item at `s.place`. */
export const sentEmailColumns = `(s.place - 1)::int as n, json_build_object(
      'id', s.item->'id', 'action', s.item->'action', 'to', s.item->'to',
      'testEmailAddress', s.item->'testEmailAddress', 'subject', s.item->'subject', 'error', s.item->'error',
      'hasText', (s.item->'subject')::text || (s.item->'text')::text || coalesce((s.item->'html')::text, '""') <> '""""""'
    )::text as facts`;

/** In order. */
export async function listSentEmails(sql: Runner, entry: string): Promise<SentEmailRow[]> {
  return sql<SentEmailRow[]>`select ${sql.unsafe(sentEmailColumns)}
    from entries e, json_array_elements(e.sent_emails) with ordinality as s (item, place)
    where e.id = ${entry} order by s.place`;
}

/** The whole item as JSON text. */
export async function findSentEmail(
  sql: Runner,
  { entry, n }: { entry: string; n: number },
): Promise<string | undefined> {
  const [row] = await sql<{ item: string | null }[]>`
    select (e.sent_emails->${n}::int)::text as item from entries e where e.id = ${entry}`;
  return row?.item ?? undefined;
}
