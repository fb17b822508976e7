// Backups in an S3-compatible store, below a prefix. A PUT there is a whole part or nothing. Whatever fails for a while, a connection
// that is cut, 503, a response that breaks off, is tried again; a download goes on where it broke off. [running.backup.s3]
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { S3Config } from '../base/config-s3.ts';
import { createS3Client, type S3Request, s3Failure } from '../files/storage/s3-request.ts';
import { BackupError } from './backup-error.ts';
import type { BackupTarget } from './vault.ts';

const tries = 5;
const firstPauseMs = 500;
const pageSize = 1_000;

export function openS3Vault(config: S3Config, prefix: string): BackupTarget {
  const client = createS3Client(config);
  const keyOf = (name: string) => `${prefix}${name}`;

  /** A response with one of these statuses; any other is an error. */
  async function ask(request: S3Request, expected: readonly number[]): Promise<IncomingMessage> {
    const response = await client.send(request);
    if (!expected.includes(response.statusCode ?? 0)) throw await s3Failure(response, request);
    return response;
  }

  async function find(request: S3Request): Promise<IncomingMessage | undefined> {
    const response = await again(() => ask(request, [200, 404]));
    if (response.statusCode === 200) return response;
    response.resume();
    return undefined;
  }

  /** Goes on where a response broke off, as long as it is the same object. */
  async function* wholeContent(key: string, first: IncomingMessage): AsyncGenerator<Buffer, void, undefined> {
    const { etag } = first.headers;
    let response = first;
    let received = 0;
    for (let failures = 0; ; ) {
      try {
        for await (const chunk of response as AsyncIterable<Buffer>) {
          received += chunk.length;
          failures = 0;
          yield chunk;
        }
        return;
      } catch (error) {
        failures += 1;
        // Without a mark of its version nothing says that the rest belongs to what was read.
        if (failures === tries || etag === undefined) throw error;
        await sleep(pauseMs(failures));
        const headers = { range: `bytes=${received}-`, 'if-match': etag };
        response = await again(() => ask({ method: 'GET', key, headers }, [206, 416]));
        if (response.statusCode === 206) continue;
        // Nothing was left of it but its end.
        response.resume();
        return;
      }
    }
  }

  async function* list(below: string): AsyncGenerator<string, void, undefined> {
    for (let marker: string | undefined; ; ) {
      const query: Record<string, string> = { prefix: keyOf(below), 'max-keys': String(pageSize) };
      if (marker !== undefined) query['marker'] = marker;
      const xml = await again(() => readListing(query));
      // Our own names need no escapes.
      const keys = [...xml.matchAll(/<Key>([^<]*)<\/Key>/g)].map((match) => match[1] as string);
      for (const key of keys) yield key.slice(prefix.length);
      if (!/<IsTruncated>\s*true\s*<\/IsTruncated>/i.test(xml) || keys.length === 0) return;
      marker = keys.at(-1);
    }
  }

  /** Half a list would look like fewer backups, and what those others hold would be removed as nobody's. */
  async function readListing(query: Record<string, string>): Promise<string> {
    const response = await ask({ method: 'GET', key: '', query }, [200, 404]);
    const xml = await text(response);
    if (response.statusCode === 404) throw new BackupError(`There is no bucket ${config.bucket}.`);
    if (!/<\/ListBucketResult>\s*$/.test(xml)) throw new Error('The S3 store sent half a list of what it has.');
    return xml;
  }

  return {
    address: `s3://${config.bucket}/${prefix}`,
    takesMany: true,
    async read(name) {
      const key = keyOf(name);
      const response = await find({ method: 'GET', key });
      return response && Readable.from(wholeContent(key, response), { objectMode: false });
    },
    async size(name) {
      const response = await find({ method: 'HEAD', key: keyOf(name) });
      response?.resume();
      return response && Number(response.headers['content-length']);
    },
    list,
    async put(name, content) {
      await again(async () => {
        const request: S3Request = {
          method: 'PUT',
          key: keyOf(name),
          headers: { 'content-type': 'application/octet-stream', 'content-length': String(content.size) },
          body: Readable.from(content.open(), { objectMode: false }),
        };
        (await ask(request, [200])).resume();
      });
    },
    async delete(name) {
      const request: S3Request = { method: 'DELETE', key: keyOf(name) };
      (await again(() => ask(request, [200, 204, 404]))).resume();
    },
    // What a PUT that broke off brought, the store forgets by itself.
    async removeUnfinished() {},
    async finish() {},
    async close() {
      client.close();
    },
  };
}

/** A backup of hours does not end because one request was lost. A refusal (403) is final. */
async function again<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt === tries || error instanceof BackupError || isFinal(error)) throw error;
      await sleep(pauseMs(attempt));
    }
  }
}

/** A store that wants less at a time, or that waited for a body in vain, says so with a 4xx too. */
function isFinal(error: unknown): boolean {
  const message = String(error);
  return /answered 4\d\d/.test(message) && !/answered (?:408|429)|\(RequestTimeout\)/.test(message);
}

function pauseMs(failures: number): number {
  return firstPauseMs * 2 ** (failures - 1);
}
