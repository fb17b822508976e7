// One embedded PostgreSQL server for a whole test run, without the waits for the disk; each test file makes its own database on
// it. Most are copies of one that is made here, where a service has run: its schema, the seeded sets and the people of the
// tests take a second to make, and a copy a tenth of that.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { buildApp } from '../../src/server/app.ts';
import { readConfig } from '../../src/server/config.ts';
import { openServices } from '../../src/server/open-services.ts';
import { openEmbedded } from '../../src/server/postgres/embedded.ts';
import { addPeople, type People, quickCost } from './people.ts';

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
  const dataDir = mkdtempSync(join(tmpdir(), 'formstead-test-'));
  const database = await openEmbedded({ dataDir, log: () => {}, isDurable: false });
  project.provide('databaseUrl', database.url);
  project.provide('peopleDatabase', await makePeopleDatabase(database.url, join(dataDir, 'people')));
  return async () => {
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
  };
}

async function makePeopleDatabase(serverUrl: string, dataDir: string): Promise<PeopleDatabase> {
  const template = 'people';
  const sql = postgres(serverUrl, { max: 1, fetch_types: false, onnotice: () => {} });
  await sql`create database ${sql(template)}`;
  await sql.end();
  const databaseUrl = new URL(serverUrl);
  databaseUrl.pathname = `/${template}`;
  const log = { info() {}, warn() {}, error() {}, request() {} };
  const services = await openServices({
    config: readConfig({ RATE_LIMIT: '0', DATA_DIR: dataDir }),
    databaseUrl: databaseUrl.href,
    log,
    passwordCost: quickCost,
  });
  const app = await buildApp(services);
  const people = await addPeople({ url: await app.listen({ port: 0, host: '127.0.0.1' }), services });
  await app.close();
  await services.close();
  return { template, people };
}
