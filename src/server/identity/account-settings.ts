// What an account has set for all its people. [identity.account] [identity.sessions.lifetime]
import type { AccountSettings } from '../../api-types/identity.ts';

/** As every account has it at first. */
export const usualAccountSettings: AccountSettings = {
  sessionHours: null,
  sessionIdleMinutes: null,
  auditDays: 730,
  auditViews: false,
  requireSecondFactor: false,
};

/** `text` is JSON: what was set, and nothing else. */
export function readAccountSettings(text: string): AccountSettings {
  return text === '{}' ? usualAccountSettings : { ...usualAccountSettings, ...(JSON.parse(text) as object) };
}
