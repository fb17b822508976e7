// /admin/*: the management app. Every address gives the same page; the app draws what the address names.
// /admin/form-frame/ is the page inside it that draws a form as fillers see it, /admin/preview/ the one where the builder
// lets a form be tried out. [identity.session.from-elsewhere]

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AdminPageData } from '../../api-types/page-data.ts';
import { type Locale, locales } from '../../core/locale/locale.ts';
import type { Services } from '../base/services.ts';
import { contentPolicy } from '../http/content-policy.ts';
import type { Caller } from '../identity/caller.ts';
import { presentUser } from '../identity/present-user.ts';
import { findSessionMethod } from '../store/identity/sessions.ts';
import { countUsers } from '../store/identity/users.ts';
import { adminPage, formFramePage } from './admin-page.ts';
import { pageLocale } from './page-locale.ts';
import { reopeningPage } from './provider-page.ts';
import { sendPage } from './send-page.ts';
import { findSessionCaller } from './session-caller.ts';
import { readShellWords, readWebManifest, type WebApp } from './web-assets.ts';

type Needs = Pick<Services, 'config' | 'clock' | 'db' | 'secrets' | 'lastUses' | 'credentials' | 'provider'>;

export function addAdminPages(app: FastifyInstance, apiPath: string, services: Needs): void {
  const manifest = readWebManifest();
  const { config } = services;
  const admin = manifest['admin'] as WebApp;
  const shellWords = readShellWords(admin);
  const addresses = {
    api: apiPath,
    appUrl: config.appUrl,
    apiUrl: config.apiUrl,
    hasMail: config.smtpUrl !== undefined,
  };
  // PDFs are shown from memory.
  const policy = (page: { ancestors: string }) => contentPolicy(config, { ...page, frames: "'self' blob:" });
  const html = 'text/html; charset=utf-8';
  const appOf = (name: string) => ({ app: manifest[name] as never, storageUrl: config.storageUrl });

  app.get('/admin', (_request, reply) => reply.redirect('/admin/', 308));
  app.get('/admin/*', async (request, reply) => {
    const caller = await findSessionCaller(request, services);
    if (caller === undefined && comesFromElsewhere(request)) {
      return sendPage(reply, reopeningPage(pageLocale(request), request.url));
    }
    const user = caller === undefined ? null : presentUser(caller.user);
    const provider = await providerOf(caller, services);
    const isNew = caller === undefined && (await countUsers(services.db.sql)) === 0;
    const locale = localeOf(user, request);
    const data: AdminPageData = {
      ...addresses,
      user,
      locale,
      texts: shellWords[locale],
      ...(provider && { provider }),
      ...(isNew && { isNew }),
    };
    const page = adminPage(data, appOf('admin'));
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
  app.get('/admin/preview/', (request, reply) => {
    const { logo } = request.query as { logo?: unknown };
    // A form that is tried out shows its own logo; answers there are made up, or of whoever tries.
    const picture = typeof logo === 'string' && /^https?:/.test(logo) && URL.canParse(logo) ? logo : undefined;
    return reply
      .header(
        'content-security-policy',
        contentPolicy(config, { ancestors: "'self'", frames: "'self'", logo: picture }),
      )
      .type(html)
      .send(formFramePage(appOf('preview')));
  });
}

/**
 * A link that was followed on another site, in an email for example, brings no SameSite=Strict cookie, also where somebody is
 * signed in. Opened once more by a page of ours, it does.
 */
function comesFromElsewhere({ headers, url }: FastifyRequest): boolean {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode } = headers;
  const isPlainLink = site === 'cross-site' && mode === 'navigate';
  return isPlainLink && url.length <= maxReopenedLength && pagesOfUsers.test(url);
}

const maxReopenedLength = 2_000;
/** No others: what is behind a # in an address, such as the token of an invitation, does not come along. */
const pagesOfUsers = /^\/admin\/(?:$|\?|(?:account|entries|forms|sets)\/)/;

/** The button of the sign-in page, and whether signing out leads to the provider as well. */
async function providerOf(
  caller: Caller | undefined,
  services: Pick<Services, 'db' | 'provider'>,
): Promise<AdminPageData['provider']> {
  const { provider, db } = services;
  if (provider === undefined) return undefined;
  const method = caller?.session === undefined ? undefined : await findSessionMethod(db.sql, caller.session);
  return { name: provider.name, isOfSession: method === 'provider' };
}

function localeOf(user: AdminPageData['user'], request: FastifyRequest): Locale {
  const { locale } = user?.settings ?? {};
  return locales.find((known) => known === locale) ?? pageLocale(request);
}
