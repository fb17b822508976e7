// Puts the HTTP server together: framework, headers every response has, routes, and what is not found.
// [conventions.version]
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { apiRoutes } from '../api/route-table.ts';
import { recordRead } from '../audit/record-reads.ts';
import { addressGroup } from '../base/address-group.ts';
import type { Config } from '../base/config.ts';
import { errorCatalogue } from '../base/error-catalogue.ts';
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { addStorageRoutes } from '../files/storage-routes.ts';
import { accessFacts } from '../http/access-log.ts';
import { createBodyBudget } from '../http/body-budget.ts';
import { endLateBody, limitBodyTime, longestRequestMs } from '../http/body-timeout.ts';
import { type ErrorContext, sendError } from '../http/error-response.ts';
import { failFastWithoutDatabase } from '../http/fail-fast-without-database.ts';
import { createFairStart, type FairStart } from '../http/fair-start.ts';
import { GuardedRequest, GuardedResponse, guardRequests, type HttpScope } from '../http/guard-requests.ts';
import { readJsonBody, readJsonBodyInSteps } from '../http/json-body.ts';
import { addRoute, type RecordRead } from '../http/lifecycle.ts';
import { addMetrics } from '../http/metrics.ts';
import { handleOneAtATime } from '../http/one-at-a-time.ts';
import { rejectDuplicateHost } from '../http/reject-duplicate-host.ts';
import { addCommonHeaders, commonHeaders, requestIdHeader } from '../http/response-headers.ts';
import { createSendJson } from '../http/send-json.ts';
import { createThrottle } from '../http/throttle.ts';
import { createTickBatch } from '../http/tick-batch.ts';
import { createIdentify } from '../identity/identify.ts';
import { createFairLimiter } from '../scheduling/limiter.ts';
import { runInSlices } from '../scheduling/run-in-slices.ts';
import { addRequests } from '../store/identity/request-rates.ts';
import { addAdminPages } from '../web/admin-pages.ts';
import { addFillPages } from '../web/fill-pages.ts';
import { addMcpRoutes } from '../web/mcp-routes.ts';
import { notFoundPage } from '../web/not-found-page.ts';
import { addODataRoutes } from '../web/odata-routes.ts';
import { pageLocale } from '../web/page-locale.ts';
import { addPages } from '../web/pages.ts';
import { addPlainPages } from '../web/plain-pages.ts';
import { sendPage } from '../web/send-page.ts';
import { addWebAssets } from '../web/web-assets.ts';
import type { InFlightRequests } from './process/in-flight-requests.ts';
import { watchServices } from './service-metrics.ts';

const headersTimeoutMs = 20_000;
const keepAliveTimeoutMs = 65_000;

/** Checks are Joi's and responses are written here. Named, so that fastify's own compilers are not loaded at every start. */
const noSchemas = (): never => {
  throw new Error('No route has a schema of fastify.');
};

/** What the process around the app has to do with its requests. */
export interface AppHost {
  readonly inFlight?: InFlightRequests;
  readonly isStopping?: () => boolean;
  /** An error of no request ends the process: its requests end with it. */
  readonly isEnding?: () => boolean;
}

