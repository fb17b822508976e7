// `formstead doctor`: every check, side by side, each within its time. One that hangs or breaks is a finding too, and stops no other.
// Nothing is changed, and no secret is in what it says. [running.doctor]
import type { Config } from '../base/config.ts';
import { type ReadableConfig, readWithoutProblems } from '../base/config-problems.ts';
import type { SettingName, Settings } from '../base/settings.ts';
import { findRunningEmbedded } from '../postgres/embedded.ts';
import { addressFindings } from './address-findings.ts';
import { backupFindings } from './backup-findings.ts';
import { databaseFindings, findPrimary, lookAtServers } from './database-findings.ts';
import { embeddedFindings } from './embedded-findings.ts';
import { type Finding, type FindingState, ok, problem, warning, wordsOf } from './finding.ts';
import { folderFindings } from './folder-findings.ts';
import { providerFindings, scannerFindings, sourcesFindings } from './helper-findings.ts';
import { hideSecrets } from './hide-secrets.ts';
import { mailFindings } from './mail-findings.ts';
import { noticeFindings } from './notice-findings.ts';
import { pdfFindings } from './pdf-findings.ts';
import { type LookedServer, readUrlFindings } from './replication-findings.ts';
import { secretFindings } from './secret-findings.ts';
import { lookAtServer } from './server-findings.ts';
import { storageFindings } from './storage-findings.ts';

export interface DoctorReport {
  /** The worst of all. */
  readonly status: FindingState;
  readonly problems: number;
  readonly warnings: number;
  readonly checks: readonly Finding[];
}

/**
 * Whatever a check asks has 4 to 10 seconds by itself; these are for what hangs all the same. The first PDF of a process takes seconds
 * of processor time, on a busy machine many.
 */
const limits = { check: 20_000, database: 10_000, pdf: 60_000 };

export async function runDoctor(given: Settings, { skipsPdf = false } = {}): Promise<DoctorReport> {
  const read = readWithoutProblems(given);
  const { config, leftOut } = read;
  const isReadable = (...names: SettingName[]) => names.every((name) => !leftOut.has(name));
  const cutOff = AbortSignal.timeout(limits.database);
  const local = lookAtServer(config);
  const database = lookAtDatabase(config, cutOff);
  const standby =
    config.databaseReadUrl === undefined ? Promise.resolve([]) : lookAtServers(config.databaseReadUrl, cutOff);
  // Each is awaited by several checks; what is wrong is reported by the first of them.
  for (const look of [local, database, standby]) look.catch(() => {});
  const primary = async () => {
    const found = await database.catch(() => undefined);
    return found === undefined ? undefined : findPrimary(found.servers);
  };
  const secret = async () => config.secret ?? (isReadable('SECRET') ? (await primary())?.kept.secret : undefined);

  const checks: Check[] = [
    ['settings', [], async () => settingFindings(given, read)],
    ['settings.sources', ['SETS_SOURCES'], () => sourcesFindings(config)],
    ['server', ['PORT', 'HOST'], async () => [...(await local).findings]],
    ['database', ['DATABASE_URL'], async () => wordsAboutDatabase(await database, config)],
    ['database.read', ['DATABASE_READ_URL'], async () => readUrlFindings(await standby, await primary())],
    ['folder', ['DATA_DIR', 'DISK_RESERVE'], () => folderFindings(config)],
    ['storage', ['S3_ENDPOINT', 'S3_BUCKET', 'S3_SECRET_ACCESS_KEY'], () => storageFindings(config)],
    ['mail', ['SMTP_URL', 'MAIL_FROM'], () => mailFindings(config)],
    [
      'address',
      ['PUBLIC_URL', 'STORAGE_URL', 'PORT'],
      async () => addressFindings(config, { secret: secret(), runs: (await local).runs }),
    ],
    [
      'backup',
      ['BACKUP_TO'],
      () =>
        backupFindings(
          config,
          primary().then((facts) => facts?.kept),
        ),
    ],
    ['notices', [], async () => noticeFindings((await primary())?.notices ?? [])],
    ['secrets', [], () => secretFindings(given, config)],
    ['scanner', ['CLAMD_URL'], () => scannerFindings(config)],
    ['provider', ['OIDC_ISSUER', 'OIDC_CLIENT_ID'], () => providerFindings(config)],
    ['pdf', [], async () => (skipsPdf ? [] : pdfFindings()), limits.pdf],
  ];
  const found = await Promise.all(checks.map((check) => runCheck(check, leftOut)));
  return report(hideSecrets(found.flat(), given));
}

/** A check: its name, the settings it depends on, its work, and how long it may take. */
type Check = [name: string, needs: readonly SettingName[], run: () => Promise<Finding[]>, maxMs?: number];

async function runCheck(
  [name, needs, run, maxMs = limits.check]: Check,
  leftOut: ReadonlySet<SettingName>,
): Promise<Finding[]> {
  const broken = needs.find((setting) => leftOut.has(setting));
  if (broken !== undefined) {
    return [
      warning(name, `Not checked, because ${broken} is not right.`, 'Correct the setting, and run doctor again.'),
    ];
  }
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<Finding[]>((resolve) => {
    const seconds = maxMs / 1000;
    const remedy = 'Something in it hangs: look at the machine, the network and whatever this check asks.';
    timer = setTimeout(() => resolve([problem(name, `This check had no result within ${seconds} s.`, remedy)]), maxMs);
  });
  try {
    return await Promise.race([run(), tooLong]);
  } catch (error) {
    return [
      problem(name, `This check failed: ${wordsOf(error)}.`, 'If the message does not help, report it as a bug.'),
    ];
  } finally {
    clearTimeout(timer);
  }
}

interface LookedDatabase {
  /** Of the embedded one that runs, or of DATABASE_URL; none: the embedded one does not run. */
  readonly servers: readonly LookedServer[];
}

async function lookAtDatabase({ databaseUrl, dataDir }: Config, signal: AbortSignal): Promise<LookedDatabase> {
  const url = databaseUrl ?? (await findRunningEmbedded(dataDir))?.url;
  return { servers: url === undefined ? [] : await lookAtServers(url, signal) };
}

function wordsAboutDatabase({ servers }: LookedDatabase, config: Config): Finding[] {
  return servers.length === 0 ? embeddedFindings(config.dataDir) : databaseFindings(servers, config);
}

function settingFindings(given: Settings, { problems }: ReadableConfig): Finding[] {
  const node = ok('node.version', `Node.js ${process.versions.node} on ${process.platform} ${process.arch}.`);
  if (problems.length === 0) {
    return [ok('settings.values', `All ${Object.keys(given).length} settings that are set can be read.`), node];
  }
  const remedy = 'Correct it: docs/settings.md. No server starts with it.';
  return [...problems.map((message) => problem('settings.values', message, remedy)), node];
}

function report(checks: readonly Finding[]): DoctorReport {
  const count = (state: FindingState) => checks.filter((finding) => finding.state === state).length;
  const [problems, warnings] = [count('problem'), count('warning')];
  return { status: problems > 0 ? 'problem' : warnings > 0 ? 'warning' : 'ok', problems, warnings, checks };
}
