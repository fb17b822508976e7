// Defines what a handler receives and what it returns: plain data, without the framework. [conventions.success]

import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Locale } from '../../core/locale/locale.ts';
import type { Caller } from '../identity/caller.ts';

export interface ApiRequest<Params = unknown, Query = unknown, Payload = unknown> {
  /** The value of x-service-request-id. */
  readonly id: string;
  readonly params: Params;
  readonly query: Query;
  readonly payload: Payload;
  /** Who asks; undefined on public endpoints without a credential. */
  readonly caller: Caller | undefined;
  readonly ip: string;
  readonly userAgent: string;
  readonly locales: readonly Locale[];
  readonly idempotencyKey: string | undefined;
  /** The If-Match header: the version that a change builds on. */
  readonly ifMatch: string | undefined;
  /** The Cookie header; only where the route asks for it. */
  readonly cookies: string | undefined;
  /** The management app asks: the request has a header that pages of other origins cannot send. */
  readonly isFromApp: boolean;
  /** Aborted when the caller goes away before the response; only where the route asks for it. */
  readonly signal: AbortSignal | undefined;
  /** The request's own address, for Link headers: path and query as they came. */
  readonly path: string;
}

/** A list is a header sent several times. */
export type ResponseHeaders = Readonly<Record<string, string | string[]>>;

/** A response with headers, or with JSON text that is passed on as it is. Body is what it holds either way. */
export class ApiResponse<Body = unknown> {
  /** Only the compiler knows of it. */
  declare protected readonly type: Body;
  readonly headers: ResponseHeaders;
  readonly body: unknown;
  readonly json: string | Buffer | Readable | undefined;
  /** How many entries it shows, where that is known before all of it is read. */
  readonly entryCount: number | undefined;

  private constructor(options: {
    headers?: ResponseHeaders;
    body?: unknown;
    json?: string | Buffer | Readable;
    entryCount?: number | undefined;
  }) {
    this.headers = options.headers ?? {};
    this.body = options.body;
    this.json = options.json;
    this.entryCount = options.entryCount;
  }

  static ofBody<Body>(body: Body, headers: ResponseHeaders = {}): ApiResponse<Body> {
    return new ApiResponse({ body, headers });
  }

  /** JSON already written, as text or bytes, or a stream of it. */
  static ofJson<Body>(
    json: string | Buffer | Readable,
    headers: ResponseHeaders = {},
    entryCount?: number,
  ): ApiResponse<Body> {
    return new ApiResponse({ json, headers, entryCount });
  }
}

/** Handlers behind access 'credential' always have a caller; this says so to the compiler. */
export function callerOf(request: ApiRequest): Caller {
  if (request.caller === undefined) throw new Error('This route must not be public: its handler needs a caller.');
  return request.caller;
}

/** The management app sends it with each request; pages of other origins cannot. */
export const appHeader = 'x-formstead-app';

const maxUserAgentLength = 500;

export function userAgentOf(headers: IncomingHttpHeaders): string {
  return (headers['user-agent'] ?? '').slice(0, maxUserAgentLength);
}

export function headerText(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
