// Opens everything a process works with, from its settings and the address of the database.
import { availableParallelism } from 'node:os';
import { attachmentLimits } from '../after-actions/email-attachments.ts';
import { createPredictedNumbers } from '../after-actions/predict-entry-number.ts';
import { createAuditChain } from '../audit/chain-audit.ts';
import { backUpInChild } from '../backup/backup-in-child.ts';
import { createBackupSchedule } from '../backup/schedule.ts';
import type { Clock } from '../base/clock.ts';
import type { Config } from '../base/config.ts';
import { createFetchForForm } from '../base/fetch-for-form.ts';
import type { ServiceLog } from '../base/log-types.ts';
import { createNewId } from '../base/new-id.ts';
import { createOutbound, type Outbound } from '../base/outbound.ts';
import type { Services } from '../base/services.ts';
import { createResponseKeeper } from '../entries/idempotency.ts';
import { createSlowFormLimiter } from '../entries/slow-form-limiter.ts';
import { createWriteQueue } from '../entries/write-queue.ts';
import { createExportLimiters } from '../export/export-entries.ts';
import { openClamd } from '../files/clamd.ts';
import { openStorage } from '../files/storage/open-storage.ts';
import { createStartCounts } from '../forms/count-starts.ts';
import { createFormCache } from '../forms/load-form.ts';
import { openSecrets } from '../http/secrets.ts';
import { createCredentialLoader } from '../identity/authenticate.ts';
import { createLastUses } from '../identity/last-uses.ts';
import type { HashCost } from '../identity/password.ts';
import { createPasswords } from '../identity/passwords.ts';
import { createProviderClient } from '../identity/provider/provider-client.ts';
import { createSettingsCache } from '../identity/settings-cache.ts';
import { createInsightCache } from '../insight/insight-cache.ts';
import { createVisitCounts } from '../insight/visits/count-visits.ts';
import { openMail } from '../mail/open-mail.ts';
import { createIndexCache } from '../options-sets/index-cache.ts';
import { respondFromOwnSet } from '../options-sets/search-options-set.ts';
import { pdfLimits } from '../pdf/make-pdfs.ts';
import { openPdfMaker, type PdfMaker } from '../pdf/pdf-maker.ts';
import { createDiskReserve } from '../quotas/disk-reserve.ts';
import { createEntryBytes } from '../quotas/entry-bytes.ts';
import { createNoticeQueue } from '../quotas/notices/notices.ts';
import { createQuotas } from '../quotas/quotas.ts';
import { createBackgroundRefresh } from '../registries/refresh-in-background.ts';
import { seedSets } from '../registries/seed-sets.ts';
import { createBackgroundWork } from '../scheduling/background-work.ts';
import { createLatestAccounts } from '../scheduling/latest-accounts.ts';
import { createFairLimiter } from '../scheduling/limiter.ts';
import type { IndexLimits } from '../search/build-keys.ts';
import { createEntryIndexes } from '../search/entry-indexes.ts';
import { openDatabaseClock } from '../store/connection/database-clock.ts';
import { connectionsPerProcess, openDb } from '../store/connection/db.ts';
import { migrate } from '../store/connection/migrate.ts';
import { createReads } from '../store/connection/reads.ts';
import { createStatementLabels, noLabels } from '../store/connection/statement-labels.ts';
import { findLatestId } from '../store/entries/latest-id.ts';
import { createMeters, noMeters } from './meters.ts';

/** Statements of exports, insight and long lists: connections are left for everybody else, and a core that one account does not take. */
const longReadsPerAccount = Math.max(1, Math.min(2, availableParallelism() - 1));
const longReadLimits = {
  maxAtOnce: 4,
  maxPerAccount: longReadsPerAccount,
  maxWaitingPerAccount: 500,
  maxWaiting: 2_000,
};
/** Beside others an account reads half of the time; a read that waited for long itself says little about its cost. */
const maxRestMs = 250;
/** addOptions and generateEntries. */
const largeWriteLimits = { maxAtOnce: 3, maxPerAccount: 1, maxWaitingPerAccount: 50, maxWaiting: 200 };
/** clamd works on 10 or so at a time, for all processes together. */
const scanLimits = { maxAtOnce: 4, maxWaitingPerAccount: 200, maxWaiting: 1_000 };

export interface OpenedServices extends Services {
  close(): Promise<void>;
}

