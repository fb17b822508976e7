// A user as the API shows it. [identity.user]
import type { UserRow } from '../store/users.ts';

export function presentUser(user: UserRow) {
  return {
    id: user.id,
    account: user.account,
    email: user.email,
    name: user.name,
    settings: JSON.parse(user.settings) as { locale: string; theme: string },
    hasPassword: user.passwordHash !== null,
    lastLogin: user.lastLogin,
    createTime: user.createTime,
    modifyTime: user.modifyTime,
    changedAt: user.changedAt,
  };
}
