// One request of a web page to the API: JSON both ways; whatever went wrong is one ApiError. [errors.shape]
import type { ApiErrorBody } from '../api-types/errors.ts';

export interface CallOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Sent as JSON; a file as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** 0 when no response came at all. */
  readonly status: number;
  readonly id: string | undefined;
  readonly messages: ApiErrorBody['messages'];
  /** Of a request that did not pass its checks: the dotted paths at fault. */
  readonly keys: readonly string[];
  /** Of a sign-in that lacks a code: what the person has. */
  readonly factors: ApiErrorBody['factors'];
  /** Which error of docs/errors.md it is: tells one 403 from another. */
  readonly situation: string | null;
  readonly headers: Headers | undefined;

  constructor(status: number, body: Partial<ApiErrorBody> = {}, headers?: Headers) {
    super(body.message ?? '');
    this.status = status;
    this.headers = headers;
    this.situation = headers?.get('x-service-error') ?? null;
    this.id = body.id;
    this.messages = body.messages;
    this.factors = body.factors;
    this.keys = body.validation?.keys ?? [];
  }
}

/** `api` is the address or path of the API; `path` begins with a slash. Rejects with ApiError, or as `signal` says. */
export async function callApi<Body>(api: string, path: string, options: CallOptions = {}): Promise<Body> {
  return (await requestApi<Body>(api, path, options)).body;
}

export interface ApiResponse<Body> {
  readonly body: Body;
  readonly headers: Headers;
}

/** As callApi, for those who read headers too: Link, ETag. */
export async function requestApi<Body>(
  api: string,
  path: string,
  options: CallOptions = {},
): Promise<ApiResponse<Body>> {
  const { method = options.body === undefined ? 'GET' : 'POST', body, signal } = options;
  const type = body instanceof Blob ? body.type : 'application/json';
  const headers = body === undefined ? options.headers : { 'content-type': type, ...options.headers };
  const request: RequestInit = { method, ...(headers && { headers }), ...(signal && { signal }) };
  if (body !== undefined) request.body = body instanceof Blob ? body : JSON.stringify(body);
  return fetchResponse<Body>(api + path + queryText(options.query), request);
}

export async function fetchJson<Body>(url: string, request: RequestInit = {}): Promise<Body> {
  return (await fetchResponse<Body>(url, request)).body;
}

async function fetchResponse<Body>(url: string, request: RequestInit): Promise<ApiResponse<Body>> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, request);
    text = await response.text();
  } catch (error) {
    if (request.signal?.aborted) throw error;
    throw new ApiError(0);
  }
  const answer = readJson(text);
  // Errors of the network in front of the API have HTML bodies: their status is all there is to know.
  if (!response.ok) {
    throw new ApiError(response.status, isObject(answer) ? answer : {}, response.headers);
  }
  return { body: answer as Body, headers: response.headers };
}

function queryText(query: CallOptions['query'] = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value));
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Some good answers are empty; what is not JSON says nothing to a program.
    return undefined;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
