// The tools for agents at /mcp: who may call them, how much at once and for how long, and errors as the protocol has them. What the tools do,
// they do by requests to the API in this process. [mcp.http] [mcp.http.access] [mcp.http.origin] [mcp.http.messages] [mcp.http.bounds]
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServeHttp } from '../../mcp/serve-http.ts';
import { addressGroup } from '../base/address-group.ts';
import type { Config } from '../base/config.ts';
import { errors, errorText, type ServiceError } from '../base/errors.ts';
import { packageRoot } from '../base/package-root.ts';
import type { Services } from '../base/services.ts';
import { headerText, userAgentOf } from '../http/api-request.ts';
import type { BodyBudget } from '../http/body-budget.ts';
import { closeSignal } from '../http/close-signal.ts';
import { asServiceError, logFailure } from '../http/error-response.ts';
import { isAnswered } from '../http/fail-fast-without-database.ts';
import { createInnerFetch } from '../http/inner-request.ts';
import { readLocales } from '../http/locales.ts';
import { errorHeader, isFromForeignPage } from '../http/response-headers.ts';
import { authenticate } from '../identity/authenticate.ts';
import { createFairLimiter } from '../scheduling/limiter.ts';
import { readMcpKey } from './mcp-key.ts';

type Needs = Pick<Services, 'config' | 'clock' | 'log' | 'secrets' | 'lastUses' | 'credentials' | 'latestAccounts'>;

/** A form of the largest size, and what is written around it. */
const maxBodyBytes = 2_097_152 + 65_536;
const callLimits = { maxAtOnce: 32, maxPerAccount: 8, maxWaitingPerAccount: 200, maxWaiting: 1_000 };
const maxRestMs = 250;
/** Less than a stop waits for requests that are in progress. [mcp.http.stop] */
const maxCallMs = 25_000;

export function addMcpRoutes(app: FastifyInstance, services: Needs, bodies: BodyBudget): void {
  const { config, log } = services;
  const calls = createFairLimiter({
    ...callLimits,
    // The library keeps the event loop busy for each call: while others are there, a place pauses after it.
    restMs: (account, workedMs) => (services.latestAccounts.hasOthers(account) ? Math.min(2 * workedMs, maxRestMs) : 0),
  });
  const getServer = serverGetter(services);
  const readGuide = (name: string) => readFile(join(packageRoot(), 'docs', `${name}.md`), 'utf8');

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const message = request.body;
    if (Array.isArray(message)) throw errors.mcp('mcpBatch');
    const gone = closeSignal(reply.raw);
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(errors.busy()), maxCallMs);
    const signal = AbortSignal.any([gone, late.signal]);
    const call = async () => {
      const response = await (await getServer())(protocolRequest(request, gone), message, {
        apiKey: readMcpKey(request.headers) as string,
        fetch: createInnerFetch(app, { ip: request.ip, userAgent: userAgentOf(request.headers), signal }),
        publicUrl: config.publicUrl,
        readGuide,
        onRefused: (error) =>
          log.info({ requestId: request.id }, `not a message for tools: ${error.message.slice(0, maxLogged)}`),
      });
      // Whole, so that a database that goes away meanwhile is a 503 and not a stream that breaks off.
      return { response, text: await response.text() };
    };
    try {
      const { response, text } = await calls.run(request.caller?.account ?? addressGroup(request.ip), call, signal);
      return isAnswered(reply) ? reply : reply.code(response.status).headers(passedOn(response)).send(text);
    } finally {
      clearTimeout(timer);
    }
  }

  app.register(async (mcp) => {
    mcp.setErrorHandler((error, request, reply) => sendProtocolError(error, request, reply, services));
    mcp.addHook('onRequest', async (request) => {
      // A page of another site that a person visits may reach a service on that person's own machine or network. [mcp.http.origin]
      if (isFromForeignPage(request, config)) throw errors.mcp('mcpOriginRefused');
      const apiKey = readMcpKey(request.headers);
      if (apiKey === undefined) throw errors.missingAuthentication();
      request.caller = await authenticate({ apiKey, token: undefined, ip: request.ip }, services);
      // Before a body is read.
      if (request.method !== 'POST') throw errors.mcp('mcpPostOnly');
    });
    mcp.addHook('preParsing', (request, reply, payload, done) =>
      bodies.reserve(request.caller?.account ?? addressGroup(request.ip), request.raw, reply.raw, (error) =>
        done(error, payload),
      ),
    );
    mcp.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url: '/mcp',
      bodyLimit: maxBodyBytes,
      handler: answer,
    });
  });
}

const maxLogged = 200;

/**
 * The library is large, and most services are never asked for tools. Loading it, compiling the schemas of the tools and the first call
 * each take a turn of the event loop of their own: together they would hold it for more than 200 ms. [limits.event-loop]
 */
function serverGetter({ config, log }: { config: Config; log: Services['log'] }): () => Promise<ServeHttp> {
  const load = async () => {
    const { createHttpServer } = await import('../../mcp/serve-http.ts');
    const library = await import('@modelcontextprotocol/server');
    await nextTurn();
    const serve = createHttpServer(library, {
      allowsDelete: config.mcpAllowDelete,
      onBug: (error, tool) => log.error({ tool, stack: (error as Error)?.stack }, String(error)),
    });
    await nextTurn();
    return serve;
  };
  let loaded: Promise<ServeHttp> | undefined;
  return () => {
    loaded ??= load();
    return loaded;
  };
}

/** The request as the protocol's library reads it: its own headers, and no credential. */
function protocolRequest({ headers }: FastifyRequest, signal: AbortSignal): Request {
  const own = Object.keys(headers).filter((name) => /^(?:accept|content-type|mcp-[\w-]+)$/.test(name));
  return new Request('http://in-process.invalid/mcp', {
    method: 'POST',
    headers: own.map((name): [string, string] => [name, headerText(headers, name) ?? '']),
    signal,
  });
}

function passedOn({ headers }: Response): Record<string, string> {
  const type = headers.get('content-type');
  return type === null ? {} : { 'content-type': type };
}

const rpcCodes: Readonly<Record<string, number>> = { malformedJson: -32_700, mcpBatch: -32_600, internal: -32_603 };
const otherRpcCode = -32_000;

function sendProtocolError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { log }: Pick<Services, 'log'>,
): FastifyReply {
  const known = asServiceError(error, request);
  if (known.status >= 500) logFailure(known, request, log);
  if (known.status === 401) reply.header('www-authenticate', 'Bearer realm="Formstead"');
  // The rest of a body that is too large is read and thrown away, so that the caller sees the response.
  if (known.status === 413) reply.removeHeader('connection');
  return reply
    .code(known.status)
    .headers({ ...known.headers, [errorHeader]: known.situation })
    .send({ jsonrpc: '2.0', id: null, error: rpcError(known, request) });
}

function rpcError(error: ServiceError, request: FastifyRequest): object {
  const message = errorText(error, readLocales(request.query));
  const data = { status: error.status, code: error.situation };
  return { code: rpcCodes[error.situation] ?? otherRpcCode, message, data };
}
