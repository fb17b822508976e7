// The last numbers that a form has given: the counters behind idx and submitIdx. [entries.numbers]
import type { Runner, Transaction } from '../connection/db.ts';
import { lockAccountUse } from './entry-quotas.ts';
import type { LastNumbers } from './insert-entries.ts';

export async function findLastNumbers(sql: Runner, form: string): Promise<LastNumbers | undefined> {
  const [row] = await sql<LastNumbers[]>`
    select idx, submit_idx as "submitIdx" from form_counters where form = ${form}`;
  return row;
}

/** Slow work is done before the write, and several processes may stand in line with it. */
const settings = { idle_in_transaction_session_timeout: '120000', lock_timeout: '50000' };

/** Nobody else gets a number of the form before the transaction ends. An account with limits is locked first, as everywhere. */
export async function lockLastNumbers(
  tx: Transaction,
  { form, limitedAccount }: { form: string; limitedAccount: string | undefined },
): Promise<LastNumbers | undefined> {
  for (const [name, value] of Object.entries(settings)) await tx`select set_config(${name}, ${value}, true)`;
  if (limitedAccount !== undefined) await lockAccountUse(tx, [limitedAccount]);
  const [row] = await tx<LastNumbers[]>`
    select idx, submit_idx as "submitIdx" from form_counters where form = ${form} for update`;
  return row;
}
