// Defines a row of the route table: everything the lifecycle, the OpenAPI document and the access tests know of an endpoint.
// [identity.public]
import type { ObjectSchema } from 'joi';
import type { SituationName } from '../base/error-catalogue.ts';
import type { Services } from '../base/services.ts';
import type { AnySchema, Schema } from '../openapi/schema-parts.ts';
import type { ApiRequest, ApiResponse } from './api-request.ts';
import type { Check } from './checks.ts';

export type Access =
  /** Works without a credential; a bad one is refused all the same. */
  | 'public'
  /** API key or login token. */
  | 'credential'
  /** Login token only; an API key is a 403. */
  | 'loginToken'
  /** Credential, or the entry's bewit in the query. */
  | 'bewit';

interface Endpoint {
  /** What generated clients call it; never changed, because their callers would have to be. */
  readonly operationId: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Relative to {base_url}; `:name` marks a parameter. */
  readonly path: string;
  readonly access: Access;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** JSON Schema of the body for the OpenAPI document, where the handler checks more than `payload` says. */
  readonly payloadSchema?: AnySchema;
  /** A body is needed, though each of its properties may be missing. */
  readonly needsBody?: boolean;
  readonly maxBodyBytes?: number;
  /** The body is bytes of one of these types and not JSON: the handler is given a Buffer as its payload. */
  readonly bodyTypes?: readonly string[];
  /** The response may carry a Link header to the next page. */
  readonly isPaged?: boolean;
  /** The response is a file: what `response` says, or CSV. */
  readonly isDownload?: boolean;
  /** The response is text of one of these types, as a file. */
  readonly textTypes?: readonly string[];
  /** The response carries the version of what it shows as an ETag. */
  readonly hasEtag?: boolean;
  /** The response names the time of the service in x-service-time. */
  readonly tellsTime?: boolean;
  /** The response names the version of the form in x-service-form-version. */
  readonly tellsFormVersion?: boolean;
  /** A change takes the ETag in If-Match; this is the error when the version is another one. */
  readonly otherVersion?: SituationName;
  /** The work stops when its caller leaves: the request brings a signal. */
  readonly stopsWithCaller?: boolean;
  /** Reads cookies: the request brings them. */
  readonly takesCookies?: boolean;
  /** Only reads them. */
  readonly setsNoCookie?: boolean;
  /**
   * Makes or lengthens a way in, or takes a protection away: a session of the management app whose person proved who they are
   * more than 15 minutes ago is a 403. [identity.fresh]
   */
  readonly needsFreshSignIn?: boolean;
  /**
   * The response holds answers that were stored before: accounts that ask for it get a line in their audit trail. `narrowed`: it is only a
   * number, which says something about answers when the request searches in them. `refused`: only the messages of a refusal hold them.
   * [identity.audit.views]
   */
  readonly showsAnswers?: true | 'narrowed' | 'refused';
  /** Takes the Idempotency-Key header. */
  readonly isIdempotent?: boolean;
  /** Errors whose status not every endpoint of its kind has: for the OpenAPI document. */
  readonly errors?: readonly SituationName[];
}

export interface Route extends Endpoint {
  readonly params?: ObjectSchema;
  readonly query?: ObjectSchema;
  readonly payload?: ObjectSchema;
  /** JSON Schema of the 200 body; missing means an empty body. */
  readonly response?: AnySchema;
  readonly handle: (request: ApiRequest, services: Services) => Promise<unknown>;
}

/** The same before its types are forgotten: the checks say what the handler is given, the schema what it gives back. */
interface TypedRoute<Params, Query, Payload, Body> extends Endpoint {
  readonly params?: Check<Params>;
  readonly query?: Check<Query>;
  readonly payload?: Check<Payload>;
  readonly response?: Schema<Body>;
  readonly handle: (
    request: ApiRequest<NoInfer<Params>, NoInfer<Query>, NoInfer<Payload>>,
    services: Services,
  ) => Promise<NoInfer<Body> | ApiResponse<NoInfer<Body>>>;
}

export function route<Params = unknown, Query = unknown, Payload = unknown, Body = void>(
  row: TypedRoute<Params, Query, Payload, Body>,
): Route {
  // Nothing reaches the handler that did not pass these checks.
  return row as unknown as Route;
}
