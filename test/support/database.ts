// One embedded PostgreSQL server for a whole test run, without the waits for the disk; each test file makes its own database on
// it. Most are copies of one that is made here, where a service has run: its schema, the seeded sets and the people of the
// tests take a second to make, and a copy a tenth of that.
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { buildProgram } from '../../scripts/build-program.mjs';
import { openEmbedded } from '../../src/server/postgres/embedded.ts';
import { openSql } from '../../src/server/store/connection/pool.ts';
import type { People } from './people.ts';
import { scratchFolder } from './scratch-folder.ts';

const root = resolve(import.meta.dirname, '../..');

interface PeopleDatabase {
  readonly template: string;
  readonly people: People;
}

declare module 'vitest' {
  export interface ProvidedContext {
    databaseUrl: string;
    peopleDatabase: PeopleDatabase;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!existsSync(join(root, 'dist/web/manifest.json')))
    throw new Error('The pages are not built: run `npm run build` first, or `npm test -- <files>`, which builds them.');
  const dataDir = mkdtempSync(join(scratchFolder(), 'formstead-test-'));
  const database = await openEmbedded({ dataDir, log: () => {}, isDurable: false });
  const close = async () => {
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
  };
  try {
    project.provide('databaseUrl', database.url);
    project.provide('peopleDatabase', await makePeopleDatabase(database.url, join(dataDir, 'people')));
  } catch (error) {
    // vitest calls no teardown of a setup that failed.
    await close();
    throw error;
  }
  return close;
}

async function makePeopleDatabase(serverUrl: string, dataDir: string): Promise<PeopleDatabase> {
  const template = 'people';
  const sql = openSql(serverUrl, { max: 1 });
  await sql`create database ${sql(template)}`;
  await sql.end();
  const databaseUrl = new URL(serverUrl);
  databaseUrl.pathname = `/${template}`;
  // Where the packages are found. Another run may make one of its own meanwhile.
  const program = join(root, '.cache', 'test', `make-people-database-${process.pid}.mjs`);
  try {
    await buildProgram(join(import.meta.dirname, 'make-people-database.ts'), program);
    const { stdout } = await promisify(execFile)(process.execPath, [program, databaseUrl.href, dataDir]);
    return { template, people: JSON.parse(stdout) };
  } finally {
    rmSync(program, { force: true });
  }
}
