// Writes a JSON answer in one go: head and body in one write, the headers as one ready list. What the framework would do
// for each answer step by step is a third of the cost of a small request.
//
// Answers made in one turn of the event loop leave together at its end: the kernel wakes whoever reads them once instead of
// in between, and the machine runs the same code many times in a row. A request alone waits for nothing.
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { type Headers, requestIdHeader } from './answer-headers.ts';

export type SendJson = (reply: FastifyReply, json: string | Buffer, headers: Headers) => void;

export const jsonType = 'application/json; charset=utf-8';

interface Leaving {
  readonly response: ServerResponse;
  readonly body: string | Buffer;
}

/** `common` are the headers every answer has; the answer's own come after them. */
export function createSendJson(common: Headers): SendJson {
  const start = [...Object.entries(common).flat(), 'content-type', jsonType];
  let leaving: Leaving[] = [];

  function flush(): void {
    const answers = leaving;
    leaving = [];
    for (const { response, body } of answers) response.end(body, 'latin1');
  }

  return (reply, json, headers) => {
    const bytes = Buffer.byteLength(json);
    const head = [requestIdHeader, reply.request.id, ...start];
    for (const name in headers) head.push(name, headers[name] as string);
    head.push('content-length', String(bytes));
    reply.raw.writeHead(200, head);
    // From here on the answer is ours alone; the hooks that follow it (access log, metrics) still run.
    reply.hijack();
    // Text that is ASCII is its own bytes; any other is encoded once, not together with the head.
    const body = typeof json === 'string' && bytes !== json.length ? Buffer.from(json) : json;
    if (leaving.push({ response: reply.raw, body }) === 1) setImmediate(flush);
  };
}
