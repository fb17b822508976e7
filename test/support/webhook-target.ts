// A receiver of webhooks: verifies each request with the official library, remembers it, and responds as the test says.
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export interface Received {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  // biome-ignore lint/suspicious/noExplicitAny: whatever was sent.
  readonly data: any;
}

export interface TargetResponse {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  /** No response at all. */
  readonly hangs?: boolean;
}

export interface WebhookTarget {
  readonly url: string;
  readonly secret: string;
  /** Everything whose signature was right, refused or not. */
  readonly received: Received[];
  /** Those that were taken. */
  readonly taken: Received[];
  /** Requests whose signature was wrong. */
  readonly forged: string[];
  respond: (event: Received) => TargetResponse | Promise<TargetResponse>;
  close(): Promise<void>;
}

export async function openWebhookTarget(): Promise<WebhookTarget> {
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  const webhook = new Webhook(secret);
  const server: Server = createServer((request, response) => void serve(request, response));
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = [];
    try {
      for await (const part of request) parts.push(part as Buffer);
    } catch {
      return; // Cut off by its sender's death: nothing was received.
    }
    const body = Buffer.concat(parts).toString('utf8');
    let event: Received;
    try {
      const sent = webhook.verify(body, request.headers as Record<string, string>) as Omit<Received, 'id'>;
      event = { ...sent, id: String(request.headers['webhook-id']) };
    } catch (error) {
      target.forged.push(String(error));
      return void response.writeHead(401).end();
    }
    target.received.push(event);
    const { status = 204, headers = {}, body: said = '', hangs } = await target.respond(event);
    if (hangs) return;
    if (status < 300) target.taken.push(event);
    response.writeHead(status, headers).end(said);
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const target: WebhookTarget = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    ...{ secret, received: [], taken: [], forged: [], respond: () => ({}) },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return target;
}