export async function buildApp(services: Services, host: AppHost = {}): Promise<FastifyInstance> {
  const { inFlight, isStopping = () => false, isEnding = () => false } = host;
  const { config, log } = services;
  const headers = commonHeaders(config);
  const errorContext: ErrorContext = {
    log,
    sendNotFoundPage: (request, reply) => sendPage(reply, notFoundPage(pageLocale(request))),
  };
  const app = fastify({
    logger: false,
    // Nothing here depends on Host, and Node's own response to a request without it has neither body nor request id.
    http: { requireHostHeader: false, IncomingMessage: GuardedRequest, ServerResponse: GuardedResponse as never },
    genReqId: () => randomUUID(),
    requestTimeout: longestRequestMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    trustProxy: config.trustProxy === 0 ? false : (_address: string, hop: number) => hop < config.trustProxy,
    // Longer than any address can be: what is wrong with a parameter is for its check to say.
    routerOptions: { maxParamLength: 65_536, ignoreTrailingSlash: false },
    // These come before the hooks, so what hooks would set is set here.
    frameworkErrors: (error, request, reply) =>
      sendError(error, request, reply.header(requestIdHeader, request.id).headers(headers) as never, errorContext),
    clientErrorHandler: respondToBrokenRequest as never,
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
  });
  app.server.headersTimeout = headersTimeoutMs;
  app.decorateRequest('caller', undefined);
  app.decorateRequest('pattern', undefined);
  app.decorateRequest('slot', undefined);
  app.decorateRequest('place', undefined);

  // Behind a token, tries count as any request does.
  const isOpenMetrics = config.metrics !== undefined && config.metrics.token === undefined;
  const throttle = createThrottle({
    requestsPerMinute: config.rateLimit,
    now: () => services.clock.now(),
    // One worker with a database of its own has nobody to share the count with.
    report: isAlone(config) ? undefined : (uses, from) => addRequests(services.db.sql, uses, from),
  });
  const waiting = failFastWithoutDatabase({
    isAway: services.db.isAway,
    refuse: (reply) => void sendError(errors.unavailable(), reply.request, reply, errorContext),
  });
  app.addHook('onClose', async () => waiting.close());
  const letGo = (request: FastifyRequest) => {
    if (request.place === undefined) return false;
    if (request.slot !== undefined) inFlight?.release(request.slot);
    waiting.remove(request.place);
    request.place = undefined;
    return true;
  };
  // `onResponse` does not come for a caller who leaves before all of the response has left.
  const drop = (request: FastifyRequest, reply: FastifyReply) => {
    if (!letGo(request)) return;
    // A response that waits for others before it on its connection has no socket yet.
    const hasBegun = reply.raw.headersSent && reply.raw.socket !== null;
    const hasFailed = scopeOf(request)?.hasFailed === true || isEnding();
    const endedBy = hasFailed ? errorCatalogue.internal.status : errorCatalogue.callerGone.status;
    const facts = accessFacts(request, reply, hasBegun ? reply.statusCode : endedBy);
    log.request(facts);
    observe?.(facts);
  };
  // Hooks that every request passes wait for nothing, so they are not async functions: each of those costs a turn.
  app.addHook('onRequest', (request, reply, done) => {
    const scope = scopeOf(request);
    if (scope !== undefined) scope.reply = reply;
    request.slot = inFlight?.hold(request.id, request.method, request.url);
    request.place = waiting.add(reply);
    reply.raw.once('close', () => drop(request, reply));
    rejectDuplicateHost(request.raw.rawHeaders);
    const isCounted = !isHealth(request.url) && !(isOpenMetrics && request.url === '/metrics');
    const asked = isCounted ? throttle.count(request.ip) : undefined;
    // Before its body is read: what is wrong with that does not matter where there is nothing. [conventions.order-of-checks]
    const goOn = () => done(request.is404 ? errors.notFound() : undefined);
    if (asked === undefined) goOn();
    else asked.then(goOn, done);
  });
  limitBodyTime(app);
  app.addHook('onResponse', (request, reply, done) => {
    letGo(request);
    log.request(accessFacts(request, reply, reply.statusCode));
    done();
  });
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply, errorContext));
  app.setNotFoundHandler((request, reply) => sendError(errors.notFound(), request, reply, errorContext));

  addCommonHeaders(app, headers);
  nameRefusals(app);
  readBodies(app);

  const observe =
    config.metrics && addMetrics(app, { config: config.metrics, readServices: watchServices(services), log });
  const tickBatch = createTickBatch();
  guardRequests(app, log);
  handleOneAtATime(app.server);
  const fairStart = createFairStart(services.latestAccounts);

  // Anybody may ask, as often as they like: one question to the database at a time.
  const isWritable = shareWhileRunning(() => services.db.canWrite());
  app.get('/health', async (_request, reply) => {
    const canWrite = !isStopping() && (await isWritable());
    if (!canWrite) return reply.code(503).send({ status: 'unavailable' });
    const isLow = await services.disk.isLow();
    return reply.send({ status: 'ok', ...(isLow && { warnings: ['diskLow'] }) });
  });
  // Whoever may only end and start the process must not do so because the database is away. [running.health.live]
  app.get('/health/live', (_request, reply) => reply.send({ status: 'ok' }));
  const bodies = createBodyBudget((socket) => endLateBody(app, socket));
  await app.register(
    async (api) => {
      const context = {
        tickBatch,
        fairStart,
        sendJson: createSendJson(headers, tickBatch),
        bodies,
        identify: createIdentify(services),
        recordRead: (...read: Parameters<RecordRead>) => recordRead(...read, services),
      };
      for (const route of apiRoutes) addRoute(api, route, services, context);
    },
    { prefix: apiPrefix },
  );
  beginInTurns(app, fairStart);
  addStorageRoutes(app, services);
  addODataRoutes(app, services);
  addMcpRoutes(app, services, bodies);
  addPages(app, apiRoutes, services);
  addWebAssets(app, services);
  addFillPages(app, apiPrefix, services);
  addPlainPages(app, services, bodies);
  addAdminPages(app, apiPrefix, services);
  return app;
}

