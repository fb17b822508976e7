// Headers that every response has: its id, security, CORS.
// [conventions.request-id] [conventions.headers] [conventions.cors]
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../base/config.ts';

export const requestIdHeader = 'x-service-request-id';
/** Names the situation of the error catalogue, for programs that must tell one 403 from another. */
export const errorHeader = 'x-service-error';
/** Which version of the form a filler's response goes by. */
export const formVersionHeader = 'x-service-form-version';
/** The time of the service, by the clock that `changedAt` goes by: Date is of the machine, and proxies write their own. [lists.time] */
export const timeHeader = 'x-service-time';

export type Headers = Readonly<Record<string, string>>;

/** All but the id, which is another each time. */
export function commonHeaders({ publicUrl }: Pick<Config, 'publicUrl'>): Headers {
  return {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...(publicUrl.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000',
      // Our pages open others, such as the identity provider; what opened ours keeps no hold of it.
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    }),
    'access-control-allow-origin': '*',
    'access-control-expose-headers': `Link, ETag, ${requestIdHeader}, ${errorHeader}, Idempotent-Replayed, Retry-After, ${formVersionHeader}, ${timeHeader}`,
  };
}

/** For pages that any site may frame or open: a site that opens a form in a window of its own may watch it. */
export const openToAllSites: Headers = { 'cross-origin-opener-policy': 'unsafe-none' };

/** No x-api-key among them: keys work only from servers. */
const preflightHeaders: Headers = {
  'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
  'access-control-allow-headers': 'Content-Type, Authorization, Idempotency-Key, If-Match',
  'access-control-max-age': '600',
};

/** Few paths take PUT: it is named only when the preflight asks for it. */
const preflightForPut: Headers = {
  ...preflightHeaders,
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
};

/** Addresses for programs that take an API key in `Authorization`: no page of another site may send one. [odata.origin] [mcp.http.origin] */
const isForPrograms = /^\/(?:odata|mcp)(?![\w-])/;
/** Letters of a path may be written as escapes. */
const plainPath = (url: string) =>
  url.replace(/%([2-7][\da-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** Whether a page of another site sent the request: browsers name its origin, programs name none. */
export function isFromForeignPage(
  { headers }: Pick<FastifyRequest, 'headers'>,
  { publicUrl, appUrl }: Pick<Config, 'publicUrl' | 'appUrl'>,
): boolean {
  const { origin } = headers;
  return origin !== undefined && ![publicUrl, appUrl].some((url) => new URL(url).origin === origin);
}

/** Adds the headers when a response leaves, unless its route has set its own; `sendJson` writes the same by itself. */
export function addCommonHeaders(app: FastifyInstance, headers: Headers): void {
  const names = Object.keys(headers);
  const namesForPrograms = names.filter((name) => !name.startsWith('access-control-'));
  app.addHook('onSend', (request, reply, payload, done) => {
    reply.header(requestIdHeader, request.id);
    const wanted = isForPrograms.test(plainPath(request.url)) ? namesForPrograms : names;
    for (const name of wanted) if (!reply.hasHeader(name)) reply.header(name, headers[name]);
    done(null, payload);
  });
  // Answered before a body is read or a credential looked at: a browser asks without them. With 200 as everything else.
  app.options('*', {
    onRequest: (request, reply) => {
      if (isForPrograms.test(plainPath(request.url))) return void reply.send();
      const isForPut = request.headers['access-control-request-method'] === 'PUT';
      reply.headers(isForPut ? preflightForPut : preflightHeaders).send();
    },
    handler: () => {},
  });
}
