// Does a 1 GB upload stream? One upload through the whole service to disk, with the memory of its process watched, and the
// same bytes written to the same disk by a bare server that only pipes the body into a synced file. Then the download.
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { readConfig } from '../src/server/base/config.ts';
import { openEmbedded } from '../src/server/postgres/embedded.ts';
import { buildApp } from '../src/server/program/app.ts';
import { openServices } from '../src/server/program/open-services.ts';
import { insertForm } from '../src/server/store/forms/forms.ts';
import { insertAccount } from '../src/server/store/identity/users.ts';

const size = 2 ** 30;
const piece = Buffer.alloc(65_536, 'formstead ');
/** Growth of the process above what it has before, sender included. */
const maxGrowthMb = 100;
const shareOfBare = 0.2;

export async function run() {
  const dataDir = mkdtempSync(join(tmpdir(), 'formstead-bench-'));
  try {
    const bare = await timeBare(dataDir);
    const service = await startService(dataDir);
    try {
      await service.upload(2 ** 24);
      const before = process.memoryUsage().rss;
      const up = await watchMemory(() => service.upload(size));
      const down = await watchMemory(() => service.download(up.result.url));
      const growth = (peak: number) => Math.max(0, peak - before) / 2 ** 20;
      const worst = Math.max(growth(up.peak), growth(down.peak), 1);
      const rate = (ms: number) => Math.round(size / 2 ** 20 / (ms / 1000));
      return {
        title: 'Upload and download of 1 GB, to and from disk',
        columns: ['what', 'MB a second', 'memory grew by MB'],
        rows: [
          ['bare server, body piped into a synced file', rate(bare), ''],
          ['upload: multipart, policy, size, md5, synced, row', rate(up.ms), Math.round(growth(up.peak))],
          ['download', rate(down.ms), Math.round(growth(down.peak))],
        ],
        verdicts: [
          { name: `${maxGrowthMb} MB over the growth of memory`, ratio: maxGrowthMb / worst, atLeast: 1 },
          { name: 'of the bare server', ratio: bare / up.ms, atLeast: shareOfBare },
        ],
      };
    } finally {
      await service.close();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function watchMemory<T>(work: () => Promise<T>): Promise<{ result: T; ms: number; peak: number }> {
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 20);
  const start = performance.now();
  const result = await work();
  const ms = performance.now() - start;
  clearInterval(watch);
  return { result, ms, peak };
}

async function timeBare(dataDir: string): Promise<number> {
  const path = join(dataDir, 'bare');
  const server = createServer(async (incoming, response) => {
    await pipeline(incoming, createWriteStream(path));
    const file = await open(path, 'r+');
    await file.sync();
    await file.close();
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await post(url, { start: '', end: '', size: 2 ** 24, type: 'text/plain' });
  const start = performance.now();
  await post(url, { start: '', end: '', size: size, type: 'text/plain' });
  const ms = performance.now() - start;
  server.close();
  rmSync(path);
  return ms;
}

async function startService(dataDir: string) {
  const database = await openEmbedded({ dataDir, log: () => {} });
  const config = readConfig({ DATA_DIR: dataDir, RATE_LIMIT: '0', PUBLIC_URL: 'http://forms.test' });
  const quiet = {
    info() {},
    warn() {},
    request() {},
    error: (fields: object, message: string) => console.error(message, fields),
  };
  const services = await openServices({ config, databaseUrl: database.url, log: quiet });
  const app = await buildApp(services);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const form = services.newId();
  const account = services.newId();
  const time = new Date().toISOString();
  const rootElem = { type: 'cSection', name: 'root', children: [{ type: 'fFile', name: 'files' }] };
  await services.db.transaction(async (tx) => {
    await insertAccount(tx, { id: account, time });
    await insertForm(tx, { id: form, account, definition: JSON.stringify({ formSchema: { rootElem } }), time });
  });

  return {
    async upload(size: number): Promise<{ url: string }> {
      const reply = await fetch(`${origin}/v1.0/form/${form}/uploadPolicy`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'big.bin', size, type: 'application/octet-stream' }),
      });
      const { bucket: _bucket, url, ...fields } = (await reply.json()) as Record<string, string>;
      const head = Object.entries(fields).map(
        ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      );
      const start = `${head.join('')}--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n`;
      await post(`${origin}/storage/`, { start, end: '\r\n--b--\r\n', size, type: 'multipart/form-data; boundary=b' });
      return { url: url!.replace('http://forms.test', origin) };
    },
    async download(url: string): Promise<void> {
      let bytes = 0;
      for await (const chunk of (await fetch(url)).body as unknown as AsyncIterable<Uint8Array>) bytes += chunk.length;
      if (bytes !== size) throw new Error(`Downloaded ${bytes} bytes.`);
    },
    async close() {
      await app.close();
      await services.close();
      await database.stop();
    },
  };
}

function post(url: string, form: { start: string; end: string; size: number; type: string }): Promise<void> {
  const { start, end, size, type } = form;
  function* body() {
    yield Buffer.from(start);
    for (let left = size; left > 0; left -= piece.length) yield piece.subarray(0, left);
    yield Buffer.from(end);
  }
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': type,
      'content-length': size + Buffer.byteLength(start) + Buffer.byteLength(end),
    };
    const outgoing = request(url, { method: 'POST', headers }, (response) => {
      response.resume();
      if (response.statusCode === 200 || response.statusCode === 201) response.on('end', resolve);
      else reject(new Error(`The upload was answered with ${response.statusCode}.`));
    });
    pipeline(Readable.from(body(), { objectMode: false }), outgoing).catch(reject);
  });
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(JSON.stringify(await run(), null, 2));
}
