// The language of a page that belongs to neither a form nor a user.

import type { FastifyRequest } from 'fastify';
import type { Locale } from '../../core/locale/locale.ts';

export function pageLocale(request: FastifyRequest): Locale {
  const { locale } = (request.query ?? {}) as { locale?: unknown };
  const wanted = String(locale ?? request.headers['accept-language'] ?? '');
  return /^(he|iw)\b/i.test(wanted) ? 'he' : 'en';
}
