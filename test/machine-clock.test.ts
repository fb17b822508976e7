// The time is the database's (src/server/store/connection/database-clock.ts), and how long something took is counted by a clock that nobody sets.
// Only these look at the machine's own.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const server = resolve(import.meta.dirname, '../src/server');
const allowed = {
  'the lines of the log': ['base/log.ts', 'base/log-destination.ts', 'program/process/watchdog-thread.ts'],
  'how far the clock that a library goes by is off': ['identity/provider/provider-client.ts'],
  'what doctor compares with the clocks of others': ['doctor/machine-time.ts'],
  'backups that are dated in the future': ['backup/find-backups.ts'],
  'times of files on this machine': ['backup/left-drills.ts', 'files/storage/disk-storage.ts', 'postgres/claim.ts'],
};

test('[conventions.times.database] the server asks the machine for the time only in the log and for its own files', () => {
  const asking = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .filter((path) =>
      /\bDate\.now\b|\bnew Date\(\)|(?<!new )\bDate\(\)/.test(readFileSync(join(server, path), 'utf8')),
    );
  expect(asking.sort()).toEqual(Object.values(allowed).flat().sort());
});
