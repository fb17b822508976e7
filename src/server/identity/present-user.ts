// A user as the API shows it. [identity.user]
import type { User } from '../../api-types/identity.ts';
import { defaultLocale } from '../../core/locale/locale.ts';
import type { UserRow } from '../store/identity/users.ts';

export function presentUser(user: UserRow): User {
  return {
    id: user.id,
    account: user.account,
    email: user.email,
    name: user.name,
    // Of whoever never chose a language nothing is stored. [identity.user.language]
    settings: {
      locale: defaultLocale,
      ...(JSON.parse(user.settings) as Partial<User['settings']>),
    } as User['settings'],
    hasPassword: user.passwordHash !== null,
    lastLogin: user.lastLogin,
    createTime: user.createTime,
    modifyTime: user.modifyTime,
    changedAt: user.changedAt,
  };
}
