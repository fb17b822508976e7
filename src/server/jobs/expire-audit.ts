// Removes lines of the audit trail that are older than their account keeps them, oldest first and without gaps, and notes that
// in the trail: from the note one can tell what was removed by right. Only what is whole goes: otherwise the note would cover up
// for whoever changed a line or took it out. [identity.audit.retention]

import { firstHash, isLineOfPlace } from '../audit/chain-audit.ts';
import { recordAuditOf } from '../audit/record-audit.ts';
import { readAccountSettings } from '../identity/account-settings.ts';
import { mapInSlices } from '../run-in-slices.ts';
import type { Services } from '../services.ts';
import { findAccount } from '../store/accounts.ts';
import { type ChainedLine, deletePlaces, findExpiredHash, listAuditedAccounts, listChain } from '../store/audit.ts';
import type { Transaction } from '../store/db.ts';

const placesAtOnce = 500;
const dayMs = 86_400_000;

export async function expireAudit(services: Services): Promise<void> {
  const { sql } = services.db;
  for (const account of await listAuditedAccounts(sql)) {
    const found = await findAccount(sql, account);
    const { auditDays } = readAccountSettings(found?.settings ?? '{}');
    if (auditDays === null) continue;
    const time = new Date(services.clock.now() - auditDays * dayMs).toISOString();
    while ((await expireSome({ account, time }, services)) === placesAtOnce);
  }
}

async function expireSome(old: { account: string; time: string }, services: Services): Promise<number> {
  const { account } = old;
  return services.db.transaction(async (tx) => {
    const places = await findExpired(tx, old, services);
    const last = places.at(-1);
    if (last === undefined) return 0;
    await deletePlaces(tx, { account, upTo: last.seq, lines: places.map(({ lineId }) => lineId) });
    const detail = { upTo: last.seq, hash: last.hash };
    const actor = { account, user: undefined, ip: '', userAgent: '' };
    await recordAuditOf(tx, { action: 'auditExpire', object: 'audit', detail }, actor, services);
    return places.length;
  });
}

/** The longest run of oldest places whose lines are old and as they were chained. */
async function findExpired(
  tx: Transaction,
  { account, time }: { account: string; time: string },
  { secrets, log }: Services,
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