export async function openServices(options: {
  config: Config;
  databaseUrl: string;
  log: ServiceLog;
  /** Only for tests: otherwise the time is the database's. */
  clock?: Clock;
  outbound?: Outbound;
  /** Only for tests: passwords that take no time. */
  passwordCost?: HashCost;
  /** Only for tests: small segments, so that few entries fill many. */
  indexLimits?: IndexLimits;
  /** Only for tests: processes that several services share. */
  pdf?: PdfMaker;
}): Promise<OpenedServices> {
  const { config, log, outbound = createOutbound() } = options;
  const labels = config.hasSqlComments ? createStatementLabels() : undefined;
  const db = await openDb(options.databaseUrl, {
    maxConnections: connectionsPerProcess,
    wait: { maxMs: config.databaseWaitSeconds * 1000, log },
    ...(labels && { labels }),
  });
  const reads = createReads({ db, url: config.databaseReadUrl, log, labels });
  let stopClock = () => {};
  try {
    const { applied } = await migrate(db);
    if (applied.length > 0) log.info({ applied }, 'schema migrated');
    const ownClock = options.clock === undefined ? await openDatabaseClock(db.sql) : undefined;
    stopClock = () => ownClock?.stop();
    const clock = ownClock ?? (options.clock as Clock);
    await seedSets({ db, clock });
    const meters = config.metrics === undefined ? noMeters : createMeters(clock);
    const storage = meters.storage(await openStorage(config));
    const mail = meters.mail(openMail(config));
    const pdf = meters.pdf(options.pdf ?? openPdfMaker({ log }));
    const optionsSets = createIndexCache({ db, clock });
    const setsRefresh = createBackgroundRefresh({ db, clock, config, optionsSets, log });
    const latestAccounts = createLatestAccounts();
    const lastUses = createLastUses({ db, clock, log });
    const visits = createVisitCounts({ db, clock, log });
    const secrets = await openSecrets(db, config.secret);
    const auditChain = createAuditChain({ db, key: secrets.audit, log });
    const backups = createBackupSchedule({ db, clock, config, log }, backUpInChild(config));
    const background = createBackgroundWork({ log });
    const forms = createFormCache(db);
    const quotas = createQuotas({ db, clock, config });
    const newId = createNewId(clock.now, await findLatestId(db.sql));
    const longReads = createFairLimiter({
      ...longReadLimits,
      restMs: (account, workedMs) => (latestAccounts.hasOthers(account) ? Math.min(workedMs, maxRestMs) : 0),
    });
    const entryIndexes = createEntryIndexes({ db, forms, longReads, newId, log }, options.indexLimits);
    return {
      config,
      db,
      labels: labels ?? noLabels,
      reads,
      secrets,
      credentials: createCredentialLoader(db),
      provider: config.oidc && createProviderClient({ oidc: config.oidc, appUrl: config.appUrl, clock }),
      lastUses,
      keepResponse: createResponseKeeper(db),
      accountSettings: createSettingsCache({ db, clock }),
      auditChain,
      backups,
      passwords: createPasswords({ cost: options.passwordCost }),
      forms,
      optionsSets,
      setsRefresh,
      storage,
      scanner: config.clamd && openClamd(config.clamd),
      scans: createFairLimiter(scanLimits),
      quotas,
      disk: createDiskReserve(config),
      entryBytes: createEntryBytes({ db, quotas }),
      writes: createWriteQueue({ db, clock }),
      starts: createStartCounts({ db, log }),
      visits,
      predictedNumbers: createPredictedNumbers({ db }),
      exports: createExportLimiters(),
      pdfs: createFairLimiter(pdfLimits),
      attachments: createFairLimiter(attachmentLimits),
      largeWrites: createFairLimiter(largeWriteLimits),
      longReads,
      latestAccounts,
      slowForms: createSlowFormLimiter(),
      insights: createInsightCache({ db, clock }),
      entryIndexes,
      mail,
      background,
      notices: createNoticeQueue({ db, clock, mail, config, newId, log, background }),
      pdf,
      outbound,
      fetchForForm: createFetchForForm({
        config,
        outbound,
        callOwnApi: (path, query) => respondFromOwnSet(path, query, { optionsSets }),
      }),
      meters,
      clock,
      newId,
      log,
      async close() {
        await backups.close();
        await background.finished();
        await entryIndexes.close();
        await setsRefresh.close();
        await auditChain.stop();
        await lastUses.flush().catch((error) => log.warn({ error: String(error) }, 'last uses were not written'));
        await visits.flush().catch((error) => log.warn({ error: String(error) }, 'visits were not written'));
        await pdf.close();
        mail.close();
        storage.close();
        stopClock();
        await reads.close();
        await db.close();
      },
    };
  } catch (error) {
    stopClock();
    await db.close();
    throw error;
  }
}
