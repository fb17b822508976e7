// Who may change what all accounts share, such as the maintained sets: people who are signed in and belong to the account that was
// made first, with ADMIN_EMAIL or the setup link, or to the one that OPERATOR_ACCOUNT names. The command line is the operator's anyway.
// [identity.operators]
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import type { Runner } from '../store/connection/db.ts';
import { findSetting, keepFirstSetting } from '../store/identity/settings.ts';
import type { Caller } from './caller.ts';

const operatorSetting = 'operatorAccount';

/** choice: never with an API key. Keys lie in scripts and other systems, which have no business with what everybody uses. */
export async function isOperator(caller: Caller, { db, config }: Pick<Services, 'db' | 'config'>): Promise<boolean> {
  if (caller.kind !== 'loginToken' || config.operatorAccount === 'none') return false;
  return caller.account === (config.operatorAccount ?? (await findSetting(db.sql, operatorSetting)));
}

export async function checkOperator(caller: Caller, services: Pick<Services, 'db' | 'config'>): Promise<void> {
  if (!(await isOperator(caller, services))) throw errors.insufficientPermissions();
}

/** Of all accounts the first one counts. */
export async function keepOperatorAccount(sql: Runner, account: string): Promise<void> {
  await keepFirstSetting(sql, operatorSetting, account);
}
