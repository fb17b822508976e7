// Removes lines of the audit trail that are older than their account keeps them, oldest first and without gaps, and notes that
// in the trail: from the note one can tell what was removed by right. Only what is whole goes: otherwise the note would cover up
// for whoever changed a line or took it out. Changes of the trail's own settings outlive their lines: the note takes them over, and
// the next one from it, so that nobody hides by a short retention that they shortened it. [identity.audit.retention]

import { firstHash, isLineOfPlace } from '../audit/chain-audit.ts';
import { recordAuditOf } from '../audit/record-audit.ts';
import type { Services } from '../base/services.ts';
import { readAccountSettings } from '../identity/account-settings.ts';
import { mapInSlices } from '../scheduling/run-in-slices.ts';
import type { Transaction } from '../store/connection/db.ts';
import { findAccount } from '../store/identity/accounts.ts';
import {
  type ChainedLine,
  deletePlaces,
  findExpiredHash,
  listAuditedAccounts,
  listChain,
} from '../store/identity/audit.ts';

type Needs = Pick<Services, 'clock' | 'newId' | 'log' | 'db' | 'secrets' | 'auditChain'>;

const placesAtOnce = 500;
const dayMs = 86_400_000;

export async function expireAudit(services: Needs): Promise<void> {
  const { sql } = services.db;
  for (const account of await listAuditedAccounts(sql)) {
    const found = await findAccount(sql, account);
    const { auditDays } = readAccountSettings(found?.settings ?? '{}');
    if (auditDays === null) continue;
    const time = new Date(services.clock.now() - auditDays * dayMs).toISOString();
    while ((await expireSome({ account, time }, services)) === placesAtOnce);
  }
}

async function expireSome(old: { account: string; time: string }, services: Needs): Promise<number> {
  const { account } = old;
  return services.db.transaction(async (tx) => {
    const places = await findExpired(tx, old, services);
    const last = places.at(-1);
    if (last === undefined) return 0;
    await deletePlaces(tx, { account, upTo: last.seq, lines: places.map(({ lineId }) => lineId) });
    const settings = changedSettings(places);
    const detail = { upTo: last.seq, hash: last.hash, ...(settings.length > 0 && { settings }) };
    const actor = { account, user: undefined, ip: '', userAgent: '' };
    await recordAuditOf(tx, { action: 'auditExpire', object: 'audit', detail }, actor, services);
    return places.length;
  });
}

/** Enough to see how the retention came about. */
const maxKeptChanges = 100;

/** Who changed what is audited and for how long, oldest first: of lines that go now, and of those that went before. */
function changedSettings(places: readonly ChainedLine[]): object[] {
  const all = places.flatMap(({ line }): object[] => {
    if (line?.detail == null) return [];
    const detail = JSON.parse(line.detail) as { changed?: Record<string, unknown>; settings?: object[] };
    if (line.action === 'auditExpire') return detail.settings ?? [];
    const { auditDays, auditViews } = line.action === 'accountChange' ? (detail.changed ?? {}) : {};
    if (auditDays === undefined && auditViews === undefined) return [];
    const { time, user, email, ip } = line;
    return [
      {
        time,
        user,
        email,
        ip,
        ...(auditDays !== undefined && { auditDays }),
        ...(auditViews !== undefined && { auditViews }),
      },
    ];
  });
  return all.slice(-maxKeptChanges);
}

/** The longest run of oldest places whose lines are old and as they were chained. */
async function findExpired(
  tx: Transaction,
  { account, time }: { account: string; time: string },
  { secrets, log }: Pick<Services, 'log' | 'secrets'>,
): Promise<ChainedLine[]> {
  const places = await listChain(tx, { account, after: 0, limit: placesAtOnce });
  const isNew = ({ line }: ChainedLine) => line !== undefined && line.time >= time;
  const firstNew = places.findIndex(isNew);
  const old = firstNew === -1 ? places : places.slice(0, firstNew);
  const [first] = old;
  if (first === undefined) return [];
  const start = first.seq === 1 ? firstHash : await findExpiredHash(tx, { account, upTo: first.seq - 1 });
  const befores = [start, ...old.map(({ hash }) => hash)];
  const checks = await mapInSlices([...old.entries()], ([at, place]) => {
    const isNext = at === 0 || place.seq === first.seq + at;
    return isNext && isLineOfPlace(place, befores[at], secrets.audit);
  });
  const firstWrong = checks.indexOf(false);
  if (firstWrong === -1) return old;
  const { seq } = old[firstWrong] as ChainedLine;
  log.warn(
    { account, seq },
    'the audit trail is not whole: nothing from here on is removed; see formstead audit verify',
  );
  return old.slice(0, firstWrong);
}
