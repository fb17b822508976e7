// What handlers work with; made once at the start and passed along. Tests put real stand-ins in its place.
import type { JsonValue } from '../core/form-definition.ts';
import type { NumberLines } from './after-actions/number-lines.ts';
import type { AuditChain } from './audit/chain-audit.ts';
import type { BackgroundWork } from './background-work.ts';
import type { BackupSchedule } from './backup/schedule.ts';
import type { Config } from './config.ts';
import type { CounterWrites } from './entries/counter-writes.ts';
import type { HeavyChecks } from './entries/heavy-checks.ts';
import type { WriteQueue } from './entries/write-queue.ts';
import type { EntryIndexes } from './entry-search/entry-indexes.ts';
import type { ExportLimiters } from './export/export-entries.ts';
import type { VirusScanner } from './files/clamd.ts';
import type { Storage } from './files/storage/storage.ts';
import type { StartCounts } from './forms/count-starts.ts';
import type { FormCache } from './forms/load-form.ts';
import type { CredentialLoader } from './identity/authenticate.ts';
import type { LastUses } from './identity/last-uses.ts';
import type { Passwords } from './identity/passwords.ts';
import type { ProviderClient } from './identity/provider/provider-client.ts';
import type { Secrets } from './identity/secrets.ts';
import type { SettingsCache } from './identity/settings-cache.ts';
import type { InsightCache } from './insight/insight-cache.ts';
import type { LatestAccounts } from './latest-accounts.ts';
import type { FairLimiter } from './limiter.ts';
import type { Mail } from './mail/mail.ts';
import type { Meters } from './meters.ts';
import type { NewId } from './new-id.ts';
import type { IndexCache } from './options-sets/index-cache.ts';
import type { Outbound } from './outbound.ts';
import type { PdfMaker } from './pdf/pdf-maker.ts';
import type { DiskReserve } from './quotas/disk-reserve.ts';
import type { Quotas } from './quotas/quotas.ts';
import type { BackgroundRefresh } from './registries/refresh-in-background.ts';
import type { Db } from './store/db.ts';
import type { Reads } from './store/reads.ts';
import type { StatementLabels } from './store/statement-labels.ts';
import type { VisitCounts } from './visits/count-visits.ts';

export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface ServiceLog extends Log {
  /** The line that every request writes, at the level of `info`. */
  request(facts: RequestFacts): void;
}

export interface RequestFacts {
  readonly requestId: string;
  readonly method: string;
  /** The route's pattern. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  readonly ip: string;
  readonly user: string | undefined;
}

export interface Clock {
  now(): number;
}

export interface Services {
  readonly config: Config;
  readonly db: Db;
  /** Which request a statement is for. */
  readonly labels: StatementLabels;
  /** Exports, insight and lists without a limit: from a standby where there is one. */
  readonly reads: Reads;
  readonly secrets: Secrets;
  readonly credentials: CredentialLoader;
  /** The identity provider, where one is set. */
  readonly provider: ProviderClient | undefined;
  readonly lastUses: LastUses;
  readonly accountSettings: SettingsCache;
  readonly auditChain: AuditChain;
  readonly backups: Pick<BackupSchedule, 'startIfDue' | 'readMetrics'>;
  readonly passwords: Passwords;
  readonly forms: FormCache;
  readonly optionsSets: IndexCache;
  readonly setsRefresh: Pick<BackgroundRefresh, 'startIfDue'>;
  readonly storage: Storage;
  /** Undefined where CLAMD_URL is not set: then nothing is scanned. */
  readonly scanner: VirusScanner | undefined;
  readonly scans: FairLimiter;
  readonly quotas: Quotas;
  readonly disk: DiskReserve;
  readonly writes: WriteQueue;
  /** Other writes that lock the counters of a form. */
  readonly counterWrites: CounterWrites;
  readonly starts: StartCounts;
  readonly visits: VisitCounts;
  readonly numberLines: NumberLines;
  readonly exports: ExportLimiters;
  readonly insights: InsightCache;
  /** Indexes for searches in entries. */
  readonly entryIndexes: EntryIndexes;
  readonly mail: Mail;
  /** After the response. */
  readonly background: BackgroundWork;
  readonly pdf: Omit<PdfMaker, 'close'>;
  /** Requests that make PDFs. */
  readonly pdfs: FairLimiter;
  /** Emails that carry uploaded files. */
  readonly attachments: FairLimiter;
  /** Requests that write very much at once: uploads of options, generated entries. */
  readonly largeWrites: FairLimiter;
  readonly heavyChecks: HeavyChecks;
  /** Statements of exports, insight and long lists: most connections stay free for requests of people. */
  readonly longReads: FairLimiter;
  readonly latestAccounts: LatestAccounts;
  /** GET an address that a form chose, through the guard. */
  readonly outbound: Outbound;
  /** GET an address that a form chose: its own options sets in process, any other through the outbound guard. */
  readonly fetchForForm: (url: string, qs: Record<string, JsonValue>) => Promise<unknown>;
  /** Counts and measures, where metrics are on. */
  readonly meters: Pick<Meters, 'job' | 'report'>;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: ServiceLog;
}

/** Times further ahead than this come of a clock that was wrong: what was issued then is refused. */
export const maxLeadMs = 60_000;

export function isoNow(clock: Clock): string {
  return new Date(clock.now()).toISOString();
}
