// Which language a page is in that no form and no user has a say in.

import type { FastifyRequest } from 'fastify';
import type { Locale } from '../../core/locale.ts';

export function pageLocale(request: FastifyRequest): Locale {
  const { locale } = (request.query ?? {}) as { locale?: unknown };
  const wanted = String(locale ?? request.headers['accept-language'] ?? '');
  return /^(he|iw)\b/i.test(wanted) ? 'he' : 'en';
}
