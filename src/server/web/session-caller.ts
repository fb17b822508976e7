// Whose session a page is opened with. [identity.session]
import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { authenticate } from '../identity/authenticate.ts';
import type { Caller } from '../identity/caller.ts';
import { findSessionToken } from '../identity/session-cookie.ts';

type Needs = Pick<Services, 'config' | 'clock' | 'secrets' | 'lastUses' | 'credentials'>;

/** A session that ended is none: the page then asks to sign in. */
export async function findSessionCaller(request: FastifyRequest, services: Needs): Promise<Caller | undefined> {
  const token = findSessionToken(request.headers.cookie, services.config);
  if (token === undefined) return undefined;
  try {
    return await authenticate({ apiKey: undefined, token, isCookie: true, ip: request.ip }, services);
  } catch (error) {
    if (error instanceof ServiceError && error.status === 401) return undefined;
    throw error;
  }
}
