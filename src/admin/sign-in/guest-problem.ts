// What pages before a sign-in are given, and what they say went wrong.
import type { User } from '../../api-types/identity.ts';
import { ApiError } from '../../client/call-api.ts';
import type { Locale, PageData } from '../page-data.ts';
import type { TextKey, Translate } from '../texts.ts';

export type GuestKind = 'forgot' | 'join' | 'reset' | 'claim';

export interface GuestPageProps {
  readonly kind: GuestKind;
  readonly page: PageData;
  readonly locale: Locale;
  readonly setLocale: (locale: Locale) => void;
  readonly onDone: (user: User) => void;
}

/** What went wrong, where the page has no words of its own for it. */
export function guestProblem(error: unknown, t: Translate<TextKey<'shell/guest'>>): string {
  if (!(error instanceof ApiError)) throw error;
  if (error.status === 0) return t('offline');
  return error.status === 429 ? t('tooMany') : t('failed');
}
