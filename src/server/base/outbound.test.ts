// Outbound requests to addresses that forms chose.

import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { ticksDuring } from '../../../test/support/measure.ts';
import { createOutbound, OutboundFailedError, OutboundRefusedError, unreachable } from './outbound.ts';
import { isPublicAddress } from './public-address.ts';

const limits = { maxBytes: 1_000, timeoutMs: 2_000, accept: 'application/json', isHttpsOnly: false };

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(answer: RequestListener): Promise<number> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

test('[conventions.network] only addresses on the public internet', () => {
  const inside = [
    '0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.255 127.0.0.1 127.255.255.254 169.254.169.254',
    '172.16.0.1 172.31.255.255 192.0.0.1 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1 198.19.255.255 198.51.100.1',
    '203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255',
    ':: ::1 ::127.0.0.1 ::7f00:1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::ffff:0:8.8.8.8 64:ff9b::7f00:1 64:ff9b:1::1',
    '100::1 fc00::1 fd12:3456::1 fe80::1 fe80::1%eth0 fec0::1 ff02::1 2001::1 2001:10::1 2001:db8::1 2002:7f00:1::',
    '3fff::1 5f00::1 4000::1 example 1 0x7f.1 ',
  ];
  const outside = '1.1.1.1 8.8.8.8 100.63.255.255 100.128.0.1 172.15.0.1 172.32.0.1 192.0.1.1 223.255.255.255';
  const outsideIpv6 = '2606:4700::1111 2a00:1450::1 2001:4860:4860::8888 2003::1 3ffe::1';
  for (const address of inside.join(' ').split(' '))
    expect([address, isPublicAddress(address)]).toEqual([address, false]);
  for (const address of `${outside} ${outsideIpv6}`.split(' ')) {
    expect([address, isPublicAddress(address)]).toEqual([address, true]);
  }
});

test('[conventions.network] every spelling of an inside address is refused, and so is what is not a web address', async () => {
  let requests = 0;
  const port = await listen((_request, response) => {
    requests += 1;
    response.end('{}');
  });
  const outbound = createOutbound();
  for (const host of [
    ...[
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      '0x7f.1',
      '0',
      '0.0.0.0',
      'localhost',
      'LOCALHOST',
    ],
    ...[
      '[::1]',
      '[::]',
      '[::127.0.0.1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[64:ff9b::7f00:1]',
      '[2002:7f00:1::]',
    ],
    ...['①②⑦.0.0.1', '127。0。0。1', '169.254.169.254', 'user@127.0.0.1', 'user:secret@example.com'],
  ]) {
    const result = outbound(`http://${host}:${port}/`, limits);
    await expect(result, host).rejects.toBeInstanceOf(OutboundRefusedError);
  }
  for (const url of [
    '',
    'x',
    '//example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'data:text/plain,x',
    'javascript:1',
  ]) {
    await expect(outbound(url, limits), url).rejects.toBeInstanceOf(OutboundRefusedError);
  }
  const secure = outbound('http://example.com/', { ...limits, isHttpsOnly: true });
  await expect(secure).rejects.toBeInstanceOf(OutboundRefusedError);
  expect(requests).toBe(0);
});

test('[conventions.network] a name is checked by what it resolves to, and the connection goes to what was checked', async () => {
  const port = await listen((request, response) => response.end(JSON.stringify(request.headers.host)));
  const names: Record<string, string[][]> = {
    'inside.example': [['10.0.0.1', '::1']],
    'nothing.example': [[]],
    // Says something else each time it is asked.
    'rebinding.example': [['127.0.0.1'], ['10.0.0.1']],
  };
  const asked: string[] = [];
  const resolve = async (host: string) => {
    asked.push(host);
    return names[host]!.shift()!;
  };
  const guarded = createOutbound({ resolve });
  for (const host of ['inside.example', 'nothing.example']) {
    await expect(guarded(`http://${host}/`, limits)).rejects.toThrow(unreachable);
  }
  const open = createOutbound({ resolve, publicPorts: new Set([port]) });
  const answer = await open(`http://rebinding.example:${port}/`, limits);
  expect(answer.body.toString()).toBe(`"rebinding.example:${port}"`);
  expect(asked).toEqual(['inside.example', 'nothing.example', 'rebinding.example']);
});

test('[conventions.network] gives status, type and body, and sends no more than it must', async () => {
  let headers: object = {};
  const port = await listen((request, response) => {
    headers = request.headers;
    response.writeHead(418, { 'content-type': 'text/plain; charset=utf-8' }).end('short and stout');
  });
  const answer = await createOutbound({ allowPrivate: true })(`http://127.0.0.1:${port}/a?b=c`, limits);
  expect({ ...answer, body: answer.body.toString() }).toEqual({
    status: 418,
    contentType: 'text/plain; charset=utf-8',
    body: 'short and stout',
  });
  expect(headers).toEqual({
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': 'Formstead',
    host: `127.0.0.1:${port}`,
    connection: 'close',
  });
});

