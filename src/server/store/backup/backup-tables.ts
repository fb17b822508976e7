// Which tables belong to a backup: all that migrations make, but for those that fill again by themselves. [running.backup.tables]
import { migrations } from '../migrations/all.ts';

/** Each with the reason. A table that is not here is in every backup. */
export const tablesLeftOut: Readonly<Record<string, string>> = {
  migrations: 'a restore runs them itself',
  form_indexes: 'search indexes are built again when somebody searches',
  entry_segments: 'the same',
  entry_signatures: 'the same',
  entry_index_changes: 'the same',
  entry_key_sets: 'the same',
  entry_keys: 'the same',
  web_assets: 'every process stores the files of its own version',
  export_progress: 'the exports of then are over',
  request_rates: 'the minutes of then are over',
};

/** Names in quotes need no escaping: migrations use plain ones. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** All tables that migrations make, those left out included. */
export function listOwnTables(): string[] {
  return ['migrations', ...namesIn(/^create (?:unlogged )?table (?:if not exists )?(\w+)/gim)];
}

export function listOwnFunctions(): string[] {
  return namesIn(/^create (?:or replace )?function (\w+)/gim);
}

function namesIn(pattern: RegExp): string[] {
  const found = migrations.flatMap(({ sql }) => [...sql.matchAll(pattern)].map((match) => match[1] as string));
  return [...new Set(found)];
}
