// /admin/*: the management app. Every address gives the same page; the app draws what the address names.
// /admin/form-frame/ is the page inside it that draws a form as fillers see it.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AdminPageData } from '../../api-types/page-data.ts';
import { type Locale, locales } from '../../core/locale.ts';
import { ServiceError } from '../errors.ts';
import { contentPolicy } from '../http/content-policy.ts';
import { authenticate } from '../identity/authenticate.ts';
import { presentUser } from '../identity/present-user.ts';
import { findSessionToken } from '../identity/session-cookie.ts';
import type { Services } from '../services.ts';
import { adminPage, formFramePage } from './admin-page.ts';
import { pageLocale } from './page-locale.ts';
import { readWebManifest } from './web-assets.ts';

export function addAdminPages(app: FastifyInstance, apiPath: string, services: Services): void {
  const manifest = readWebManifest();
  const { config } = services;
  const addresses = { api: apiPath, appUrl: config.appUrl, apiUrl: config.apiUrl };
  // PDFs are shown from memory.
  const policy = (page: { ancestors: string }) => contentPolicy(config, { ...page, frames: "'self' blob:" });
  const html = 'text/html; charset=utf-8';
  const appOf = (name: string) => ({ app: manifest[name] as never, storageUrl: config.storageUrl });

  app.get('/admin', (_request, reply) => reply.redirect('/admin/', 308));
  app.get('/admin/*', async (request, reply) => {
    const user = await findSessionUser(request, services);
    const page = adminPage({ ...addresses, user, locale: localeOf(user, request) }, appOf('admin'));
    return reply
      .header('content-security-policy', policy({ ancestors: "'none'" }))
      .type(html)
      .send(page);
  });
  app.get('/admin/form-frame/', (_request, reply) =>
    reply
      .header('content-security-policy', policy({ ancestors: "'self'" }))
      .type(html)
      .send(formFramePage(appOf('form-frame'))),
  );
}

/** A session that ended is none: the page then asks to sign in. */
async function findSessionUser(request: FastifyRequest, services: Services): Promise<AdminPageData['user']> {
  const token = findSessionToken(request.headers.cookie);
  if (token === undefined) return null;
  try {
    const caller = await authenticate({ apiKey: undefined, token, ip: request.ip }, services);
    return caller === undefined ? null : presentUser(caller.user);
  } catch (error) {
    if (error instanceof ServiceError && error.status === 401) return null;
    throw error;
  }
}

function localeOf(user: AdminPageData['user'], request: FastifyRequest): Locale {
  const { locale } = user?.settings ?? {};
  return locales.find((known) => known === locale) ?? pageLocale(request);
}
