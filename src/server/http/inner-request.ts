// Sends requests of the service to its own API in the same process, on behalf of a request that waits for them. They pass every step of a
// request from outside except those about a connection: the bytes of their bodies arrived with the request that waits, and are counted
// there. [mcp.http.calls] [mcp.http.bounds]
import { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

export interface InnerOptions {
  /** Whose address counts. */
  readonly ip: string;
  readonly userAgent: string;
  /** The request that waits was given up, or has waited too long. */
  readonly signal: AbortSignal;
}

/** What has no connection cannot come from outside. */
export function isInner(request: object): boolean {
  return !(request instanceof IncomingMessage);
}

/** A `fetch` that reaches the service itself, whatever the host of the address. */
export function createInnerFetch(
  app: FastifyInstance,
  { ip, userAgent, signal: outer }: InnerOptions,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const left = new AbortController();
    const signal = AbortSignal.any([outer, request.signal, left.signal]);
    const { pathname, search } = new URL(request.url);
    const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer());
    signal.throwIfAborted();
    const work = app.inject({
      method: request.method as 'GET',
      url: pathname + search,
      headers: { ...Object.fromEntries(request.headers), 'user-agent': userAgent },
      remoteAddress: ip,
      ...(body !== undefined && { payload: body }),
      payloadAsStream: true,
      signal,
    });
    const { statusCode, headers, stream } = await untilAborted(work, signal);
    return new Response(webStream(stream(), left), { status: statusCode, headers: plainHeaders(headers) });
  };
}

/** Work that has begun may ignore the signal; its result is no longer awaited. */
async function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** A reader that stops ends the request: the code that makes the rest of the response would wait for ever. */
function webStream(stream: Readable, left: AbortController): ReadableStream<Uint8Array> {
  const reader = (Readable.toWeb(stream) as ReadableStream<Uint8Array>).getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel(reason) {
        left.abort(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

function plainHeaders(headers: Readonly<Record<string, number | string | string[] | undefined>>): Headers {
  const plain = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) plain.append(name, String(one));
  }
  return plain;
}
