// The way of one API request. Only this folder and app.ts know the framework.
// [conventions.order-of-checks] [identity.public]
//
//   request id -> throttle -> route (else 404) -> credential (401, 403) -> body (413, 415, 400) -> params, query, payload
//   checked by Joi (400) -> handler -> answer, or its error as JSON -> access log
//
// Every response, whatever became of the request, carries x-service-request-id.
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, preParsingHookHandler } from 'fastify';
import { errors } from '../errors.ts';
import type { Caller } from '../identity/caller.ts';
import type { Services } from '../services.ts';
import { type ApiRequest, ApiResponse, appHeader, headerText, userAgentOf } from './api-request.ts';
import type { BodyBudget } from './body-budget.ts';
import { areQuickIds, type CheckSource, check, everyQuery, readJsonParameters, takesOnlyIds } from './checks.ts';
import { closeSignal } from './close-signal.ts';
import { readLocales } from './locales.ts';
import { isAnswered } from './refuse-while-away.ts';
import type { Route } from './route.ts';
import { jsonType, type SendJson } from './send-json.ts';
import type { TickBatch } from './tick-batch.ts';

const defaultMaxBodyBytes = 1_048_576;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a body may be beside JSON, as bytes. */
    bodyTypes?: readonly string[];
  }
  interface FastifyRequest {
    caller: Caller | undefined;
    /** Of an API route: asking the framework for it makes an object of everything it knows of the route. */
    pattern: string | undefined;
    /** Among the requests in flight, for the watchdog. */
    slot: number | undefined;
    /** Among those that are refused when the database is away for too long. */
    place: number | undefined;
  }
}

/** What all routes share. */
export interface RouteContext {
  readonly sendJson: SendJson;
  readonly tickBatch: TickBatch;
  readonly bodies: BodyBudget;
  readonly identify: Identify;
}

/** Who the request says it is from, once that is checked; nothing to wait for when it names nobody. */
export type Identify = (
  request: Pick<FastifyRequest, 'headers' | 'ip'>,
  path: string,
) => Promise<Caller | undefined> | undefined;

export function addRoute(app: FastifyInstance, route: Route, services: Services, context: RouteContext): void {
  const { sendJson, tickBatch, bodies, identify } = context;
  const checks = compileChecks(route);
  const pattern = app.prefix + route.path;
  const boundBody: preParsingHookHandler = (request, reply, payload, done) => {
    const caller = request.caller?.account ?? request.ip;
    bodies.reserve(caller, request.raw, reply.raw, (error) => done(error, payload));
  };

  app.route({
    method: route.method,
    url: route.path,
    bodyLimit: route.maxBodyBytes ?? defaultMaxBodyBytes,
    exposeHeadRoute: false,
    ...(route.bodyTypes && { config: { bodyTypes: route.bodyTypes } }),
    onRequest: (request, _reply, done) => {
      request.pattern = pattern;
      refuseEmptyParams(request, route);
      const identified = identify(request, route.path);
      if (identified !== undefined) {
        identified.then((caller) => authorize(caller, request, route)).then(() => done(), done);
        return;
      }
      // Whoever brings no credential waits for nothing but those who came at the same time.
      authorize(undefined, request, route);
      tickBatch(done);
    },
    ...(route.method === 'GET' ? {} : { preParsing: boundBody }),
    handler: (request, reply) => {
      const { params, query, payload } = checks(request);
      const apiRequest: ApiRequest = {
        id: request.id,
        params,
        query,
        payload,
        caller: request.caller,
        ip: request.ip,
        userAgent: userAgentOf(request.headers),
        locales: readLocales(query),
        idempotencyKey: headerText(request.headers, 'idempotency-key'),
        ifMatch: headerText(request.headers, 'if-match'),
        cookies: route.takesCookies ? request.headers.cookie : undefined,
        isFromApp: route.takesCookies === true && request.headers[appHeader] !== undefined,
        signal: route.stopsWithCaller ? closeSignal(reply.raw) : undefined,
        path: request.url.slice(app.prefix.length),
      };
      const handle = () => route.handle(apiRequest, services).then((result) => sendResponse(reply, result, sendJson));
      return services.labels.run(request.id, handle);
    },
  });
}

/** `/form/` is not a form with an empty id but a path that does not exist. */
function refuseEmptyParams(request: FastifyRequest, route: Route): void {
  if (route.params === undefined) return;
  const params = request.params as Readonly<Record<string, string>>;
  for (const name in params) if (params[name] === '') throw errors.notFound();
}

function authorize(caller: Caller | undefined, request: FastifyRequest, route: Route): void {
  if (route.access === 'signedIn' && caller?.kind !== 'loginToken') throw errors.notFound();
  if (caller === undefined) {
    const hasBewit = route.access === 'bewit' && (request.query as { bewit?: unknown }).bewit !== undefined;
    if (route.access !== 'public' && !hasBewit) throw errors.missingAuthentication();
  } else if (route.access === 'loginToken' && caller.kind !== 'loginToken') {
    throw errors.insufficientPermissions();
  }
  if (caller?.mustSetUpFactor && !isForSettingUp.test(route.path)) throw errors.secondFactorSetUpFirst();
  request.caller = caller;
}

/** What is open to people who must set up a second factor first. [identity.factors.required] */
const isForSettingUp = /^\/(?:me|me\/factors(?:\/.*)?|auth\/.*)$/;

interface Checked {
  readonly params: unknown;
  readonly query: unknown;
  readonly payload: unknown;
}

function compileChecks(route: Route): (request: FastifyRequest) => Checked {
  const querySchema = route.query === undefined ? everyQuery : everyQuery.concat(route.query);
  // A request without a query string is the common case: what Joi would say of it is known beforehand.
  const emptyQuery = querySchema.validate({});
  const { params, payload, passesQuickCheck = () => false, readQuickly = () => undefined } = route;
  const hasOnlyIds = takesOnlyIds(route.path, params);
  const checkPart = (schema: Route['params'], value: unknown, source: CheckSource) =>
    schema === undefined ? {} : check(schema, value, source);

  return (request) => {
    const hasQuery = request.url.includes('?') || emptyQuery.error !== undefined;
    const sent = request.query as Record<string, unknown>;
    return {
      params:
        hasOnlyIds && areQuickIds(request.params as Readonly<Record<string, unknown>>)
          ? request.params
          : checkPart(params, request.params, 'params'),
      query: hasQuery ? (readQuickly(sent) ?? check(querySchema, readJsonParameters(sent), 'query')) : emptyQuery.value,
      payload:
        route.bodyTypes || passesQuickCheck(request.body)
          ? request.body
          : checkPart(payload, request.body ?? {}, 'payload'),
    };
  };
}

/** Gives the reply back where it is still on its way: then the framework waits for its end. */
function sendResponse(reply: FastifyReply, result: unknown, sendJson: SendJson): FastifyReply | undefined {
  if (result === undefined) return reply.send();
  const { headers, body, json } = result instanceof ApiResponse ? result : ApiResponse.ofBody(result);
  if (json instanceof Readable && isAnswered(reply)) return void json.destroy();
  if (json instanceof Readable) return reply.headers({ 'content-type': jsonType, ...headers }).send(json);
  const text = json ?? JSON.stringify(body);
  // A response may be headers alone.
  if (text === undefined) return reply.headers(headers).send();
  sendJson(reply, text, headers);
  return undefined;
}
