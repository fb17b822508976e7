// Backups of a test service, and services that run on what was restored from them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeCheck } from '../../src/server/backup/checks.ts';
import { chooseBackup } from '../../src/server/backup/find-backups.ts';
import { listPlace, type PlaceList } from '../../src/server/backup/list-place.ts';
import { openPlace } from '../../src/server/backup/manifest.ts';
import { isSingleFile, openSource, openTarget } from '../../src/server/backup/open-vault.ts';
import { noProgress } from '../../src/server/backup/progress.ts';
import { type RestoreReport, restoreBackup } from '../../src/server/backup/restore-backup.ts';
import { type BackupReport, runBackup } from '../../src/server/backup/run-backup.ts';
import type { BackupKey } from '../../src/server/backup/seal.ts';
import type { BackupTarget } from '../../src/server/backup/vault.ts';
import { type VerifyReport, verifyAndNote, verifyBackup } from '../../src/server/backup/verify-backup.ts';
import { readConfig } from '../../src/server/base/config.ts';
import type { Settings } from '../../src/server/base/settings.ts';
import { buildApp } from '../../src/server/program/app.ts';
import { openServices } from '../../src/server/program/open-services.ts';
import { openDb } from '../../src/server/store/connection/db.ts';
import { checkResponses } from './check-responses.ts';
import { createFreshDatabase } from './fresh-database.ts';
import { quickCost } from './people.ts';
import { type CallOptions, type Reply, send } from './send.ts';
import type { TestService } from './service.ts';
import { sharePdfMaker } from './shared-pdf-maker.ts';

export interface BackupWishes {
  /** What happens when a part is about to be written. */
  readonly onPut?: (name: string) => Promise<void>;
  readonly passphrase?: string;
  readonly keep?: number;
}

export async function backUp(service: TestService, address: string, wishes: BackupWishes = {}): Promise<BackupReport> {
  const { db, storage, config } = service.services;
  const opened = await openTarget(address, config);
  const { passphrase, keep, onPut = async () => {} } = wishes;
  const target: BackupTarget = {
    ...opened,
    async put(name, content) {
      await onPut(name);
      await opened.put(name, content);
    },
  };
  try {
    return await runBackup(
      { target, passphrase, keep },
      {
        db,
        storage,
        config,
        version: 'test',
        progress: noProgress,
      },
    );
  } finally {
    await target.close();
  }
}

export interface Restored {
  readonly report: RestoreReport;
  readonly url: string;
  readonly services: Awaited<ReturnType<typeof openServices>>;
  call(method: string, path: string, options?: CallOptions): Promise<Reply>;
  close(): Promise<void>;
}

export interface SourceWishes {
  readonly passphrase?: string;
  readonly id?: string;
  readonly settings?: Settings;
  readonly isUndeleting?: boolean;
  readonly takesOtherSecret?: boolean;
  /** Made once: it takes a second. */
  readonly key?: BackupKey;
  /** An address with a later backup. */
  readonly erasures?: string;
  readonly skipsDamaged?: boolean;
}

/** Into a database and a folder of its own; `serve` false: only the report. */
export async function restore(address: string, wishes: SourceWishes = {}): Promise<Restored> {
  const database = await createFreshDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'formstead-restored-'));
  const drop = async () => {
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
  };
  try {
    const settings = { RATE_LIMIT: '0', PUBLIC_URL: 'http://forms.test', DATA_DIR: dataDir, ...wishes.settings };
    const config = readConfig(settings);
    const report = await restoreInto(database.url, address, { ...wishes, settings });
    const log = { info() {}, warn() {}, error() {}, request() {} };
    const services = await openServices({
      config,
      databaseUrl: database.url,
      log,
      passwordCost: quickCost,
      pdf: sharePdfMaker(),
    });
    const app = await buildApp(services);
    checkResponses(app.server);
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    return {
      report,
      url,
      services,
      call: (method, path, options) => send(method, `${url}/v1.0${path}`, options),
      async close() {
        app.server.closeAllConnections();
        await app.close();
        await services.close();
        await drop();
      },
    };
  } catch (error) {
    await drop();
    throw error;
  }
}

export async function restoreInto(url: string, address: string, wishes: SourceWishes = {}): Promise<RestoreReport> {
  const { isUndeleting = false, takesOtherSecret = false, skipsDamaged = false, passphrase } = wishes;
  const config = readConfig(wishes.settings ?? {});
  const source = await openSource(address, config, { skipsDamaged });
  const later = wishes.erasures === undefined ? undefined : await openSource(wishes.erasures, config);
  const db = await openDb(url, { maxConnections: 1 });
  try {
    const warnings: string[] = [];
    const key = wishes.key ?? (await openPlace(source, passphrase, (problem) => warnings.push(problem)));
    const from = { source, key };
    const id = await chooseBackup(source, wishes.id);
    const erasing = later && { source: later, key: await openPlace(later, passphrase) };
    const wanted = { id, later: erasing, isUndeleting, takesOtherSecret, skipsDamaged };
    const report = await restoreBackup(wanted, from, { db, config, progress: noProgress });
    return { ...report, warnings: [...warnings, ...report.warnings] };
  } finally {
    await db.close();
    await source.close();
    await later?.close();
  }
}

export async function getKey(
  address: string,
  passphrase: string | undefined,
  settings: Settings = {},
): Promise<BackupKey | undefined> {
  const source = await openSource(address, readConfig(settings));
  try {
    return await openPlace(source, passphrase);
  } finally {
    await source.close();
  }
}

export async function verify(
  address: string,
  { passphrase, id, settings = {}, key: known }: SourceWishes = {},
): Promise<VerifyReport> {
  const source = await openSource(address, readConfig(settings), { checksPadding: true });
  try {
    const key = known ?? (await openPlace(source, passphrase));
    return await verifyBackup(await chooseBackup(source, id), { source, key }, noProgress);
  } finally {
    await source.close();
  }
}

/** Verifies as the command does, which notes what it finds in the place. */
export async function verifyAndNoteAt(address: string, wishes: SourceWishes = {}): Promise<VerifyReport> {
  const config = readConfig(wishes.settings ?? {});
  const source = await openSource(address, config, { checksPadding: true });
  try {
    const key = wishes.key ?? (await openPlace(source, wishes.passphrase));
    const id = await chooseBackup(source, wishes.id);
    const { report, check } = await verifyAndNote(id, { source, key }, noProgress);
    if (!(await isSingleFile(address))) {
      const target = await openTarget(address, config);
      await writeCheck(target, id, { time: new Date().toISOString(), ...check });
      await target.close();
    }
    return report;
  } finally {
    await source.close();
  }
}

export async function listPlaceAt(address: string, wishes: SourceWishes = {}): Promise<PlaceList> {
  const source = await openSource(address, readConfig(wishes.settings ?? {}));
  try {
    const warnings: string[] = [];
    const key = wishes.key ?? (await openPlace(source, wishes.passphrase, (problem) => warnings.push(problem)));
    return await listPlace({ source, key }, warnings);
  } finally {
    await source.close();
  }
}
