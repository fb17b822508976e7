// What went wrong, for programs: the status, which error it is, and what of the request was at fault. [conventions.client.errors]
import type { components, ServiceErrorCode } from './schema.ts';

type ErrorBody = components['schemas']['Error'];

export class FormsteadError extends Error {
  override readonly name = 'FormsteadError';
  /** 0 when no response came. */
  readonly status: number;
  /** `x-service-error`, such as `formNotFound`; undefined for a response of something in front of the service. */
  readonly code: ServiceErrorCode | undefined;
  /** Of a request that did not pass its checks: dotted paths, such as `formSchema.rootElem.children.0.type`. */
  readonly keys: readonly string[];
  /** Of an entry that broke rules of its form: one for each value. */
  readonly messages: NonNullable<ErrorBody['messages']>;
  /** To quote to whoever runs the service. */
  readonly requestId: string | undefined;
  /** Of 429 and 503: after so long it is worth trying again. */
  readonly retryAfterSeconds: number | undefined;
  readonly body: Partial<ErrorBody>;

  constructor(facts: {
    status: number;
    body?: Partial<ErrorBody>;
    headers?: Headers;
    cause?: unknown;
    message?: string;
  }) {
    const { status, body = {}, headers, cause } = facts;
    super(facts.message ?? body.message ?? (status === 0 ? 'No response' : `HTTP ${status}`), { cause });
    this.status = status;
    this.code = (headers?.get('x-service-error') ?? undefined) as ServiceErrorCode | undefined;
    this.requestId = headers?.get('x-service-request-id') ?? undefined;
    const wait = headers?.get('retry-after') ?? '';
    this.retryAfterSeconds = /^\d+$/.test(wait) ? Number(wait) : undefined;
    this.body = body;
    this.keys = body.validation?.keys ?? [];
    this.messages = body.messages ?? [];
  }
}

export async function errorOf(response: Response): Promise<FormsteadError> {
  let body: unknown;
  try {
    body = await response.json();
  } catch {
    // Errors of the network in front of the service are HTML: their status is all there is to know.
  }
  const known = typeof body === 'object' && body !== null ? (body as Partial<ErrorBody>) : {};
  return new FormsteadError({ status: response.status, body: known, headers: response.headers });
}
