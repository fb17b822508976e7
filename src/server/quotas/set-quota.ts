// `formstead quota set`: a limit for one account instead of that of the settings.

import { isLimitName, type LimitName, limitNames, maxLimit } from '../base/quota-limits.ts';
import type { Services } from '../base/services.ts';
import { ConfigError } from '../base/settings.ts';
import { deleteQuotaLimit, setQuotaLimit } from '../store/identity/quotas.ts';

export interface QuotaChange {
  readonly account: string;
  readonly kind: LimitName;
  /** undefined: that of the settings. */
  readonly limit: number | undefined;
}

export function readQuotaChange(flags: Partial<Record<'account' | 'kind' | 'limit', string>>): QuotaChange {
  const account = flags.account?.toLowerCase() ?? '';
  if (!/^[0-9a-f]{24}$/.test(account)) throw new ConfigError('--account must be an account ID.');
  const { kind = '', limit = '' } = flags;
  if (!isLimitName(kind)) throw new ConfigError(`--kind must be one of ${limitNames.join(', ')}.`);
  if (limit === 'default') return { account, kind, limit: undefined };
  if (!/^\d{1,16}$/.test(limit) || Number(limit) > maxLimit) {
    throw new ConfigError('--limit must be a whole number, 0 for no limit, or default.');
  }
  return { account, kind, limit: Number(limit) };
}

export async function setQuota({ account, kind, limit }: QuotaChange, services: Pick<Services, 'config' | 'db'>) {
  const { db, config } = services;
  if (limit === undefined) {
    await deleteQuotaLimit(db.sql, { account, name: kind });
    return { account, kind, limit: config.quotas[kind], isDefault: true };
  }
  if (!(await setQuotaLimit(db.sql, { account, name: kind, max: limit }))) {
    throw new ConfigError(`There is no account with the ID ${account}.`);
  }
  return { account, kind, limit, isDefault: false };
}