function shareWhileRunning<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined;
  return () => {
    asked ??= ask().finally(() => {
      asked = undefined;
    });
    return asked;
  };
}

const isAlone = ({ workers, databaseUrl }: Config) => workers === 1 && databaseUrl === undefined;

const isHealth = (path: string) => path === '/health' || path === '/health/live';

/** For the routes that are added from now on. Requests of the API begin in turns once their account is known. */
function beginInTurns(app: FastifyInstance, fairStart: FairStart): void {
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = function inTurn(request, reply) {
      const caller = request.caller?.account ?? addressGroup(request.ip);
      // A handler without a result sends its response later.
      return fairStart({ caller, bytes: 0 }, async () => (await handler.call(this, request, reply)) ?? reply);
    };
  });
}

/** None of a request that the service makes to itself: it is part of the request that waits for it. */
const scopeOf = ({ raw }: FastifyRequest): HttpScope | undefined => (raw as Partial<GuardedRequest>).scope;

/** While the server stops, the framework refuses what still comes on open connections, past all hooks. */
function nameRefusals(app: FastifyInstance): void {
  app.addHook('preClose', (done) => {
    app.server.prependListener('request', (_request, response) => {
      response.setHeader(requestIdHeader, randomUUID());
    });
    done();
  });
}

/** The version is a path segment: [conventions.version] */
const apiPrefix = '/v1.0';

const bareType = (type: string) => type.split(';', 1)[0]!.trim().toLowerCase();
const jsonTypePattern = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

/** Parsing holds the event loop for some 20 ms a MB: larger bodies are parsed in slices. */
const largeBodyBytes = 131_072;
const largeBodyLimits = { maxAtOnce: 8, maxPerAccount: 1, maxWaitingPerAccount: 500, maxWaiting: 2_000 };

// A body without a content type is read as JSON, as callers of such services are used to.
function readBodies(app: FastifyInstance): void {
  const largeBodies = createFairLimiter(largeBodyLimits);
  const read = (request: FastifyRequest, body: Buffer, done: (error: Error | null, value?: unknown) => void) => {
    const { 'content-type': type, 'content-encoding': encoding = 'identity' } = request.headers;
    if (type !== undefined && !jsonTypePattern.test(type)) {
      const isTaken = encoding === 'identity' && request.routeOptions.config.bodyTypes?.includes(bareType(type));
      return isTaken ? done(null, body) : done(errors.unsupportedMediaType());
    }
    if (encoding !== 'identity') return done(errors.unsupportedMediaType());
    if (body.length > largeBodyBytes) {
      const parse = () => runInSlices(readJsonBodyInSteps(body));
      const value = largeBodies.run(request.caller?.account ?? addressGroup(request.ip), parse);
      value.then((read) => done(null, read), done);
      return;
    }
    let value: unknown;
    try {
      value = readJsonBody(body);
    } catch (error) {
      return done(error as Error);
    }
    done(null, value);
  };
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, read);
  // Found by its name, without looking at the type's parts: what nearly every body is.
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, read);
}

// A request that is not HTTP never reaches the framework; the socket gets the same JSON by hand.
function respondToBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const [status, name] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? [431, 'Request Header Fields Too Large']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? [408, 'Request Timeout']
        : [400, 'Bad Request'];
  const body = JSON.stringify({ statusCode: status, error: name, message: name });
  socket.end(
    `HTTP/1.1 ${status} ${name}\r\n${requestIdHeader}: ${randomUUID()}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
