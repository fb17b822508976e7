// `npm run test:proxies`: large uploads and downloads pass through as they come, long exports are waited for, addresses are those of
// people, browsers get HTTP/2. `UPLOAD_MB=100 ENTRIES=20000` makes it shorter.
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { type ClientHttp2Session, connect, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http2';
import { type AddressInfo, connect as connectTcp } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { findProxy, peakOf, proxyNames, type RunningProxy, startProxy } from '../support/proxy-program.ts';
import { copyServedFolder } from '../support/served-folder.ts';
import {
  endAll,
  findFreePort,
  listWorkers,
  runCommand,
  type ServerProcess,
  startProcess,
} from '../support/server-process.ts';
import { withDatabase } from '../support/with-database.ts';

const mb = 2 ** 20;
const uploadBytes = Number(process.env['UPLOAD_MB'] ?? 1024) * mb;
const entryCount = Number(process.env['ENTRIES'] ?? 100_000);
/** Nobody holds a file in memory, whatever its size. */
const maxMegabytes = 400;
/** nginx gives up after 60 s where nobody says otherwise. */
const slowMs = 75_000;
const admin = { email: 'ann@example.com', password: 'a long password' };

const missing = proxyNames.filter((name) => findProxy(name) === undefined);
const installed = proxyNames.filter((name) => !missing.includes(name));
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  await endAll();
});
beforeAll(() => {
  if (installed.length === 0) throw new Error('None of the proxies is installed: apt-get install nginx caddy haproxy');
});
afterAll(() => {
  if (missing.length > 0) console.error(`NOT TESTED, because not installed: ${missing.join(', ')}.`);
});

async function openProxy(name: (typeof proxyNames)[number], servers: readonly number[]): Promise<RunningProxy> {
  const proxy = await startProxy(name, servers);
  ends.push(() => proxy.close());
  return proxy;
}

/** As a browser: HTTP/2 over TLS; from another address of this machine than the proxy's own. */
async function openBrowser({ url, certificate }: RunningProxy): Promise<ClientHttp2Session> {
  const { port } = new URL(url);
  const session = connect(url, {
    createConnection: () =>
      connectTls({
        socket: connectTcp({ host: '127.0.0.1', port: Number(port), localAddress: '127.0.0.2' }),
        servername: 'localhost',
        ca: certificate,
        ALPNProtocols: ['h2'],
      }),
  });
  ends.push(() => session.destroy());
  await new Promise((done, fail) => session.once('connect', done).once('error', fail));
  expect(session.alpnProtocol).toBe('h2');
  return session;
}

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

function ask(session: ClientHttp2Session, headers: OutgoingHttpHeaders, body?: object): Promise<Reply> {
  return new Promise((done, fail) => {
    const stream = session.request({ ...(body && { 'content-type': 'application/json' }), ...headers });
    let [reply, text]: [IncomingHttpHeaders, string] = [{}, ''];
    stream.once('response', (received) => {
      reply = received;
    });
    stream.on('data', (chunk) => {
      text += chunk;
    });
    stream.once('end', () => done({ status: Number(reply[':status']), headers: reply, text }));
    stream.once('error', fail);
    stream.end(body && JSON.stringify(body));
  });
}

const post = (path: string, more: OutgoingHttpHeaders = {}) => ({ ':method': 'POST', ':path': path, ...more });

async function startBehind(name: (typeof proxyNames)[number]) {
  const [port, dataDir] = [await findFreePort(), copyServedFolder()];
  const proxy = await openProxy(name, [port]);
  const env = { PORT: String(port), PUBLIC_URL: proxy.url, TRUST_PROXY: '1', RATE_LIMIT: '100000' };
  const users = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };
  const server = await startProcess(dataDir, { ...env, ...users });
  const browser = await openBrowser(proxy);
  // Proxies that look at /health take a moment to see that it is there.
  await expect.poll(async () => (await ask(browser, { ':path': '/health' })).status).toBe(200);
  const { token } = JSON.parse((await ask(browser, post('/v1.0/auth/login'), admin)).text);
  const rootElem = { type: 'cSection', name: 'root', children: [{ type: 'fFile', name: 'file' }] };
  const made = await ask(browser, post('/v1.0/form', { authorization: token }), { formSchema: { rootElem } });
  return { proxy, server, browser, token, dataDir, env, form: JSON.parse(made.text).id as string };
}

test.each(installed)('[house] proxies: %s: a large upload and its download pass through as they come', async (name) => {
  const { proxy, server, browser, dataDir, form } = await startBehind(name);
  const file = { name: 'large.bin', type: 'application/octet-stream', size: uploadBytes };
  const policy = JSON.parse((await ask(browser, post(`/v1.0/form/${form}/uploadPolicy`), file)).text);
  expect(new URL(policy.url).origin).toBe(proxy.url);
  const { head, tail } = multipartEnds(policy);
  const length = head.length + uploadBytes + tail.length;
  const stream = browser.request(
    post('/storage/', { 'content-type': 'multipart/form-data; boundary=xx', 'content-length': length }),
  );
  const replied = new Promise<number>((done, fail) =>
    stream.once('response', (headers) => done(Number(headers[':status']))).once('error', fail),
  );
  stream.resume();
  const write = (chunk: Buffer) =>
    stream.write(chunk) ? undefined : new Promise((drained) => stream.once('drain', drained));
  await write(head);
  const sent = createHash('sha256');
  const block = randomBytes(mb);
  for (let written = 0; written < uploadBytes; written += mb) {
    block.writeUInt32BE(written / mb);
    sent.update(block);
    await write(Buffer.from(block));
    // Half of it is on the service's disk while the other half has not left the browser.
    if (written + mb === uploadBytes / 2) await expect.poll(() => arrived(dataDir)).toBeGreaterThan(uploadBytes / 4);
  }
  stream.end(tail);
  expect(await replied).toBe(201);

  const received = createHash('sha256');
  const { pathname, search } = new URL(policy.url);
  const download = browser.request({ ':path': `${pathname}${search}` });
  let bytes = 0;
  for await (const chunk of download) {
    received.update(chunk);
    bytes += chunk.length;
  }
  expect([bytes, received.digest('hex')]).toEqual([uploadBytes, sent.digest('hex')]);
  const peaks = { proxy: proxy.peakMegabytes(), workers: Math.max(...listWorkers(server.pid).map(peakOf)) };
  console.info(`${name}: ${uploadBytes / mb} MB up and down; most memory: ${JSON.stringify(peaks)} MB`);
  expect(Math.max(...Object.values(peaks))).toBeLessThan(maxMegabytes);
});

