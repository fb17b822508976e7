// Short links: a code that stands for the clone link of one entry.
import type { Runner } from '../connection/db.ts';

export async function insertShortLink(
  sql: Runner,
  link: { code: string; account: string; entry: string; time: string },
): Promise<void> {
  await sql`insert into short_links (code, account, entry, create_time)
    values (${link.code}, ${link.account}, ${link.entry}, ${link.time})`;
}

export async function findShortLink(sql: Runner, code: string): Promise<string | undefined> {
  const [row] = await sql<{ entry: string }[]>`select entry from short_links where code = ${code}`;
  return row?.entry;
}

export async function findShortLinkOfEntry(sql: Runner, entry: string): Promise<string | undefined> {
  const [row] = await sql<{ code: string }[]>`select code from short_links where entry = ${entry}`;
  return row?.code;
}
