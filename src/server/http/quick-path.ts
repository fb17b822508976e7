// Plain requests that can be answered at once, without asking anybody, are: what pages send with every letter would cost more on its way
// through the framework than the search itself. Whatever is out of the ordinary (a credential, a body, an odd header or parameter,
// a set that has to be read first, a limit that is reached) takes that way, and is answered there as ever. Status, headers, body, access log,
// metrics and limits are the same either way.
// [conventions.headers] [limits.rate] [running.log]
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestFacts } from '../base/log-types.ts';
import type { Services } from '../base/services.ts';
import type { InFlightRequests } from '../program/process/in-flight-requests.ts';
import { endInOneWrite } from './end-in-one-write.ts';
import { type Headers, requestIdHeader } from './response-headers.ts';
import type { Route } from './route.ts';
import { jsonType } from './send-json.ts';
import type { Throttle } from './throttle.ts';
import type { TickBatch } from './tick-batch.ts';

export interface QuickPath {
  /** Whether the request is taken care of. */
  take(request: IncomingMessage, response: ServerResponse): boolean;
  /** What `throttle.count` gives; a request that was counted here before the framework got it counts once. */
  count(request: object, ip: string): Promise<void> | undefined;
  /** From now on everything goes the other way. */
  close(): void;
}

export interface QuickPathOptions {
  readonly routes: readonly Route[];
  readonly prefix: string;
  readonly services: Services;
  readonly headers: Headers;
  readonly tickBatch: TickBatch;
  readonly throttle: Throttle;
  readonly inFlight: InFlightRequests | undefined;
  /** After a response: access log and metrics. */
  readonly note: (facts: RequestFacts) => void;
}

export function createQuickPath(options: QuickPathOptions): QuickPath {
  const { routes, prefix, services, headers, tickBatch, throttle, inFlight, note } = options;
  const { trustProxy } = services.config;
  const ways = routes.flatMap((route) => describe(route, prefix) ?? []);
  const start = [...Object.entries(headers).flat(), 'content-type', jsonType, 'content-length'];
  /** Requests that were counted, and then left to the framework. */
  const counted = new WeakMap<object, Promise<void> | undefined>();
  let isClosed = false;

  function send(response: ServerResponse, body: string, facts: { id: string; ip: string; route: string; at: number }) {
    const head = [requestIdHeader, facts.id, ...start, String(body.length)];
    response.writeHead(200, head);
    tickBatch(() => {
      endInOneWrite(response, body);
      const ms = Math.round((performance.now() - facts.at) * 10) / 10;
      note({ requestId: facts.id, method: 'GET', route: facts.route, status: 200, ms, ip: facts.ip, user: undefined });
    });
  }

  return {
    take(request, response) {
      const { method, url = '' } = request;
      if (method !== 'GET' || isClosed) return false;
      for (const { before, after, idEnd, route, answer } of ways) {
        if (!url.startsWith(before) || !url.startsWith(after, idEnd)) continue;
        const ip = plainCaller(request, trustProxy);
        if (ip === undefined) return false;
        const at = performance.now();
        try {
          const asked = throttle.count(ip);
          if (asked !== undefined) {
            counted.set(request, asked);
            return false;
          }
        } catch {
          // Refused, and not counted: the framework's way finds the same, and tells the caller.
          return false;
        }
        const id = randomUUID();
        const slot = inFlight?.hold(id, method, url);
        const body = tryToAnswer(() => answer(url.slice(prefix.length), services));
        if (slot !== undefined) inFlight?.release(slot);
        if (body !== undefined) {
          send(response, body, { id, ip, route, at });
          return true;
        }
        counted.set(request, undefined);
        return false;
      }
      return false;
    },
    count: (request, ip) => (counted.has(request) ? counted.get(request) : throttle.count(ip)),
    close() {
      isClosed = true;
    },
  };
}

/** What goes wrong here goes wrong on the framework's way too, which tells the caller and the log. */
function tryToAnswer(answer: () => string | undefined): string | undefined {
  try {
    return answer();
  } catch {
    return undefined;
  }
}

const idLength = 24;

/** `/optionsSet/:setId/autocomplete`: what is before the id, and what is after it. */
function describe({ path, answerAtOnce }: Route, prefix: string) {
  if (answerAtOnce === undefined) return undefined;
  const [before = '', after = ''] = (prefix + path).split(/:\w+/);
  return {
    before,
    after: `${after}?`,
    idEnd: before.length + idLength,
    route: prefix + path,
    answer: answerAtOnce,
  };
}

/** With one of these a request is more than its address. */
const tellingHeaders: ReadonlySet<string> = new Set([
  'x-api-key',
  'authorization',
  'x-formstead-app',
  'content-length',
  'transfer-encoding',
  'expect',
  'upgrade',
  'accept-version',
]);

/** Whose address counts; undefined where more than the address matters, or the headers are odd. */
function plainCaller({ rawHeaders, socket }: IncomingMessage, trustProxy: number): string | undefined {
  let hosts = 0;
  let forwarded: string | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!.toLowerCase();
    if (name === 'host') hosts++;
    else if (name === 'x-forwarded-for') {
      if (forwarded !== undefined) return undefined;
      forwarded = rawHeaders[at + 1]!;
    } else if (tellingHeaders.has(name)) return undefined;
  }
  if (hosts > 1) return undefined;
  if (trustProxy === 0 || forwarded === undefined) return socket.remoteAddress;
  return plainAddresses.test(forwarded) ? forwardedCaller(socket.remoteAddress, forwarded, trustProxy) : undefined;
}

const plainAddresses = /^[\w.:,[\] ]*$/;

/** Each proxy writes down whom it has the request from, after what was there: the first that is not one of ours is the caller. */
function forwardedCaller(remote: string | undefined, forwarded: string, trustProxy: number): string | undefined {
  const known = forwarded
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
  return known.length === 0 ? remote : known[Math.max(0, known.length - trustProxy)];
}
