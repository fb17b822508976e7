// What accounts have set, kept for some seconds: for requests that only look whether something is on. [identity.account]
import type { AccountSettings } from '../../api-types/identity.ts';
import type { Clock } from '../base/clock.ts';
import type { Db } from '../store/connection/db.ts';
import { findAccount } from '../store/identity/accounts.ts';
import { readAccountSettings } from './account-settings.ts';

export interface SettingsCache {
  get(account: string): Promise<AccountSettings>;
  /** After a change in this process; the others see it some seconds later. */
  forget(account: string): void;
}

const keptMs = 10_000;
const maxKept = 10_000;

export function createSettingsCache({ db, clock }: { db: Db; clock: Clock }): SettingsCache {
  const kept = new Map<string, { settings: AccountSettings; until: number }>();
  return {
    async get(account) {
      const found = kept.get(account);
      if (found !== undefined && clock.now() < found.until && found.until <= clock.now() + keptMs)
        return found.settings;
      const settings = readAccountSettings((await findAccount(db.sql, account))?.settings ?? '{}');
      if (kept.size >= maxKept) kept.clear();
      kept.set(account, { settings, until: clock.now() + keptMs });
      return settings;
    },
    forget(account) {
      kept.delete(account);
    },
  };
}

declare module '../base/services.ts' {
  interface Services {
    readonly accountSettings: SettingsCache;
  }
}
