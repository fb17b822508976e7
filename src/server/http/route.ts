// One row of the route table: everything the lifecycle, the OpenAPI document and the access tests know of an endpoint.
// [identity.public]
import type { ObjectSchema } from 'joi';
import type { Services } from '../services.ts';
import type { ApiRequest } from './api-request.ts';

export type Access =
  /** Works without a credential; a bad one is refused all the same. */
  | 'public'
  /** API key or login token. */
  | 'credential'
  /** Login token only; an API key is a 403. */
  | 'loginToken'
  /** Credential, or the entry's bewit in the query. */
  | 'bewit';

export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Relative to {base_url}; `:name` marks a parameter. */
  readonly path: string;
  readonly access: Access;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly params?: ObjectSchema;
  readonly query?: ObjectSchema;
  readonly payload?: ObjectSchema;
  /** True only for a body that `payload` would pass as it is: where requests are many, Joi's own work shows. */
  readonly passesQuickCheck?: (body: unknown) => boolean;
  /** The query of a plain request as `query` would give it; undefined leaves it to Joi. */
  readonly readQuickly?: (query: Readonly<Record<string, unknown>>) => unknown;
  /** JSON Schema of the body for the OpenAPI document, where the handler checks more than `payload` says. */
  readonly payloadSchema?: Readonly<Record<string, unknown>>;
  readonly maxBodyBytes?: number;
  /** JSON Schema of the 200 body; missing means an empty body. */
  readonly answer?: Readonly<Record<string, unknown>>;
  /** The answer may carry a Link header to the next page. */
  readonly isPaged?: boolean;
  /** The answer carries the version of what it shows as an ETag; a change takes it back in If-Match. */
  readonly hasEtag?: boolean;
  /** Long work that nobody waits for once the caller is gone: the request brings a signal. */
  readonly stopsWithCaller?: boolean;
  /** Reads cookies: the request brings them. */
  readonly takesCookies?: boolean;
  /** Takes the Idempotency-Key header. */
  readonly isIdempotent?: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: the route's own Joi schemas vouch for the shapes a handler names.
  readonly handle: (request: ApiRequest<any, any, any>, services: Services) => Promise<unknown>;
}