function multipartEnds(policy: Record<string, string>): { head: Buffer; tail: Buffer } {
  const names = ['key', 'acl', 'Content-Type', 'StorageAccessKeyId', 'policy', 'signature', 'success_action_status'];
  const fields = names.map(
    (name) => `--xx\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${policy[name]}\r\n`,
  );
  const file = `--xx\r\nContent-Disposition: form-data; name="file"; filename="large.bin"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  return { head: Buffer.from(fields.join('') + file), tail: Buffer.from('\r\n--xx--\r\n') };
}

/** Bytes of uploads that are being written. */
function arrived(dataDir: string): number {
  const folder = join(dataDir, 'files/unfinished');
  return readdirSync(folder)
    .map((draft) => statSync(join(folder, draft, 'content'), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0);
}

test.each(installed)(
  '[house] proxies: %s: addresses are those of people, whatever they say; doctor agrees; an export of many entries',
  async (name) => {
    const { proxy, server, browser, token, dataDir, env, form } = await startBehind(name);
    const spoofed = { 'x-forwarded-for': '203.0.113.7', 'x-real-ip': '203.0.113.7', forwarded: 'for=203.0.113.7' };
    expect((await ask(browser, { ':path': `/f/${form}/`, ...spoofed })).status).toBe(200);
    const logged = () => addressesOf(server, '/f/');
    await expect.poll(logged).not.toEqual([]);
    expect(logged()).toEqual(['127.0.0.2']);

    const found = await runCommand(dataDir, ['doctor', '--json'], {
      ...env,
      NODE_EXTRA_CA_CERTS: proxy.certificateFile,
    });
    const { checks } = JSON.parse(found.stdout) as { checks: { check: string; state: string; message: string }[] };
    const about = checks.filter(({ check }) => check.startsWith('address'));
    expect(about.map(({ check, state }) => `${state} ${check}`)).toEqual([
      'ok address.public',
      'ok address.certificate',
      'ok address.https',
      'ok address.proxy',
    ]);
    expect(about[0]?.message).toContain('leads to this service');

    const { account } = JSON.parse((await ask(browser, { ':path': '/v1.0/me', authorization: token })).text);
    await fill(dataDir, account, form);
    const started = performance.now();
    const query = { query: { form } };
    const exported = await ask(browser, post('/v1.0/entry/export?format=xlsx', { authorization: token }), query);
    expect([exported.status, Object.keys(JSON.parse(exported.text))]).toEqual([200, expect.arrayContaining(['url'])]);
    const { pathname, search } = new URL(JSON.parse(exported.text).url);
    const table = await ask(browser, { ':path': `${pathname}${search}` });
    expect(table.status).toBe(200);
    const seconds = Math.round((performance.now() - started) / 1000);
    console.info(`${name}: an export of ${entryCount} entries took ${seconds} s`);
  },
);

function addressesOf(server: ServerProcess, route: string): string[] {
  const lines = server
    .log()
    .split('\n')
    .filter((line) => line.includes(`"route":"${route}`));
  return [...new Set(lines.map((line) => JSON.parse(line).ip as string))];
}

async function fill(dataDir: string, account: string, form: string): Promise<void> {
  await withDatabase(dataDir, async (sql) => {
    await sql`insert into entries (id, account, form, status, idx, submit_idx, data, actions, sent_emails, archived_renders,
        create_time, modify_time, changed_at, submit_time)
      select lpad(to_hex(n), 24, '0'), ${account}, ${form}, 2, n, n, '{}', '[{}]', '[]', '[]', now(), now(), now(), now()
      from generate_series(1, ${entryCount}::int) as n`;
  });
}

test('[house] proxies: a response that begins after more than a minute, as that of a long export, is waited for by all', async () => {
  const slow = createServer((request, response) => {
    if (request.url === '/health') response.end('{"status":"ok"}');
    else void sleep(slowMs).then(() => response.end('late'));
  });
  ends.push(() => slow.close());
  await new Promise<void>((done) => slow.listen(0, '127.0.0.1', done));
  const { port } = slow.address() as AddressInfo;
  const replies = installed.map(async (name) => {
    const browser = await openBrowser(await openProxy(name, [port]));
    await expect.poll(async () => (await ask(browser, { ':path': '/health' })).status).toBe(200);
    const { status, text } = await ask(browser, post('/v1.0/entry/export'), {});
    return `${name}: ${status} ${text}`;
  });
  expect(await Promise.all(replies)).toEqual(installed.map((name) => `${name}: 200 late`));
});
