// Every address of the app and the page drawn there. Each page comes in its own chunk when first needed.

import type { ComponentType } from 'preact';
import { loadPart } from './load-part.ts';
import type { PageProps } from './page-props.ts';
import { matchPath, type Params } from './router.ts';
import type { Area } from './texts.ts';

export type Page = ComponentType<PageProps>;

interface PageRow {
  readonly pattern: string;
  /** The entry of the main menu that the page belongs to. */
  readonly menu: 'forms' | 'sets' | 'account';
  /** The areas of words that it shows, besides `shell`. */
  readonly words: readonly Area[];
  readonly load: () => Promise<Page>;
}

const pages: readonly PageRow[] = [
  {
    pattern: '/admin/',
    menu: 'forms',
    words: ['forms'],
    load: async () => (await loadPart(() => import('./forms/forms-page.tsx'))).FormsPage,
  },
  {
    pattern: '/admin/forms/new/',
    menu: 'forms',
    words: ['forms', 'gallery'],
    load: async () => (await loadPart(() => import('./forms/new-form-page.tsx'))).NewFormPage,
  },
  {
    pattern: '/admin/forms/import/',
    menu: 'forms',
    words: ['builder', 'forms'],
    load: async () => (await loadPart(() => import('./forms/import/import-page.tsx'))).ImportPage,
  },
  {
    pattern: '/admin/forms/:form/',
    menu: 'forms',
    words: ['builder', 'options-sets'],
    load: async () => (await loadPart(() => import('./builder/builder-page.tsx'))).BuilderPage,
  },
  {
    pattern: '/admin/forms/:form/share/',
    menu: 'forms',
    words: ['forms'],
    load: async () => (await loadPart(() => import('./forms/share-page.tsx'))).SharePage,
  },
  {
    pattern: '/admin/forms/:form/insight/',
    menu: 'forms',
    words: ['forms', 'insight'],
    load: async () => (await loadPart(() => import('./insight/insight-page.tsx'))).InsightPage,
  },
  {
    pattern: '/admin/entries/:form/',
    menu: 'forms',
    words: ['entries', 'forms'],
    load: async () => (await loadPart(() => import('./entries/entries-page.tsx'))).EntriesPage,
  },
  {
    pattern: '/admin/entries/:form/:entry/',
    menu: 'forms',
    words: ['entries'],
    load: async () => (await loadPart(() => import('./entry/entry-page.tsx'))).EntryPage,
  },
  {
    pattern: '/admin/sets/',
    menu: 'sets',
    words: ['options-sets'],
    load: async () => (await loadPart(() => import('./options-sets/sets-page.tsx'))).SetsPage,
  },
  {
    pattern: '/admin/sets/:set/',
    menu: 'sets',
    words: ['options-sets'],
    load: async () => (await loadPart(() => import('./options-sets/set-page.tsx'))).SetPage,
  },
  {
    pattern: '/admin/account/',
    menu: 'account',
    words: ['account'],
    load: async () => (await loadPart(() => import('./account/profile-page.tsx'))).ProfilePage,
  },
  {
    pattern: '/admin/verify',
    menu: 'account',
    words: ['account'],
    load: async () => (await loadPart(() => import('./account/verify-email-page.tsx'))).VerifyEmailPage,
  },
  {
    pattern: '/admin/account/security/',
    menu: 'account',
    words: ['account', 'forms'],
    load: async () => (await loadPart(() => import('./account/security-page.tsx'))).SecurityPage,
  },
  {
    pattern: '/admin/account/users/',
    menu: 'account',
    words: ['account'],
    load: async () => (await loadPart(() => import('./account/users-page.tsx'))).UsersPage,
  },
  {
    pattern: '/admin/account/keys/',
    menu: 'account',
    words: ['account'],
    load: async () => (await loadPart(() => import('./account/keys-page.tsx'))).KeysPage,
  },
  {
    pattern: '/admin/account/usage/',
    menu: 'account',
    words: ['account'],
    load: async () => (await loadPart(() => import('./account/usage-page.tsx'))).UsagePage,
  },
  {
    pattern: '/admin/account/settings/',
    menu: 'account',
    words: ['account'],
    load: async () => (await loadPart(() => import('./account/account-page.tsx'))).AccountPage,
  },
  {
    pattern: '/admin/account/log/',
    menu: 'account',
    words: ['account'],
    load: async () => (await loadPart(() => import('./account/log-page.tsx'))).LogPage,
  },
  {
    pattern: '/admin/account/emails/',
    menu: 'account',
    words: ['account', 'entries'],
    load: async () => (await loadPart(() => import('./account/failed-emails-page.tsx'))).FailedEmailsPage,
  },
];

export interface FoundPage extends PageRow {
  readonly params: Params;
}

export function findPage(path: string): FoundPage | undefined {
  for (const page of pages) {
    const params = matchPath(page.pattern, path);
    if (params !== undefined) return { ...page, params };
  }
  return undefined;
}
