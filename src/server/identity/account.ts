// GET /account and PATCH /account: the account's name and what it has set for all its people. [identity.account]
import type { Account, AccountSettings } from '../../api-types/identity.ts';
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { type ApiRequest, callerOf } from '../http/api-request.ts';
import { type AccountRow, findAccount, lockAccount, setAccount } from '../store/identity/accounts.ts';
import { listFactors } from '../store/identity/factors.ts';
import { shareUser } from '../store/identity/users.ts';
import { readAccountSettings } from './account-settings.ts';
import { recordActivity } from './activity-log.ts';

type Needs = Pick<Services, 'clock' | 'newId' | 'db' | 'auditChain' | 'accountSettings'>;

export async function getAccount(request: ApiRequest, { db }: Pick<Services, 'db'>): Promise<Account> {
  return presentAccount(await findAccount(db.sql, callerOf(request).account));
}

export interface AccountChange {
  readonly name?: string | null;
  readonly settings?: Partial<AccountSettings>;
}

/** What is not sent stays as it is, each setting by itself. */
export async function changeAccount(
  request: ApiRequest<unknown, unknown, AccountChange>,
  services: Needs,
): Promise<Account> {
  const { user, account } = callerOf(request);
  const { name, settings } = request.payload;
  const after = await services.db.transaction(async (tx) => {
    if (!(await shareUser(tx, user.id))) throw errors.invalidToken();
    const now = await lockAccount(tx, account);
    if (now === undefined) throw errors.invalidToken();
    // Nobody asks of others what they have not done, and nobody shuts themselves out by it.
    if (settings?.requireSecondFactor && (await listFactors(tx, user.id)).length === 0)
      throw errors.secondFactorSetUpFirst();
    const merged = JSON.stringify({ ...(JSON.parse(now.settings) as object), ...settings });
    const changed = { ...now, name: name === undefined ? now.name : name, settings: merged };
    await setAccount(tx, changed);
    const detail = changesOf(presentAccount(now), presentAccount(changed));
    await recordActivity(tx, { type: 'accountChange', user, request, detail }, services);
    return presentAccount(changed);
  });
  services.accountSettings.forget(account);
  return after;
}

/** Each setting that has another value now, and the name: from what to what. No setting is a secret. */
function changesOf(before: Account, after: Account): { changed: object } | undefined {
  const flat = ({ name, settings }: Account): Readonly<Record<string, unknown>> => ({ name, ...settings });
  const [from, to] = [flat(before), flat(after)];
  const names = Object.keys(to).filter((name) => from[name] !== to[name]);
  if (names.length === 0) return undefined;
  return { changed: Object.fromEntries(names.map((name) => [name, { from: from[name], to: to[name] }])) };
}

function presentAccount(row: AccountRow | undefined): Account {
  if (row === undefined) throw errors.invalidToken();
  const { closedAt: _never, ...shown } = row;
  return { ...shown, settings: readAccountSettings(row.settings) };
}
