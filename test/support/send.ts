// One request of a test to a service, as any client sends it.

// biome-ignore lint/suspicious/noExplicitAny: a test names the parts of a body it looks at.
export interface Reply<Body = any> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Body;
}

export interface CallOptions {
  readonly key?: string;
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly query?: Record<string, unknown>;
}

export async function send(method: string, url: string, options: CallOptions = {}): Promise<Reply> {
  const headers: Record<string, string> = { ...options.headers };
  if (options.key !== undefined) headers['x-api-key'] = options.key;
  if (options.token !== undefined) headers['authorization'] = options.token;
  let body: string | Buffer | undefined;
  if (options.body instanceof Buffer || typeof options.body === 'string') body = options.body;
  else if (options.body !== undefined) body = JSON.stringify(options.body);
  if (body !== undefined && headers['content-type'] === undefined) headers['content-type'] = 'application/json';
  const address = new URL(url);
  for (const [name, value] of Object.entries(options.query ?? {})) {
    address.searchParams.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  const response = await fetch(address, { method, headers, body: body ?? null, redirect: 'manual' });
  const text = await response.text();
  const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '');
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson && text !== '' ? JSON.parse(text) : undefined,
  };
}
