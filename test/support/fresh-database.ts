// A database of its own for one test file: an empty one, or one where the service was started before and the people of the
// tests are users already.
import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { openSql, type Sql } from '../../src/server/store/connection/pool.ts';
import type { People } from './people.ts';

export interface FreshDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

export function createFreshDatabase(): Promise<FreshDatabase> {
  return createDatabase('template1');
}

export async function clonePeopleDatabase(): Promise<FreshDatabase & { readonly people: People }> {
  const { template, people } = inject('peopleDatabase');
  return { ...(await createDatabase(template)), people };
}

async function createDatabase(template: string): Promise<FreshDatabase> {
  const serverUrl = inject('databaseUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await runOnce(serverUrl, (sql) => sql`create database ${sql(name)} template ${sql(template)}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => runOnce(serverUrl, (sql) => sql`drop database if exists ${sql(name)} with (force)`),
  };
}

async function runOnce(url: string, work: (sql: Sql) => Promise<unknown>): Promise<void> {
  const sql = openSql(url, { max: 1 });
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
}
