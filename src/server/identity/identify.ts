// Who a request is from: an API key, a login token, or the session of the management app. [identity.bad-credential] [identity.public]

import type { Services } from '../base/services.ts';
import { appHeader, headerText } from '../http/api-request.ts';
import type { Identify } from '../http/lifecycle.ts';
import { authenticate } from './authenticate.ts';
import { findSessionToken } from './session-cookie.ts';

type Needs = Pick<Services, 'config' | 'clock' | 'secrets' | 'lastUses' | 'credentials'>;

export function createIdentify(services: Needs): Identify {
  return (request, path) => {
    const { headers } = request;
    const apiKey = headerText(headers, 'x-api-key');
    const sent = headerText(headers, 'authorization');
    const kept = sent === undefined ? sessionToken(headers, path, services) : undefined;
    const token = sent ?? kept;
    if (apiKey === undefined && token === undefined) return undefined;
    return authenticate({ apiKey, token, isCookie: kept !== undefined, ip: request.ip }, services);
  };
}

const signInPaths: ReadonlySet<string> = new Set(['/auth/session', '/auth/passkey', '/auth/passkey/options']);

/** Only the management app's own requests bring one; whoever signs in or out need not be signed in. */
function sessionToken(
  headers: Parameters<typeof headerText>[0],
  path: string,
  { config }: Pick<Services, 'config'>,
): string | undefined {
  const isOfApp = headers[appHeader] !== undefined && headers['x-api-key'] === undefined;
  return isOfApp && !signInPaths.has(path) ? findSessionToken(headers.cookie, config) : undefined;
}
