import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import type { RequestFacts } from '../base/log-types.ts';
import type { Services } from '../base/services.ts';
import { createQuickPath } from './quick-path.ts';
import type { Route } from './route.ts';

const id = 'a'.repeat(24);
const path = `/v1.0/set/${id}/find?term=x`;

test('[conventions.headers] only plain requests are answered past the framework, and none once the server stops', async () => {
  const noted: RequestFacts[] = [];
  const route = {
    path: '/set/:setId/find',
    answerAtOnce(asked: string) {
      if (asked.endsWith('=wrong')) throw new Error('wrong');
      return asked.endsWith('=later') ? undefined : Buffer.from(`"ל ${asked}"`).toString('latin1');
    },
  } as unknown as Route;
  const quickPath = createQuickPath({
    routes: [route, { path: '/other' } as Route],
    prefix: '/v1.0',
    services: { config: { trustProxy: 0 } } as Services,
    headers: { 'x-common': 'yes' },
    tickBatch: (work) => work(),
    throttle: { count: () => undefined },
    inFlight: undefined,
    note: (facts) => noted.push(facts),
  });
  const server = createServer((request, response) => {
    if (!quickPath.take(request, response)) response.end('long way');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const ask = (url: string, headers: Record<string, string | string[]> = {}, method = 'GET') =>
    new Promise<string>((resolve, reject) => {
      const sent = httpRequest({ port, host: '127.0.0.1', path: url, headers, method, agent: false }, (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (piece: string) => {
          body += piece;
        });
        response.on('end', () => resolve(body));
      });
      sent.on('error', reject).end();
    });
  try {
    const found = `"ל ${path.slice(5)}"`;
    expect(await ask(path)).toBe(found);
    expect(await ask(path, { cookie: 'a=b', accept: '*/*', 'x-forwarded-for': '192.0.2.1' })).toBe(found);
    expect(noted).toMatchObject(
      new Array(2).fill({ method: 'GET', route: '/v1.0/set/:setId/find', status: 200, ip: '127.0.0.1' }),
    );
    const others: [string, Record<string, string | string[]>?, string?][] = [
      ['/v1.0/set/short/find?term=x'],
      [`/v1.0/set/${id}/find`],
      [`/v1.0/set/${id}/found?term=x`],
      [`/v1.0/set/${id}/find?term=later`],
      [`/v1.0/set/${id}/find?term=wrong`],
      [path, {}, 'POST'],
      [path, { 'X-Api-Key': 'k' }],
      [path, { Authorization: 't' }],
      [path, { 'X-Formstead-App': '1', cookie: 'a=b' }],
      [path, { 'content-length': '0' }],
      [path, { 'transfer-encoding': 'chunked' }],
      [path, { 'x-forwarded-for': ['192.0.2.1', '192.0.2.2'] }],
    ];
    for (const one of others) expect([one, await ask(...one)]).toEqual([one, 'long way']);
    quickPath.close();
    expect(await ask(path)).toBe('long way');
    expect(noted).toHaveLength(2);
  } finally {
    server.close();
  }
});
