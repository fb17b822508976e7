// The language of a page that belongs to neither a form nor a user.

import type { FastifyRequest } from 'fastify';
import { defaultLocale, type Locale, localeOf } from '../../core/locale/locale.ts';

export function pageLocale(request: FastifyRequest): Locale {
  const { locale } = (request.query ?? {}) as { locale?: unknown };
  const wanted = String(locale ?? request.headers['accept-language'] ?? '');
  const [language] = /^[a-z]{2,3}\b/i.exec(wanted) ?? [];
  // Old names of languages too: `iw` is Hebrew.
  return language === undefined ? defaultLocale : localeOf(Intl.getCanonicalLocales(language)[0]);
}
