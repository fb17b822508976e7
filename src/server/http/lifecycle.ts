// The life of an API request. Only this folder and app.ts know the framework.
// [conventions.order-of-checks] [identity.public]
//
//   request id -> throttle -> route (else 404) -> credential (401, 403) -> body (413, 415, 400) -> params, query, payload
//   checked by Joi (400) -> handler -> response, or its error as JSON -> access log
//
// Every response has the header x-service-request-id.
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, preParsingHookHandler } from 'fastify';
import { addressGroup } from '../base/address-group.ts';
import { errors, ServiceError } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import type { Caller } from '../identity/caller.ts';
import { type ApiRequest, ApiResponse, appHeader, headerText, userAgentOf } from './api-request.ts';
import type { BodyBudget } from './body-budget.ts';
import { type CheckSource, check, everyQuery, readJsonParameters } from './checks.ts';
import { closeSignal } from './close-signal.ts';
import { isAnswered } from './fail-fast-without-database.ts';
import type { FairStart, Starting } from './fair-start.ts';
import { readLocales } from './locales.ts';
import type { Route } from './route.ts';
import { jsonType, type SendJson } from './send-json.ts';

const defaultMaxBodyBytes = 1_048_576;

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
    /** The pattern of an API route, kept here because the framework builds an object of the whole route when asked for it. */
    pattern: string | undefined;
  }
}

/** What all routes share. */
export interface RouteContext {
  readonly sendJson: SendJson;
  readonly fairStart: FairStart;
  readonly bodies: BodyBudget;
  readonly identify: Identify;
  readonly recordRead: RecordRead;
}

/** Records that a member of an account reads answers, where the account asks for it; without the record there is no response. */
export type RecordRead = (route: Route, request: ApiRequest, result: unknown) => Promise<void>;

/** Resolves with the caller that the request's credential names; undefined, without a wait, for a request that has none. */
export type Identify = (
  request: Pick<FastifyRequest, 'headers' | 'ip'>,
  path: string,
) => Promise<Caller | undefined> | undefined;

export function addRoute(app: FastifyInstance, route: Route, services: Services, context: RouteContext): void {
  const { sendJson, fairStart, bodies, identify, recordRead } = context;
  const checks = compileChecks(route);
  const pattern = app.prefix + route.path;
  const boundBody: preParsingHookHandler = (request, reply, payload, done) => {
    const caller = request.caller?.account ?? addressGroup(request.ip);
    bodies.reserve(caller, request.raw, reply.raw, (error) => done(error, payload));
  };

  const answerRequest = async (request: FastifyRequest, reply: FastifyReply) => {
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
    const answer = () => route.handle(apiRequest, services);
    const isRead = route.showsAnswers !== undefined && apiRequest.caller !== undefined;
    const audited = () =>
      answer().then(
        (result) =>
          route.showsAnswers === 'refused'
            ? result
            : recordRead(route, apiRequest, result).then(() => result, endUnsent(result)),
        (error) => recordRefusal(error).then(() => Promise.reject(error)),
      );
    // The messages name values that were stored before.
    const recordRefusal = async (error: unknown) => {
      const isChecked = error instanceof ServiceError && error.situation === 'entryFailedValidation';
      if (isChecked) await recordRead(route, apiRequest, undefined);
    };
    const handle = () => (isRead ? audited() : answer()).then((result) => sendResponse(reply, result, sendJson));
    return services.labels.run(request.id, handle);
  };

  app.route({
    method: route.method,
    url: route.path,
    bodyLimit: route.maxBodyBytes ?? defaultMaxBodyBytes,
    exposeHeadRoute: false,
    config: {
      ...(route.bodyTypes && { bodyTypes: route.bodyTypes }),
      opensSession: route.takesCookies === true && route.setsNoCookie !== true,
    },
    onRequest: (request, _reply, done) => {
      request.pattern = pattern;
      refuseEmptyParams(request, route);
      const identified = identify(request, route.path);
      if (identified !== undefined) {
        identified.then((caller) => authorize(caller, request, route)).then(() => done(), done);
        return;
      }
      authorize(undefined, request, route);
      done();
    },
    ...(route.method === 'GET' ? {} : { preParsing: boundBody }),
    handler: (request, reply) => fairStart(startOf(request), () => answerRequest(request, reply)),
  });
}

/** The caller whose turn a request takes: the account, else the form that is filled in, else the address. */
function startOf({ caller, params, body, ip, headers }: FastifyRequest): Starting {
  const bytes = Number(headers['content-length'] ?? 0);
  if (caller !== undefined) return { caller: caller.account, bytes };
  const { formId } = params as { formId?: string };
  const { form = formId } = (body ?? {}) as { form?: unknown };
  return { caller: typeof form === 'string' ? form : addressGroup(ip), bytes };
}

/** `/form/` is not a form with an empty id but a path that does not exist. */
function refuseEmptyParams(request: FastifyRequest, route: Route): void {
  if (route.params === undefined) return;
  const params = request.params as Readonly<Record<string, string>>;
  for (const name in params) if (params[name] === '') throw errors.notFound();
}

function authorize(caller: Caller | undefined, request: FastifyRequest, route: Route): void {
  if (caller === undefined) {
    const hasBewit = route.access === 'bewit' && (request.query as { bewit?: unknown }).bewit !== undefined;
    if (route.access !== 'public' && !hasBewit) throw errors.missingAuthentication();
  } else if (route.access === 'loginToken' && caller.kind !== 'loginToken') {
    throw errors.insufficientPermissions();
  }
  if (caller?.mustSetUpFactor && !isForSettingUp.test(route.path)) throw errors.secondFactorSetUpFirst();
  if (route.needsFreshSignIn && caller?.isStale) throw errors.freshSignInNeeded();
  request.caller = caller;
}

/** The paths that a user who must set up a second factor may use before. [identity.factors.required] */
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
  const { params, payload } = route;
  const checkPart = (schema: Route['params'], value: unknown, source: CheckSource) =>
    schema === undefined ? {} : check(schema, value, source);

  return (request) => {
    const hasQuery = request.url.includes('?') || emptyQuery.error !== undefined;
    const sent = request.query as Record<string, unknown>;
    return {
      params: checkPart(params, request.params, 'params'),
      query: hasQuery ? check(querySchema, readJsonParameters(sent), 'query') : emptyQuery.value,
      payload: route.bodyTypes ? request.body : checkPart(payload, request.body ?? {}, 'payload'),
    };
  };
}

/** A stream that is never sent would keep its source open. */
function endUnsent(result: unknown): (error: unknown) => never {
  return (error) => {
    if (result instanceof ApiResponse && result.json instanceof Readable) result.json.destroy();
    throw error;
  };
}

/** Returns the reply while the framework still has to send it; then the framework waits for its end. */
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
