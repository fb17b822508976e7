// GET of an address that a form chose: remote validators, remote layouts. The address is checked as
// the URL parser reads it and after DNS, the connection goes to the address that was checked, and every redirect starts over.
// [conventions.network]
import { lookup } from 'node:dns/promises';
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

export interface OutboundResponse {
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer;
}

export interface OutboundLimits {
  readonly maxBytes: number;
  /** For everything together: names, redirects, answer. */
  readonly timeoutMs: number;
  readonly accept: string;
  readonly isHttpsOnly: boolean;
}

export type Outbound = (url: string, limits: OutboundLimits) => Promise<OutboundResponse>;

/** The address itself is not allowed. */
export class OutboundRefusedError extends Error {
  override readonly name = 'OutboundRefusedError';
}

/**
 * What a caller may know of an address that gave nothing: not whether its name exists, what it stands for, or who listens.
 * Otherwise forms could explore the network around this service. The cause says more, for the log.
 */
export const unreachable = 'The address could not be reached.';

/** The address is allowed, but no proper answer came. */
export class OutboundFailedError extends Error {
  override readonly name = 'OutboundFailedError';
}

const maxRedirects = 3;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);

export interface OutboundOptions {
  /** Only for tests: any address, or these ports of any address, count as public. */
  readonly allowPrivate?: boolean;
  readonly publicPorts?: ReadonlySet<number>;
  readonly resolve?: (host: string) => Promise<string[]>;
}

export function createOutbound(options: OutboundOptions = {}): Outbound {
  const { allowPrivate = false, publicPorts = new Set<number>(), resolve = resolveHost } = options;

  async function findAddress(url: URL): Promise<string> {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const addresses = isIP(host) !== 0 ? [host] : await resolve(host).catch(refuseName);
    const isAllowed = (address: string) => allowPrivate || publicPorts.has(portOf(url)) || isPublicAddress(address);
    const address = addresses.find(isAllowed);
    if (address === undefined) throw refused(new Error(`${host} is not an address on the public internet`));
    return address;
  }

  return async (start, limits) => {
    const signal = AbortSignal.timeout(limits.timeoutMs);
    let isAnswered = false;
    try {
      let url = readUrl(start, limits);
      for (let redirects = 0; ; redirects += 1) {
        const address = await withSignal(findAddress(url), signal);
        const response = await send({ url, address, accept: limits.accept, signal });
        isAnswered = true;
        const next = redirectOf(response);
        if (next === undefined) return await readResponse(response, limits.maxBytes);
        response.destroy();
        if (redirects === maxRedirects) throw new OutboundFailedError(`more than ${maxRedirects} redirects`);
        url = readUrl(next, limits, url);
        isAnswered = false;
      }
    } catch (error) {
      if (error instanceof OutboundRefusedError || error instanceof OutboundFailedError) throw error;
      const cause = signal.aborted
        ? new Error(`no whole answer within ${limits.timeoutMs} ms`, { cause: error })
        : (error as Error);
      throw new OutboundFailedError(isAnswered ? cause.message : unreachable, { cause });
    }
  };
}

function refused(cause: unknown): OutboundRefusedError {
  return new OutboundRefusedError(unreachable, { cause });
}

function refuseName(cause: unknown): never {
  throw refused(cause);
}

function readUrl(text: string, limits: OutboundLimits, base?: URL): URL {
  if (!URL.canParse(text, base?.href)) throw new OutboundRefusedError('not a web address');
  const url = new URL(text, base);
  const isAllowed = url.protocol === 'https:' || (url.protocol === 'http:' && !limits.isHttpsOnly);
  if (!isAllowed) throw new OutboundRefusedError(`${url.protocol} is not allowed here`);
  if (url.username !== '' || url.password !== '') throw new OutboundRefusedError('an address with a user name in it');
  return url;
}

function portOf(url: URL): number {
  return Number(url.port || (url.protocol === 'https:' ? 443 : 80));
}

async function resolveHost(host: string): Promise<string[]> {
  return (await lookup(host, { all: true, verbatim: true })).map((found) => found.address);
}

/** A look-up of names cannot be stopped, only no longer waited for. */
function withSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

function send(options: { url: URL; address: string; accept: string; signal: AbortSignal }): Promise<IncomingMessage> {
  const { url, address, accept, signal } = options;
  // Whatever the name means by now, the connection goes to the address that was checked.
  const pinned: LookupFunction = (_host, { all }, done) => {
    const found = { address, family: isIP(address) };
    if (all === true) done(null, [found]);
    else done(null, found.address, found.family);
  };
  const requestOptions: RequestOptions = {
    method: 'GET',
    // A connection of its own: no pool that another name left open, no proxy.
    agent: false,
    lookup: pinned,
    signal,
    headers: { accept, 'accept-encoding': 'identity', 'user-agent': 'Formstead' },
  };
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, requestOptions, resolve);
    request.once('error', reject);
    request.end();
  });
}

function redirectOf(response: IncomingMessage): string | undefined {
  return redirectStatuses.has(response.statusCode ?? 0) ? response.headers.location : undefined;
}

async function readResponse(response: IncomingMessage, maxBytes: number): Promise<OutboundResponse> {
  const encoding = response.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') {
    response.destroy();
    throw new OutboundFailedError(`an answer encoded as ${encoding}, which was not asked for`);
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    // Leaving the loop closes the connection.
    if (bytes > maxBytes) throw new OutboundFailedError(`an answer of more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  if (!response.complete) throw new OutboundFailedError('the answer broke off');
  return {
    status: response.statusCode ?? 0,
    contentType: response.headers['content-type'] ?? '',
    body: Buffer.concat(chunks),
  };
}
