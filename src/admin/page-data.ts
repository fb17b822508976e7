// What the server put into the page. Kept in step with src/server/web/admin-page.ts.

import type { Locale } from '../core/locale.ts';

export type { Locale } from '../core/locale.ts';

export type Theme = 'auto' | 'light' | 'dark';

/** [identity.user] */
export interface User {
  readonly id: string;
  readonly account: string;
  readonly email: string;
  readonly name: string;
  readonly settings: { readonly locale: string; readonly theme: string };
  readonly hasPassword: boolean;
  readonly lastLogin: string | null;
  readonly createTime: string;
  readonly modifyTime: string;
  readonly changedAt: string;
}

export interface PageData {
  /** Path of the API on this origin. */
  readonly api: string;
  /** Addresses as people and programs see them, for links and snippets. */
  readonly appUrl: string;
  readonly apiUrl: string;
  readonly locale: Locale;
  readonly user: User | null;
}

export function readPageData(): PageData {
  return JSON.parse(document.getElementById('page')?.textContent ?? '{}') as PageData;
}