test('[conventions.network] redirects: followed up to three times, each checked like the first', async () => {
  let isInsideReached = false;
  const inside = await listen((_request, response) => {
    isInsideReached = true;
    response.end('secret');
  });
  const port = await listen((request, response) => {
    const target = new URL(request.url!, 'http://x').searchParams.get('to') ?? '';
    const left = Number(target);
    if (target === '') response.end('arrived');
    else if (left > 0) response.writeHead(302, { location: left === 1 ? '/' : `/?to=${left - 1}` }).end();
    else response.writeHead(307, { location: target }).end();
  });
  const outbound = createOutbound({ publicPorts: new Set([port]) });
  const get = (to: string) => outbound(`http://127.0.0.1:${port}/?to=${encodeURIComponent(to)}`, limits);
  expect((await get('3')).body.toString()).toBe('arrived');
  await expect(get('4')).rejects.toThrow('more than 3 redirects');
  for (const to of [
    `http://127.0.0.1:${inside}/`,
    `http://localhost:${inside}/`,
    `//[::1]:${inside}/`,
    'file:///etc/passwd',
  ]) {
    await expect(get(to), to).rejects.toBeInstanceOf(OutboundRefusedError);
  }
  const secureOnly = { ...limits, isHttpsOnly: true };
  await expect(outbound(`http://127.0.0.1:${port}/`, secureOnly)).rejects.toBeInstanceOf(OutboundRefusedError);
  expect(isInsideReached).toBe(false);
});

test('[conventions.network] limits of size and time hold for slow, endless and broken answers', async () => {
  const port = await listen((request, response) => {
    if (request.url === '/exact') response.end('x'.repeat(1_000));
    if (request.url === '/large') response.end('x'.repeat(1_001));
    if (request.url === '/endless') setInterval(() => response.write('x'.repeat(500)), 1).unref();
    if (request.url === '/drip') setInterval(() => response.write('x'), 20).unref();
    if (request.url === '/headers') response.socket!.write('HTTP/1.1 200 OK\r\nx: ');
    if (request.url === '/loop') response.writeHead(302, { location: '/silent' }).end();
    if (request.url === '/zip') response.writeHead(200, { 'content-encoding': 'gzip' }).end('x');
    if (request.url === '/broken') {
      response.writeHead(200, { 'content-length': '100' });
      response.write('x', () => response.destroy());
    }
  });
  const outbound = createOutbound({ allowPrivate: true });
  const get = (path: string) => outbound(`http://127.0.0.1:${port}${path}`, { ...limits, timeoutMs: 300 });
  expect((await get('/exact')).body).toHaveLength(1_000);
  for (const [path, reason] of [
    ['/large', 'more than 1000 bytes'],
    ['/endless', 'more than 1000 bytes'],
    ['/drip', 'within 300 ms'],
    ['/headers', unreachable],
    ['/silent', unreachable],
    ['/loop', unreachable],
    ['/zip', 'not asked for'],
    ['/broken', ''],
  ] as const) {
    let failure: unknown;
    const ticks = await ticksDuring(async () => {
      failure = await get(path).catch((error: unknown) => error);
    });
    expect([path, failure]).toEqual([path, expect.any(OutboundFailedError)]);
    expect((failure as Error).message).toContain(reason);
    // A time limit of 30 ticks is for the whole, however often something arrives.
    expect([path, ticks < 150]).toEqual([path, true]);
  }
  const nobody = createOutbound({ allowPrivate: true })('http://127.0.0.1:1/', limits);
  await expect(nobody).rejects.toBeInstanceOf(OutboundFailedError);
  const never = createOutbound({ resolve: () => new Promise(() => {}) });
  await expect(never('http://slow.example/', { ...limits, timeoutMs: 100 })).rejects.toThrow(unreachable);
});

test('[conventions.network] nothing tells an inside name from one that does not exist; the cause is for the log', async () => {
  const failures = new Map<string, Error>();
  const outbound = createOutbound({
    resolve: async (host) => {
      if (host === 'inside.example') return ['10.0.0.1'];
      throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' });
    },
  });
  for (const host of ['inside.example', 'unknown.example', '10.0.0.1', '[::1]']) {
    failures.set(
      host,
      await outbound(`https://${host}/`, limits).then(
        () => new Error('answered'),
        (error: Error) => error,
      ),
    );
  }
  const seen = [...failures.values()].map(({ name, message }) => `${name}: ${message}`);
  expect(new Set(seen)).toEqual(new Set([`OutboundRefusedError: ${unreachable}`]));
  expect(String(failures.get('inside.example')?.cause)).toContain('not an address on the public internet');
  expect(String(failures.get('unknown.example')?.cause)).toContain('ENOTFOUND');
  const closed = createOutbound({ allowPrivate: true })('http://127.0.0.1:1/', limits);
  await expect(closed).rejects.toThrow(unreachable);
});
