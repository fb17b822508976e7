// Removes lines of the audit trail that are older than their account keeps them, oldest first and without gaps, and notes that
// in the trail: from the note one can tell what was removed by right. [identity.audit.retention]

import { recordAuditOf } from '../audit/record-audit.ts';
import { readAccountSettings } from '../identity/account-settings.ts';
import type { Services } from '../services.ts';
import { findAccount } from '../store/accounts.ts';
import { deletePlaces, findExpiredPlaces, listAuditedAccounts } from '../store/audit.ts';

const placesAtOnce = 1_000;
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
  return services.db.transaction(async (tx) => {
    const places = await findExpiredPlaces(tx, { ...old, limit: placesAtOnce });
    const last = places.at(-1);
    if (last === undefined) return 0;
    const lines = places.map(({ line }) => line);
    await deletePlaces(tx, { account: old.account, upTo: last.seq, lines });
    const detail = { upTo: last.seq, hash: last.hash };
    const actor = { account: old.account, user: undefined, ip: '', userAgent: '' };
    await recordAuditOf(tx, { action: 'auditExpire', object: 'audit', detail }, actor, services);
    return places.length;
  });
}
