// Puts the HTTP server together: the framework's settings, the hooks that every request passes, and the routes.
// [conventions.version]
import { randomUUID } from 'node:crypto';
import fastify, { type FastifyInstance } from 'fastify';
import { apiRoutes } from '../api/route-table.ts';
import { recordRead } from '../audit/record-reads.ts';
import { addressGroup } from '../base/address-group.ts';
import type { Config } from '../base/config.ts';
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { addStorageRoutes } from '../files/storage-routes.ts';
import { createBodyBudget } from '../http/body-budget.ts';
import { endLateBody, limitBodyTime, longestRequestMs } from '../http/body-timeout.ts';
import { type ErrorContext, sendError } from '../http/error-response.ts';
import { failFastWithoutDatabase } from '../http/fail-fast-without-database.ts';
import { createFairStart, type FairStart } from '../http/fair-start.ts';
import { followRequests } from '../http/follow-requests.ts';
import { GuardedRequest, GuardedResponse, guardRequests } from '../http/guard-requests.ts';
import { addRoute, type RecordRead } from '../http/lifecycle.ts';
import { addMetrics, metricsPath } from '../http/metrics.ts';
import { handleOneAtATime } from '../http/one-at-a-time.ts';
import { readBodies } from '../http/read-bodies.ts';
import { nameRefusals, respondToBrokenRequest } from '../http/refused-requests.ts';
import { addCommonHeaders, commonHeaders, type Headers, requestIdHeader } from '../http/response-headers.ts';
import { createSendJson } from '../http/send-json.ts';
import { createThrottle } from '../http/throttle.ts';
import { createIdentify } from '../identity/identify.ts';
import { addRequests } from '../store/identity/request-rates.ts';
import { addAdminPages } from '../web/admin-pages.ts';
import { addFillPages } from '../web/fill-pages.ts';
import { addHealthRoutes, isHealthPath } from '../web/health-routes.ts';
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

/** The version is a path segment: [conventions.version] */
const apiPrefix = '/v1.0';

const headersTimeoutMs = 20_000;
const keepAliveTimeoutMs = 65_000;

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
  const app = openFramework(config, headers, errorContext);
  app.decorateRequest('caller', undefined);
  app.decorateRequest('pattern', undefined);

  followRequests(app, {
    ...{ log, inFlight, isEnding, isCounted: countedPaths(config) },
    observe: (facts) => observe?.(facts),
    throttle: createThrottle({
      requestsPerMinute: config.rateLimit,
      now: () => services.clock.now(),
      // One worker with an embedded database shares its count with no other process.
      report: isAlone(config) ? undefined : (uses, from) => addRequests(services.db.sql, uses, from),
    }),
    waiting: failFastWithoutDatabase({
      isAway: services.db.isAway,
      refuse: (reply) => void sendError(errors.unavailable(), reply.request, reply, errorContext),
    }),
  });
  limitBodyTime(app);
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply, errorContext));
  app.setNotFoundHandler((request, reply) => sendError(errors.notFound(), request, reply, errorContext));
  addCommonHeaders(app, headers);
  nameRefusals(app);
  readBodies(app);
  const observe =
    config.metrics && addMetrics(app, { config: config.metrics, readServices: watchServices(services), log });
  guardRequests(app, log);
  handleOneAtATime(app.server);

  addHealthRoutes(app, services, isStopping);
  const fairStart = createFairStart(services.latestAccounts);
  const bodies = createBodyBudget((socket) => endLateBody(app, socket));
  await app.register(
    async (api) => {
      const context = {
        fairStart,
        sendJson: createSendJson(headers),
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

/** Joi checks requests, and responses are written here: the framework's own compilers would be loaded at every start. */
const noSchemas = (): never => {
  throw new Error('No route has a schema of fastify.');
};

function openFramework({ trustProxy }: Config, headers: Headers, errorContext: ErrorContext): FastifyInstance {
  const app = fastify({
    logger: false,
    // Nothing here depends on Host, and Node's own response to a request without it has neither body nor request id.
    http: { requireHostHeader: false, IncomingMessage: GuardedRequest, ServerResponse: GuardedResponse as never },
    genReqId: () => randomUUID(),
    requestTimeout: longestRequestMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    trustProxy: trustProxy === 0 ? false : (_address: string, hop: number) => hop < trustProxy,
    // Longer than any address can be: what is wrong with a parameter is for its check to say.
    routerOptions: { maxParamLength: 65_536, ignoreTrailingSlash: false },
    // These come before the hooks, so what hooks would set is set here.
    frameworkErrors: (error, request, reply) =>
      sendError(error, request, reply.header(requestIdHeader, request.id).headers(headers) as never, errorContext),
    clientErrorHandler: respondToBrokenRequest as never,
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
  });
  app.server.headersTimeout = headersTimeoutMs;
  return app;
}

/** Health is never counted, and metrics only behind a token, where each try counts as any request does. */
function countedPaths({ metrics }: Config): (url: string) => boolean {
  const isOpenMetrics = metrics !== undefined && metrics.token === undefined;
  return (url) => !isHealthPath(url) && !(isOpenMetrics && url === metricsPath);
}

const isAlone = ({ workers, databaseUrl }: Config) => workers === 1 && databaseUrl === undefined;

/** Handlers of the routes that are added from now on begin in turns of their callers; routes of the API do so by themselves. */
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
