// A small balancer before several servers: each request goes to the next one, on connections that are kept. A server that says it is
// not well, or takes no connection, is passed over, as HAProxy, nginx and Caddy do; a request that was begun is never sent twice.
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Balancer {
  readonly url: string;
  close(): void;
}

const lookEveryMs = 50;

export async function openBalancer(servers: readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const unwell = new Set<string>();
  const looking = setInterval(() => {
    for (const server of servers)
      fetch(`${server}/health`).then(
        ({ ok }) => (ok ? unwell.delete(server) : unwell.add(server)),
        () => unwell.add(server),
      );
  }, lookEveryMs);
  let next = 0;

  function choose(): number {
    const at = next++;
    return unwell.has(servers[at % servers.length] as string) ? next++ : at;
  }

  function pass(incoming: IncomingMessage, body: Buffer, response: ServerResponse, at: number, tries = 1): void {
    const server = servers[at % servers.length] as string;
    const { method, headers } = incoming;
    const passed = request(new URL(incoming.url ?? '/', server), { agent, method, headers }, (reply) => {
      const { connection: _ofThisHop, ...others } = reply.headers;
      response.writeHead(reply.statusCode as number, others);
      reply.pipe(response);
    });
    passed.once('error', (error: NodeJS.ErrnoException) => {
      const canGoOn = error.syscall === 'connect' && tries < servers.length;
      if (canGoOn) return pass(incoming, body, response, at + 1, tries + 1);
      if (!response.headersSent) response.writeHead(502);
      response.end(String(error));
    });
    passed.end(body);
  }

  const front = createServer(async (incoming, response) => {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    pass(incoming, Buffer.concat(parts), response, choose());
  });
  await new Promise<void>((done) => front.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    close() {
      front.closeAllConnections();
      front.close();
      clearInterval(looking);
      agent.destroy();
    },
  };
}
