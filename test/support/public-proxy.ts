// A proxy through which programs reach a test service by its public address, as behind a real one.
import { createServer, request } from 'node:http';

export async function openPublicProxy(serviceUrl: string): Promise<{ url: string; close(): void }> {
  const server = createServer((incoming, response) => {
    const { pathname, search } = new URL(incoming.url as string, serviceUrl);
    const outgoing = request(`${serviceUrl}${pathname}${search}`, { headers: incoming.headers }, (answer) => {
      response.writeHead(answer.statusCode as number, answer.headers);
      answer.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    outgoing.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}
