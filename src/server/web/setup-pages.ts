// /admin/setup: the one-time page that makes the first user. It posts an ordinary form: it works without a script.
// [identity.setup]

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressGroup } from '../base/address-group.ts';
import { ServiceError } from '../base/errors.ts';
import { isMailAddress } from '../base/mail-address.ts';
import type { Services } from '../base/services.ts';
import { userAgentOf } from '../http/api-request.ts';
import { completeSignIn } from '../identity/complete-sign-in.ts';
import { addFirstUser, isSetupToken } from '../identity/create-user.ts';
import { countGuess } from '../identity/guess-limits.ts';
import { findPasswordProblem, maxPasswordLength, minPasswordLength } from '../identity/password-rules.ts';
import { sessionCookie } from '../identity/session-cookie.ts';
import { findUsersByIds } from '../store/identity/users.ts';
import { pageLocale } from './page-locale.ts';
import { sendPage } from './send-page.ts';
import { type SetupForm, setupPage, setupTriesPage, setupUsedPage } from './setup-page.ts';

type Needs = Pick<Services, 'config' | 'clock' | 'newId' | 'log' | 'db' | 'secrets' | 'passwords' | 'auditChain'>;

const maxBodyBytes = 16_384;
/** Wrong tokens from one address in the window of guesses. */
const maxTokenGuesses = 30;

export function addSetupPages(app: FastifyInstance, services: Needs): void {
  app.register(async (pages) => {
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
    );
    pages.get('/admin/setup', async (request, reply) => {
      const token = String((request.query as { token?: unknown }).token ?? '');
      if (!(await isSetupToken(token, services))) return refuseToken(request, reply, services);
      return sendPage(reply, setupPage(pageLocale(request), { token, email: '', name: '' }));
    });
    pages.post('/admin/setup', { bodyLimit: maxBodyBytes }, async (request, reply) => {
      const locale = pageLocale(request);
      const { token = '', email = '', name = '', password = '' } = (request.body ?? {}) as Record<string, string>;
      // Before anything else: whoever has no token makes no work.
      if (!(await isSetupToken(token, services))) return refuseToken(request, reply, services);
      const problem = findProblem({ email, name, password });
      if (problem !== undefined) return sendPage(reply.code(400), setupPage(locale, { token, email, name, problem }));
      try {
        const caller = { key: addressGroup(request.ip), isTrusted: true };
        const { user } = await addFirstUser({ token, email, name, password, locale, caller }, services);
        const made = (await findUsersByIds(services.db.sql, [user])).get(user);
        if (made === undefined) throw new Error('A user that was just made is not there.');
        const from = { ip: request.ip, userAgent: userAgentOf(request.headers) };
        const session = await completeSignIn(
          { user: made, method: 'password', request: from, isOfApp: true },
          services,
        );
        return reply.header('set-cookie', sessionCookie(session, services.config)).redirect('/admin/', 303);
      } catch (error) {
        if (error instanceof ServiceError && error.situation === 'setupDone') {
          return sendPage(reply.code(403), setupUsedPage(locale));
        }
        throw error;
      }
    });
  });
}

/** Only wrong tokens count: the right one opens the page whatever was tried before. */
async function refuseToken(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Pick<Services, 'clock' | 'db'>,
): Promise<FastifyReply> {
  const locale = pageLocale(request);
  try {
    await countGuess({ [`setup:${addressGroup(request.ip)}`]: maxTokenGuesses }, services);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 429) throw error;
    return sendPage(reply.code(429).headers(error.headers), setupTriesPage(locale));
  }
  return sendPage(reply.code(403), setupUsedPage(locale));
}

function findProblem(user: { email: string; name: string; password: string }): SetupForm['problem'] {
  const { password } = user;
  if (!isMailAddress(user.email.trim())) return 'badEmail';
  if (password.length < minPasswordLength || password.length > maxPasswordLength) return 'badPassword';
  return findPasswordProblem(password, user);
}
