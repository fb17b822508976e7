// Files in an S3-compatible store, addressed by path. Write-once is the store's conditional write (If-None-Match), with a
// look beforehand for stores that do not know it; that a PUT which breaks off leaves nothing is what every such store
// promises. One PUT takes at most 5 GB, which is also the most an upload may have.
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import type { S3Config } from '../../base/config-s3.ts';
import { measuredContent } from './measured-content.ts';
import { openDirectUploads } from './s3-direct-uploads.ts';
import { createS3Client, type S3Request, s3Failure } from './s3-request.ts';
import { signS3Download } from './sign-s3-download.ts';
import { type Storage, StorageKeyTakenError, type StoredKeys, type StoredObject } from './storage.ts';
import { isStorageKey } from './storage-key.ts';

export interface OpenedStorage extends Storage {
  close(): void;
}

export function openS3Storage(config: S3Config): OpenedStorage {
  const client = createS3Client(config);
  const { publicEndpoint, takesUploads } = config;
  const direct = publicEndpoint && takesUploads ? openDirectUploads({ ...config, publicEndpoint }) : undefined;

  /** The response, or undefined when there is no such object. */
  async function find(request: S3Request): Promise<IncomingMessage | undefined> {
    if (!isStorageKey(request.key)) return undefined;
    const response = await client.send(request);
    if (response.statusCode === 200 || response.statusCode === 206) return response;
    if (response.statusCode !== 404) throw await s3Failure(response, request);
    response.resume();
    return undefined;
  }

  async function stat(key: string): Promise<StoredObject | undefined> {
    const response = await find({ method: 'HEAD', key });
    response?.resume();
    return response === undefined ? undefined : readObject(response);
  }

  async function put(key: string, content: Readable | Buffer, options: { contentType: string; size: number }) {
    if (!isStorageKey(key)) throw new Error(`This is not a storage key: ${JSON.stringify(key)}`);
    if ((await stat(key)) !== undefined) throw new StorageKeyTakenError(key);
    const request: S3Request = {
      method: 'PUT',
      key,
      headers: {
        'content-type': options.contentType,
        'content-length': String(options.size),
        'if-none-match': '*',
      },
      body: await bodyOf(content, { key, size: options.size }),
    };
    const response = await client.send(request);
    // 409: two conditional writes at once, and this one lost.
    if (response.statusCode === 412 || response.statusCode === 409) {
      response.resume();
      throw new StorageKeyTakenError(key);
    }
    if (response.statusCode !== 200) throw await s3Failure(response, request);
    response.resume();
    return { size: options.size, contentType: options.contentType, etag: readEtag(response) };
  }

  async function list({ after, limit }: Parameters<Storage['list']>[0]): Promise<StoredKeys> {
    // The first version of listing: every store has it, and the next page begins after a key rather than at a token.
    const query: Record<string, string> = { 'max-keys': String(limit) };
    if (after !== undefined) query['marker'] = after;
    const request: S3Request = { method: 'GET', key: '', query };
    const response = await client.send(request);
    if (response.statusCode !== 200) throw await s3Failure(response, request);
    return readListing(await text(response));
  }

  return {
    put,
    stat,
    async read(key, range) {
      const headers: Record<string, string> = range === undefined ? {} : { range: `bytes=${range.start}-${range.end}` };
      const response = await find({ method: 'GET', key, headers });
      if (response === undefined) return undefined;
      if (range !== undefined && response.statusCode !== 206) {
        response.destroy();
        throw new Error('The S3 store does not answer ranges.');
      }
      return { stream: response, object: readObject(response) };
    },
    async delete(key) {
      if (!isStorageKey(key)) return;
      const request: S3Request = { method: 'DELETE', key };
      const response = await client.send(request);
      const isGone = response.statusCode === 204 || response.statusCode === 200 || response.statusCode === 404;
      if (!isGone) throw await s3Failure(response, request);
      response.resume();
    },
    list,
    // What a PUT that broke off brought, the store forgets by itself.
    removeUnfinished: async (before) => direct?.removeOld(before) ?? 0,
    ...(publicEndpoint !== undefined && { signDownload: signerOf(config, publicEndpoint) }),
    ...(direct !== undefined && { direct }),
    close() {
      client.close();
      direct?.close();
    },
  };
}

function signerOf(config: S3Config, publicEndpoint: string): NonNullable<Storage['signDownload']> {
  return (key, headers) => signS3Download({ ...config, publicEndpoint }, key, headers);
}

/** Keys as the store lists them, in order. Ours need no escapes in XML; where others share the bucket, theirs may. */
function readListing(xml: string): StoredKeys {
  const listed = [...xml.matchAll(/<Key>([^<]*)<\/Key>/g)].map((match) => unescapeXml(match[1]!));
  const isTruncated = /<IsTruncated>\s*true\s*<\/IsTruncated>/i.test(xml);
  return { keys: listed.filter(isStorageKey), next: isTruncated ? listed.at(-1) : undefined };
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescapeXml(escaped: string): string {
  return escaped.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? '');
}

async function bodyOf(
  content: Readable | Buffer,
  announced: { key: string; size: number },
): Promise<Readable | Buffer> {
  const measured = measuredContent(content, announced);
  // A PUT of no bytes is over when its headers are sent, so the source is read to its end before.
  return announced.size === 0 ? buffer(measured) : Readable.from(measured, { objectMode: false });
}

function readObject(response: IncomingMessage): StoredObject {
  // Of a part, Content-Length is the part's size and Content-Range ends in the whole one.
  const whole = /\/(\d+)$/.exec(response.headers['content-range'] ?? '')?.[1];
  return {
    size: Number(whole ?? response.headers['content-length']),
    contentType: response.headers['content-type'] ?? 'application/octet-stream',
    etag: readEtag(response),
  };
}

function readEtag(response: IncomingMessage): string {
  return (response.headers.etag ?? '').replace(/^W\//, '').replaceAll('"', '');
}
