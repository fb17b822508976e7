// Files of the web apps of this and earlier versions.
import type { Runner } from '../connection/db.ts';

/** Says that a build has these, and returns the names whose content is not stored yet. */
export async function noteBuilt(sql: Runner, names: readonly string[], time: string): Promise<string[]> {
  const known = await sql<{ name: string }[]>`
    update web_assets set last_built = greatest(last_built, ${time}) where name = any(${names}::text[]) returning name`;
  const stored = new Set(known.map(({ name }) => name));
  return names.filter((name) => !stored.has(name));
}

export async function storeAsset(sql: Runner, asset: { name: string; content: Buffer; time: string }): Promise<void> {
  await sql`insert into web_assets (name, content, last_built) values (${asset.name}, ${asset.content}, ${asset.time})
    on conflict (name) do nothing`;
}

export async function listAssets(sql: Runner): Promise<string[]> {
  return (await sql<{ name: string }[]>`select name from web_assets`).map(({ name }) => name);
}

export async function findAsset(sql: Runner, name: string): Promise<Buffer | undefined> {
  const [row] = await sql<{ content: Buffer }[]>`select content from web_assets where name = ${name}`;
  return row?.content;
}

export async function deleteAssetsBefore(sql: Runner, time: string): Promise<void> {
  await sql`delete from web_assets where last_built < ${time}`;
}
