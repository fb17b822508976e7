// Which language a page is in that no form and no user has a say in.
import type { FastifyRequest } from 'fastify';

export function pageLocale(request: FastifyRequest): 'en' | 'he' {
  const { locale } = (request.query ?? {}) as { locale?: unknown };
  const wanted = String(locale ?? request.headers['accept-language'] ?? '');
  return /^(he|iw)\b/i.test(wanted) ? 'he' : 'en';
}
