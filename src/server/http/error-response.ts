// Sends every error as one kind of JSON: statusCode, error, message and what the situation adds. No stack trace and no text of an unknown
// exception reaches a caller. [errors.shape] [errors.internal]
import { STATUS_CODES } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiErrorBody } from '../../api-types/errors.ts';
import { errors, errorText, ServiceError } from '../base/errors.ts';
import type { Log } from '../base/log-types.ts';
import { asUnavailable } from '../store/connection/database-errors.ts';
import { isInner } from './inner-request.ts';
import { readLocales } from './locales.ts';
import { errorHeader } from './response-headers.ts';

export interface ErrorContext {
  readonly log: Log;
  /** What a person sees at an address where there is nothing. */
  readonly sendNotFoundPage: (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
}

export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  context: ErrorContext,
): FastifyReply {
  const known = forCaller(asServiceError(error, request), request);
  if (known.status >= 500) logFailure(known, request, context.log);
  if (known.situation === 'notFound' && isReadByPerson(request)) {
    reply.code(known.status).header(errorHeader, known.situation).header('vary', 'accept');
    return context.sendNotFoundPage(request, reply);
  }
  const body: ApiErrorBody = {
    statusCode: known.status,
    error: STATUS_CODES[known.status] ?? 'Unknown',
    message: errorText(known, readLocales(request.query)),
    ...known.extra,
  };
  // The framework closes the connection on a body that is too large; then the caller may never see the response.
  // The rest of the body is read and thrown away instead, within the request timeout.
  if (known.status === 413) reply.removeHeader('connection');
  return reply.code(known.status).header(errorHeader, known.situation).headers(known.headers).send(body);
}

/** A browser that was sent to an address, not a program: API and storage are for programs, whatever they say they accept. */
function isReadByPerson({ method, url, headers }: FastifyRequest): boolean {
  return method === 'GET' && !/^\/(?:v1\.0|storage)(?:\/|$)/.test(url) && /\btext\/html\b/.test(headers.accept ?? '');
}

/** A caller without a credential fills in a form: details that only the owner can fix go to the log, not to strangers. */
function forCaller(error: ServiceError, request: FastifyRequest): ServiceError {
  if (error.situation !== 'pdfFailed' || request.caller !== undefined) return error;
  return errors.pdfFailedForFiller(error.cause);
}

export function asServiceError(error: unknown, request: FastifyRequest): ServiceError {
  const mapped = asUnavailable(error);
  if (mapped instanceof ServiceError) return mapped;
  switch ((error as { code?: unknown } | null)?.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return errors.payloadTooLarge(request.routeOptions.bodyLimit ?? 0);
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return errors.unsupportedMediaType();
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return errors.malformedRequest(error);
    case 'ECONNRESET':
      // The caller closed the connection in the middle of the body: no failure of ours, and there is no caller left to answer.
      return request.raw.complete ? errors.internal(error) : errors.malformedRequest(error);
    case 'ABORT_ERR':
      // A request of our own was aborted: as with a closed connection, its caller reads no further.
      return isInner(request.raw) ? errors.callerGone() : errors.internal(error);
    case 'FST_ERR_BAD_URL':
    // The framework asks for a type before it looks for a route; no route has the method QUERY.
    case 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE':
      return errors.notFound();
    default:
      return errors.internal(error);
  }
}

export function logFailure(error: ServiceError, request: FastifyRequest, log: Log): void {
  const cause = error.cause instanceof Error ? error.cause : error;
  const reason = cause.cause instanceof Error ? { reason: cause.cause.message } : {};
  log.error({ requestId: request.id, route: request.routeOptions.url, stack: cause.stack, ...reason }, cause.message);
}
