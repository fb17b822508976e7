// Backups in an S3-compatible store, below a prefix. A PUT there is a whole part or nothing; one that fails is tried again.
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { S3Config } from '../config-s3.ts';
import { createS3Client, type S3Request, s3Failure } from '../files/storage/s3-request.ts';
import { BackupError } from './backup-error.ts';
import type { BackupTarget } from './vault.ts';

const tries = 4;
const firstPauseMs = 500;
const pageSize = 1_000;

export function openS3Vault(config: S3Config, prefix: string): BackupTarget {
  const client = createS3Client(config);
  const keyOf = (name: string) => `${prefix}${name}`;

  async function find(request: S3Request) {
    const response = await again(() => client.send(request));
    if (response.statusCode === 200) return response;
    if (response.statusCode !== 404) throw await s3Failure(response, request);
    response.resume();
    return undefined;
  }

  async function* list(below: string): AsyncGenerator<string, void, undefined> {
    for (let marker: string | undefined; ; ) {
      const query: Record<string, string> = { prefix: keyOf(below), 'max-keys': String(pageSize) };
      if (marker !== undefined) query['marker'] = marker;
      const response = await find({ method: 'GET', key: '', query });
      if (response === undefined) throw new BackupError(`There is no bucket ${config.bucket}.`);
      const xml = await text(response);
      // Our own names need no escapes.
      const keys = [...xml.matchAll(/<Key>([^<]*)<\/Key>/g)].map((match) => match[1] as string);
      for (const key of keys) yield key.slice(prefix.length);
      if (!/<IsTruncated>\s*true\s*<\/IsTruncated>/i.test(xml) || keys.length === 0) return;
      marker = keys.at(-1);
    }
  }

  return {
    address: `s3://${config.bucket}/${prefix}`,
    takesMany: true,
    read: (name) => find({ method: 'GET', key: keyOf(name) }),
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
        const response = await client.send(request);
        if (response.statusCode !== 200) throw await s3Failure(response, request);
        response.resume();
      });
    },
    async delete(name) {
      const request: S3Request = { method: 'DELETE', key: keyOf(name) };
      const response = await again(() => client.send(request));
      if (![200, 204, 404].includes(response.statusCode ?? 0)) throw await s3Failure(response, request);
      response.resume();
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
      if (attempt === tries || error instanceof BackupError || /answered 4\d\d/.test(String(error))) throw error;
      await sleep(firstPauseMs * 2 ** (attempt - 1));
    }
  }
}
