// /auth/provider: to the identity provider and back. Ordinary pages without scripts; nothing here is part of the API.
// [identity.provider] [identity.provider.state] [identity.provider.refused] [identity.provider.sign-out]
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Locale } from '../../core/locale/locale.ts';
import { addressGroup } from '../base/address-group.ts';
import type { OidcConfig } from '../base/config-oidc.ts';
import { ServiceError } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { userAgentOf } from '../http/api-request.ts';
import { completeSignIn } from '../identity/complete-sign-in.ts';
import { findKeptSignIn, forgetSignIn, isStateOf, keepSignIn } from '../identity/provider/kept-sign-in.ts';
import { type ProviderClient, ProviderError } from '../identity/provider/provider-client.ts';
import { findProviderUser } from '../identity/provider/provider-user.ts';
import { sessionCookie } from '../identity/session-cookie.ts';
import { sendClaim } from '../identity/verified-emails.ts';
import { createFairLimiter } from '../scheduling/limiter.ts';
import { pageLocale } from './page-locale.ts';
import { type ProviderProblem, providerProblemPage, signedInBesidePage, signedInPage } from './provider-page.ts';
import { sendPage } from './send-page.ts';

/** Conversations with the provider at once; each address has its share. docs/limits.md */
const conversations = { maxAtOnce: 20, maxPerAccount: 5, maxWaitingPerAccount: 20, maxWaiting: 200, maxWaitMs: 30_000 };

const statuses: Readonly<Record<ProviderProblem, number>> = {
  away: 503,
  cancelled: 400,
  failed: 400,
  expired: 400,
  noEmail: 403,
  unverified: 403,
  noAccount: 403,
  barred: 403,
  removed: 403,
  otherIdentity: 403,
  unproved: 403,
  unprovedNoMail: 403,
};

type Needs = Pick<
  Services,
  | 'provider'
  | 'config'
  | 'secrets'
  | 'clock'
  | 'log'
  | 'background'
  | 'db'
  | 'newId'
  | 'passwords'
  | 'auditChain'
  | 'quotas'
  | 'mail'
  | 'notices'
>;

export function addProviderPages(app: FastifyInstance, services: Needs): void {
  const { provider, config } = services;
  const { oidc } = config;
  if (provider === undefined || oidc === undefined) return;
  const limiter = createFairLimiter(conversations);
  const inTurn = <T>(request: FastifyRequest, work: () => Promise<T>) => limiter.run(addressGroup(request.ip), work);

  app.get('/auth/provider', async (request, reply) => {
    const locale = pageLocale(request);
    const { to, again } = request.query as { to?: unknown; again?: unknown };
    const target = readTarget(to, config.appUrl);
    try {
      const begun = await inTurn(request, () => provider.begin({ locale, asksAgain: again === '1' }));
      const { url, ...kept } = begun;
      const options = { key: services.secrets.providerSignIn, now: services.clock.now(), config };
      return reply.header('set-cookie', keepSignIn({ ...kept, to: target, locale }, options)).redirect(url, 302);
    } catch (error) {
      return refuse(reply, { problem: problemOf(error, services), locale, to: target }, services);
    }
  });
  app.get('/auth/provider/callback', (request, reply) => finish(request, reply, { provider, oidc, inTurn, services }));
  app.get('/auth/provider/done', (request, reply) => sendPage(reply, signedInBesidePage(pageLocale(request))));
  app.get('/auth/provider/sign-out', async (request, reply) => {
    let url: string | undefined;
    try {
      url = await inTurn(request, () => provider.findEndSessionUrl());
    } catch (error) {
      // The session here has ended already; the one at the provider goes on, as with a provider that has no such address.
      problemOf(error, services);
    }
    return reply.redirect(url ?? '/admin/', 302);
  });
}

interface Finishing {
  readonly provider: ProviderClient;
  readonly oidc: OidcConfig;
  readonly inTurn: <T>(request: FastifyRequest, work: () => Promise<T>) => Promise<T>;
  readonly services: Needs;
}

