// One data folder for a whole run in which a server has run once: the database, its schema and the seeded sets are there, users are
// not. A copy of it takes a tenth of what a first start in an empty folder does.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { findDatabaseAccount, giveTreeTo } from '../../src/server/postgres/account.ts';
import { buildServer, endAll, makeDataFolder, startProcess } from './server-process.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    servedFolder: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  buildServer();
  const folder = makeDataFolder();
  const server = await startProcess(folder);
  await server.end('SIGTERM');
  project.provide('servedFolder', folder);
  return endAll;
}

export function copyServedFolder(): string {
  const folder = makeDataFolder();
  cpSync(inject('servedFolder'), folder, { recursive: true });
  giveToAccount(join(folder, 'postgres'));
  return folder;
}

/** The database alone, into a folder where a later start finds it. */
export function copyServedDatabase(folder: string): void {
  const database = join(folder, 'postgres');
  cpSync(join(inject('servedFolder'), 'postgres'), database, { recursive: true });
  giveToAccount(database);
}

function giveToAccount(database: string): void {
  const account = findDatabaseAccount(database);
  if (account !== undefined) giveTreeTo(account, database);
}
