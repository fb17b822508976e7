// The embedded server where it is denied things: other accounts, folders without permission, disks that are full or read-only.
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { findServer } from '../../src/server/postgres/cluster.ts';
import {
  endAll,
  endProcesses,
  installProgram,
  makeFolder,
  platformPackage,
  query,
  startHolder,
} from '../support/database-holder.ts';

const isRoot = process.getuid?.() === 0;
const ordinary = { uid: 65534, gid: 65534 };
const ordinaryAccount = isRoot ? { account: ordinary } : {};

afterEach(endAll);

describe('accounts and permissions', () => {
  // As another user only root can run it; without the library the start says what is missing.
  test.runIf(isRoot)('[running.embedded.any-user] a user without a name', async () => {
    const folder = makeFolder();
    const program = await installProgram(folder);
    const home = makeFolder();
    const nameless = { uid: 54_321, gid: 0 };
    fs.chownSync(home, nameless.uid, nameless.gid);
    const started = startHolder({ dataDir: join(home, 'data'), program, account: nameless });
    const outcome = await started.then(
      async (holder) => {
        const rows = await query(holder.url, 'select 1 as one');
        await holder.kill('SIGTERM');
        return JSON.stringify(rows);
      },
      (error: Error) => error.message,
    );
    expect(outcome).toMatch(/^\[\{"one":1\}\]$|the user 54321 has none in \/etc\/passwd\. Install libnss-wrapper/);
  });

  test('[running.embedded] an ordinary user runs it from packages that it may only read', async () => {
    const folder = makeFolder();
    const program = await installProgram(folder);
    const home = makeFolder();
    if (isRoot) fs.chownSync(home, ordinary.uid, ordinary.gid);
    const dataDir = join(home, 'data');
    const libraries = join(folder, 'node_modules', platformPackage, 'native', 'lib');
    fs.chmodSync(libraries, 0o555);
    try {
      for (const _ of ['first', 'later']) {
        const holder = await startHolder({ dataDir, program, ...ordinaryAccount });
        expect(await query(holder.url, 'select 1 as one')).toEqual([{ one: 1 }]);
        await holder.kill('SIGTERM');
      }
    } finally {
      fs.chmodSync(libraries, 0o755);
    }
    expect(fs.statSync(join(dataDir, 'postgres')).uid).toBe(isRoot ? ordinary.uid : process.getuid?.());
  });

  test.runIf(isRoot)(
    '[running.embedded] root runs it, under another account, from and in folders that only root can enter',
    async () => {
      const folder = makeFolder({ mode: 0o700 });
      const program = await installProgram(folder);
      fs.mkdirSync(join(folder, 'private'), { mode: 0o700 });
      const dataDir = join(folder, 'private', 'data');
      for (const _ of ['first', 'later']) {
        const holder = await startHolder({ dataDir, program });
        const { identity } = findServer(join(dataDir, 'postgres'))!;
        expect(fs.statSync(`/proc/${identity.pid}`).uid).not.toBe(0);
        expect(await query(holder.url, 'select 1 as one')).toEqual([{ one: 1 }]);
        await holder.kill('SIGTERM');
      }
      expect(fs.statSync(folder).mode & 0o777).toBe(0o700);
      expect(fs.statSync(join(folder, 'private')).mode & 0o777).toBe(0o700);
    },
  );

  test.runIf(isRoot)('[running.embedded] root runs it below its own home', async () => {
    const dataDir = join(makeFolder({ parent: '/root', mode: 0o700 }), 'data');
    const holder = await startHolder({ dataDir });
    expect(await query(holder.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test.runIf(isRoot)("[running.embedded] root continues an ordinary user's folder and gives it back", async () => {
    const folder = makeFolder();
    fs.chownSync(folder, ordinary.uid, ordinary.gid);
    const program = await installProgram(makeFolder());
    const options = { dataDir: join(folder, 'data'), program };
    for (const account of [{ account: ordinary }, {}, { account: ordinary }]) {
      const holder = await startHolder({ ...options, ...account });
      expect(await query(holder.url, 'select 1 as one')).toEqual([{ one: 1 }]);
      await holder.kill('SIGTERM');
    }
  });

  test('[running.embedded] a folder without permission to write: a clear error, nothing left behind', async () => {
    const program = await installProgram(makeFolder());
    const dataDir = makeFolder({ mode: 0o555 });
    await expect(startHolder({ dataDir, program, ...ordinaryAccount })).rejects.toThrow(
      `EmbeddedDatabaseError: The embedded database cannot run in ${dataDir}: this user has no permission for it.`,
    );
    expect(fs.readdirSync(dataDir)).toEqual([]);
  });
});

// Needs a file system of our own; `mount` is for root, and not in every container.
describe.runIf(canMount())('[running.embedded] a disk (needs root and mount)', () => {
  test('[running.embedded] full at the first start: a clear error, nothing left behind', async () => {
    await onSmallDisk({ sizeMegabytes: 20 }, async (dataDir) => {
      await expect(startHolder({ dataDir, isDurable: true })).rejects.toThrow(
        `EmbeddedDatabaseError: The embedded database cannot run in ${dataDir}: the disk is full.`,
      );
      expect(fs.readdirSync(dataDir)).toEqual([]);
    });
  });

  test('[running.embedded] full at a later start: a clear error, and all data once there is space', async () => {
    await onSmallDisk({ sizeMegabytes: 150 }, async (dataDir) => {
      const first = await startHolder({ dataDir, isDurable: true });
      await query(first.url, 'create table notes as select 42 as answer');
      await first.kill('SIGTERM');
      const filler = join(dataDir, 'filler');
      fillDisk(filler);
      await expect(startHolder({ dataDir, isDurable: true })).rejects.toThrow(
        `EmbeddedDatabaseError: The embedded database cannot run in ${dataDir}: the disk is full.`,
      );
      expect(findServer(join(dataDir, 'postgres'))).toBeUndefined();
      fs.rmSync(filler);
      const next = await startHolder({ dataDir, isDurable: true });
      expect(await query(next.url, 'select answer from notes')).toEqual([{ answer: 42 }]);
      await next.kill('SIGTERM');
    });
  });

  test('[running.embedded] read-only: a clear error, and all data once it can be written', async () => {
    await onSmallDisk({ sizeMegabytes: 150 }, async (dataDir) => {
      const first = await startHolder({ dataDir, isDurable: true });
      await first.kill('SIGTERM');
      execFileSync('mount', ['-o', 'remount,ro', dataDir]);
      await expect(startHolder({ dataDir, isDurable: true })).rejects.toThrow(
        `EmbeddedDatabaseError: The embedded database cannot run in ${dataDir}: the disk is read-only.`,
      );
      execFileSync('mount', ['-o', 'remount,rw', dataDir]);
      const next = await startHolder({ dataDir, isDurable: true });
      await next.kill('SIGTERM');
    });
  });
});

function canMount(): boolean {
  if (!isRoot || process.platform !== 'linux') return false;
  const folder = makeFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'none', folder], { stdio: 'ignore' });
    execFileSync('umount', [folder]);
    return true;
  } catch {
    return false;
  }
}

async function onSmallDisk({ sizeMegabytes }: { sizeMegabytes: number }, work: (dataDir: string) => Promise<void>) {
  const folder = makeFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMegabytes}m,mode=755`, 'none', folder]);
  try {
    await work(folder);
  } finally {
    await endProcesses();
    execFileSync('umount', [folder]);
  }
}

function fillDisk(path: string): void {
  const file = fs.openSync(path, 'w');
  try {
    for (let size = 1 << 20; size >= 1; size >>= 1) {
      try {
        for (;;) fs.writeSync(file, Buffer.alloc(size));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    }
  } finally {
    fs.closeSync(file);
  }
}