async function finish(request: FastifyRequest, reply: FastifyReply, finishing: Finishing): Promise<FastifyReply> {
  const { provider, oidc, inTurn, services } = finishing;
  const { config, secrets, clock } = services;
  const kept = findKeptSignIn(request.headers.cookie, { key: secrets.providerSignIn, now: clock.now() });
  const { state } = request.query as { state?: unknown };
  if (kept === undefined || !isStateOf(kept, state)) {
    // The cookie stays: it may be of a sign-in that was begun after this one.
    return refuse(reply, { problem: 'expired', locale: kept?.locale ?? pageLocale(request), to: kept?.to }, services);
  }
  const { locale, to } = kept;
  const forget = forgetSignIn(config);
  try {
    const from = { ip: request.ip, userAgent: userAgentOf(request.headers) };
    const { user, provedAt } = await inTurn(request, async () => {
      const identity = await provider.finish(new URL(request.url, config.appUrl), kept);
      const user = await findProviderUser({ identity, oidc, request: from, locale }, services);
      return { user, provedAt: identity.provedAt };
    });
    if (typeof user === 'object' && 'unverified' in user) {
      services.log.warn({ reason: 'unproved' }, 'sign-in by the identity provider was refused');
      services.background.start(addressGroup(request.ip), () => sendClaim(user.unverified, locale, services));
      const problem = config.smtpUrl === undefined ? 'unprovedNoMail' : 'unproved';
      return refuse(reply.header('set-cookie', forget), { problem, locale, to }, services);
    }
    if (typeof user === 'string') {
      services.log.warn({ reason: user }, 'sign-in by the identity provider was refused');
      return refuse(reply.header('set-cookie', forget), { problem: user, locale, to }, services);
    }
    const signIn = { user, method: 'provider', request: from, isOfApp: true, locale, provedAt } as const;
    const session = await completeSignIn(signIn, services);
    return sendPage(reply.header('set-cookie', [forget, sessionCookie(session, config)]), signedInPage(locale, to));
  } catch (error) {
    return refuse(reply.header('set-cookie', forget), { problem: problemOf(error, services), locale, to }, services);
  }
}

/** What to tell the person; the operator finds the cause in the log. What is not about the provider is thrown on. */
function problemOf(error: unknown, { log }: Pick<Services, 'log'>): ProviderProblem {
  // Removed or barred a moment ago.
  if (error instanceof ServiceError && error.situation === 'wrongPassword') return 'barred';
  if (!(error instanceof ProviderError)) throw error;
  log.warn({ reason: error.reason, cause: causesOf(error) }, 'sign-in by the identity provider failed');
  return error.reason;
}

/** Messages only: objects of the library hold tokens. */
function causesOf(error: Error): string {
  const messages: string[] = [];
  for (let cause = error.cause; cause instanceof Error && messages.length < 5; cause = cause.cause) {
    const { code, error: name } = cause as { code?: unknown; error?: unknown };
    const facts = [code, name].filter((fact) => typeof fact === 'string');
    messages.push([cause.message, ...facts].join(' '));
  }
  return messages.join('; ').slice(0, 1_000);
}

function refuse(
  reply: FastifyReply,
  refusal: { problem: ProviderProblem; locale: Locale; to: string | undefined },
  { config }: Pick<Services, 'config'>,
): FastifyReply {
  const { problem, locale, to = defaultTarget } = refusal;
  const status = statuses[problem];
  // Whoever was refused may be somebody else at the provider as well.
  const again = new URLSearchParams({ to, locale, ...(status === 403 && { again: '1' }) });
  const page = { problem, name: config.oidc?.name ?? '', again: `/auth/provider?${again}` };
  return sendPage(reply.code(status), providerProblemPage(locale, page));
}

const defaultTarget = '/admin/';
const maxTargetLength = 500;
const targets = /^\/(?:admin\/|docs\/|e\/|c\/|auth\/provider\/done)/;

/** A path of our own pages; whatever else a link asks for, it leads to the management app. */
function readTarget(to: unknown, appUrl: string): string {
  if (typeof to !== 'string' || to.length > maxTargetLength || !URL.canParse(to, appUrl)) return defaultTarget;
  const { origin, pathname, search } = new URL(to, appUrl);
  if (origin !== new URL(appUrl).origin || !targets.test(pathname)) return defaultTarget;
  return pathname + search;
}
