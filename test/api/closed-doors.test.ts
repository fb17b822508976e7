// What is nobody's business: metrics behind a token or on a port of their own, neighbours in one /64, sign-in in foreign
// frames, names of the inside network, silent uploads, files that others on the machine could read.
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOutbound } from '../../src/server/base/outbound.ts';
import { receiveUpload } from '../../src/server/files/receive-upload.ts';
import { openDiskStorage } from '../../src/server/files/storage/disk-storage.ts';
import { asAlice, makeForm, memberForm, root } from '../support/entries.ts';
import { send, startService, type TestService } from '../support/service.ts';
import { multipartType, upload } from '../support/upload.ts';

let service: TestService;
beforeAll(async () => {
  const resolve = async (host: string) => {
    if (host === 'inside.example') return ['10.1.2.3'];
    throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' });
  };
  service = await startService({}, { outbound: createOutbound({ resolve }) });
});
afterAll(() => service.close());

test('[running.metrics] with METRICS_TOKEN: only for who brings it', async () => {
  const guarded = await startService({ METRICS_TOKEN: 'a token of some length', RATE_LIMIT: '50' });
  const get = (headers: Record<string, string>) => send('GET', `${guarded.url}/metrics`, { headers });
  for (const authorization of ['', 'a token of some length', 'Bearer', 'Bearer another token at all']) {
    expect((await get(authorization === '' ? {} : { authorization })).status).toBe(401);
  }
  const reply = await get({ authorization: 'Bearer a token of some length' });
  expect([reply.status, reply.text.includes('formstead_request_seconds')]).toEqual([200, true]);
  const tries = await Promise.all(Array.from({ length: 60 }, () => get({ authorization: 'Bearer wrong' })));
  expect(tries.some(({ status }) => status === 429)).toBe(true);
  await guarded.close();
});

test('[running.metrics] with METRICS_PORT: there alone, and closed with the service', async () => {
  const port = await freePort();
  const apart = await startService({ METRICS_PORT: String(port) });
  expect((await send('GET', `${apart.url}/metrics`)).status).toBe(404);
  await apart.call('GET', '/me');
  const reply = await send('GET', `http://127.0.0.1:${port}/metrics`);
  expect(reply.text).toContain('formstead_request_seconds_count{method="GET",route="/v1.0/me",status="401"}');
  expect((await send('GET', `http://127.0.0.1:${port}/v1.0/me`)).status).toBe(404);
  await apart.close();
  await expect(send('GET', `http://127.0.0.1:${port}/metrics`)).rejects.toThrow();
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test('[running.metrics] METRICS=1 alone is open, as ever, and warned of', async () => {
  const open = await startService({ METRICS: '1' });
  expect((await send('GET', `${open.url}/metrics`)).status).toBe(200);
  expect(open.log.filter((line) => line.includes('METRICS_TOKEN'))).toHaveLength(1);
  await open.close();
});

test('[limits.rate] an IPv6 caller is a /64, however its addresses are spelled', async () => {
  const limited = await startService({ RATE_LIMIT: '20', TRUST_PROXY: '1' });
  const get = (address: string) => limited.call('GET', '/me', { headers: { 'x-forwarded-for': address } });
  const neighbours = Array.from({ length: 30 }, (_, at) =>
    get(at % 2 ? `2001:db8:1:2::${at}` : `2001:DB8:1:2:${at}::`),
  );
  const replies = await Promise.all(neighbours);
  expect(replies.filter(({ status }) => status === 401)).toHaveLength(20);
  expect((await get('2001:db8:1:3::1')).status).toBe(401);
  const mapped = await Promise.all(
    Array.from({ length: 30 }, (_, at) => get(at % 2 ? '192.0.2.7' : '::ffff:192.0.2.7')),
  );
  expect(mapped.filter(({ status }) => status === 401)).toHaveLength(20);
  await limited.close();
});

test('[fill-links.sign-in] [fill-links.frames] where a password is typed no site may frame the page; forms stay embeddable', async () => {
  const form = await makeForm(service, memberForm);
  const saved = await service.call('POST', '/entry/save', { body: { form, data: {} } });
  const { id, bewit } = saved.body.entry;
  const ancestors = async (path: string) => {
    const page = await send('GET', service.url + path);
    return /frame-ancestors ([^;]+)/.exec(page.headers.get('content-security-policy') ?? '')?.[1];
  };
  expect(await ancestors(`/e/${id}/`)).toBe("'none'");
  expect(await ancestors('/e/0123456789abcdef01234567/')).toBe("'none'");
  expect(await ancestors(`/c/${id}/`)).toBe("'none'");
  expect(await ancestors(`/f/${form}/`)).toBe('*');
  expect(await ancestors(`/e/${id}/?b=${bewit}`)).toBe('*');
});

test('[conventions.network] an inside name, an unknown one and a private address look the same; the log knows', async () => {
  const alice = asAlice(service);
  const messages = [];
  for (const host of ['inside.example', 'unknown.example', '10.1.2.3', '[::1]', '169.254.169.254']) {
    const form = {
      name: 'x',
      formSchema: { rootElem: root({ type: 'fInput', name: 'a' }) },
      templates: [{ type: 'remote', url: `https://${host}/layout` }],
    };
    const reply = await alice('POST', '/form/render', { form });
    messages.push([reply.status, reply.body.message]);
  }
  expect(new Set(messages.map(String))).toEqual(
    new Set(['500,The PDF could not be made. The address could not be reached.']),
  );
  const log = service.log.join('\n');
  for (const detail of ['inside.example is not an address on the public internet', 'ENOTFOUND unknown.example']) {
    expect(log).toContain(detail);
  }
});

test('[files.upload.pace] fields that do not come: refused, and nothing is read any more', async () => {
  const body = new Readable({ read() {} });
  body.push('--xxBOUNDARYxx\r\nContent-Disposition: form-data; name="key"\r\n\r\nx');
  const headers = { 'content-type': multipartType };
  const late = receiveUpload({ headers, body }, service.services, 20);
  await expect(late).rejects.toMatchObject({ status: 400, code: 'RequestTimeout' });
  expect(body.listenerCount('data')).toBe(0);
});

test('[files.storage] only this service reads them, those of earlier versions too', async () => {
  const form = await makeForm(service, { formSchema: { rootElem: root({ type: 'fFile', name: 'f' }) } });
  await upload(service, form, { name: 'a.txt', type: 'text/plain', content: Buffer.from('private') });
  const folder = join(service.dataDir, 'files');
  const modes = [
    folder,
    ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  ];
  expect(modes.length).toBeGreaterThan(4);
  for (const path of modes) {
    const facts = statSync(path);
    expect([path, (facts.mode & 0o777).toString(8)]).toEqual([path, facts.isDirectory() ? '700' : '600']);
  }
  const old = join(service.dataDir, 'old-files');
  mkdirSync(join(old, 'inner'), { recursive: true, mode: 0o755 });
  writeFileSync(join(old, 'inner', 'content'), 'x');
  chmodSync(old, 0o755);
  await openDiskStorage(old);
  expect((statSync(old).mode & 0o777).toString(8)).toBe('700');
});
