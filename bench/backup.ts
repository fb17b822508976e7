// A backup of entries of 15 fields and stored files, against COPY of the same table and a copy of the same folder in the same run;
// a second one, an encrypted one, verify and restore beside it. ENTRIES, FILES and FILE_MB set the sizes.
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseBackup } from '../src/server/backup/find-backups.ts';
import { openPlace } from '../src/server/backup/manifest.ts';
import { openSource, openTarget } from '../src/server/backup/open-vault.ts';
import { noProgress } from '../src/server/backup/progress.ts';
import { restoreBackup } from '../src/server/backup/restore-backup.ts';
import { runBackup } from '../src/server/backup/run-backup.ts';
import { verifyBackup } from '../src/server/backup/verify-backup.ts';
import { readConfig } from '../src/server/base/config.ts';
import { newStorageKey } from '../src/server/files/storage/storage-key.ts';
import { openDb } from '../src/server/store/connection/db.ts';
import { openSql } from '../src/server/store/connection/pool.ts';
import { type FilledService, openFilledService } from './support/filled-service.ts';

const entries = Number(process.env['ENTRIES'] ?? 100_000);
const files = Number(process.env['FILES'] ?? 200);
const fileMb = Number(process.env['FILE_MB'] ?? 1);
const mb = 2 ** 20;
const passphrase = 'a long enough passphrase';

export async function run() {
  const service = await openFilledService();
  const folder = await mkdtemp(join(tmpdir(), 'formstead-bench-backup-'));
  try {
    const form = await service.addForm(entries);
    await addFiles(service, form);
    const rows: (string | number)[][] = [];
    const timed = async (what: string, work: () => Promise<unknown>): Promise<number> => {
      const began = performance.now();
      await work();
      const seconds = (performance.now() - began) / 1000;
      rows.push([what, seconds.toFixed(1), `${Math.round(process.resourceUsage().maxRSS / 1024)} MB`]);
      return seconds;
    };
    const copy = await timed('COPY of the entries', () => copyAlone(service));
    const copyFiles = await timed('copy of the files', () => copyFolder(service, join(folder, 'copied')));
    // With gigabytes of files, what was timed makes room for what comes next.
    const remove = (name: string) => rm(join(folder, name), { recursive: true });
    await remove('copied');
    const target = join(folder, 'plain');
    let stored = 0;
    const whole = await timed('backup', async () => {
      stored = await backUp(service, target);
    });
    rows.push(['its tables, compressed', '', `${Math.round(stored / mb)} MB on disk`]);
    const second = await timed('second backup', () => backUp(service, target));
    await timed('encrypted backup', () => backUp(service, join(folder, 'sealed'), passphrase));
    await remove('sealed');
    await timed('backup to one file', () => backUp(service, join(folder, 'all.tar')));
    await remove('all.tar');
    await timed('verify', () => verify(target));
    await timed('restore', () => restore(service, target, folder));
    const peak = process.resourceUsage().maxRSS / 1024;
    return {
      title: `backup of ${entries.toLocaleString('en')} entries and ${files * fileMb} MB in ${files} files`,
      columns: ['', 'seconds', 'peak memory so far'],
      rows,
      verdicts: [
        { name: 'COPY and copy alone, of the backup', ratio: (copy + copyFiles) / whole, atLeast: 0.2 },
        { name: 'second backup, of the first', ratio: whole / second, atLeast: 1 },
        { name: 'memory of the process, service included, under 500 MB', ratio: 500 / peak, atLeast: 1 },
      ],
    };
  } finally {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function addFiles({ services, account }: FilledService, form: string): Promise<void> {
  for (let at = 0; at < files; at += 1) {
    const content = randomBytes(fileMb * mb);
    const key = newStorageKey(form, services.newId);
    const { etag } = await services.storage.put(key, content, { contentType: 'image/png', size: content.length });
    await services.db
      .sql`insert into files (storage_key, account, form, kind, state, name, content_type, size, etag, create_time, used_at)
      values (${key}, ${account}, ${form}, 'upload', 'stored', 'a.png', 'image/png', ${content.length}, ${etag}, now(), now())`;
  }
}

async function copyAlone({ services }: FilledService): Promise<void> {
  await services.db.snapshot(async (tx) => {
    for await (const _chunk of tx.connection.copyOut('copy entries to stdout'));
  });
}

async function copyFolder({ services }: FilledService, to: string): Promise<void> {
  await cp(join(services.config.dataDir, 'files'), to, { recursive: true });
}

async function backUp({ services }: FilledService, address: string, secret?: string): Promise<number> {
  const { db, storage, config } = services;
  const target = await openTarget(address, config);
  try {
    const context = { db, storage, config, version: 'bench', progress: noProgress };
    return (await runBackup({ target, passphrase: secret, keep: undefined }, context)).storedBytes;
  } finally {
    await target.close();
  }
}

async function verify(address: string): Promise<void> {
  const source = await openSource(address, readConfig({}));
  const key = await openPlace(source, undefined);
  const report = await verifyBackup(await chooseBackup(source, undefined), { source, key }, noProgress);
  if (!report.isWhole) throw new Error(report.problems.join('\n'));
}

async function restore({ services }: FilledService, address: string, folder: string): Promise<void> {
  const url = (name: string) => Object.assign(new URL(services.config.databaseUrl as string), { pathname: name }).href;
  const server = openSql(url('postgres'), { max: 1 });
  await server`create database restored`;
  await server.end();
  const source = await openSource(address, readConfig({}));
  const config = readConfig({ DATA_DIR: join(folder, 'restored') });
  const db = await openDb(url('restored'), { maxConnections: 1 });
  try {
    const id = await chooseBackup(source, undefined);
    const wanted = { id, later: undefined, isUndeleting: false, takesOtherSecret: false };
    await restoreBackup(wanted, { source, key: undefined }, { db, config, progress: noProgress });
  } finally {
    await db.close();
    await source.close();
  }
}
