// Uploads that go to the store itself. What comes in is put under a name of its own, `incoming/<key>`, that nobody is ever given: it
// becomes a file only when the service has looked at it and has had the store copy it, exactly as it was then. So an address that is
// still good can change nothing that was taken, on stores without conditional writes too. [files.upload.direct]
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { AwsV4Signer } from 'aws4fetch';
import type { S3Config } from '../../base/config-s3.ts';
import { createS3Client, type S3Request, s3Failure } from './s3-request.ts';
import type { DirectUploads, StoredObject } from './storage.ts';

/** Long enough to begin; an upload that has begun goes on. */
const addressSeconds = 900;
/** A store copies gigabytes before it says anything. */
const copyTimeoutMs = 600_000;
const pageSize = 1_000;
const prefix = 'incoming/';

type Opened = DirectUploads & { removeOld(before: number): Promise<number>; close(): void };

export function openDirectUploads(config: S3Config & { readonly publicEndpoint: string }): Opened {
  const client = createS3Client(config, copyTimeoutMs);
  const nameOf = (key: string) => `${prefix}${key}`;

  async function ask(request: S3Request, expected: readonly number[]): Promise<IncomingMessage> {
    const response = await client.send(request);
    if (!expected.includes(response.statusCode ?? 0)) throw await s3Failure(response, request);
    return response;
  }

  async function drop(name: string): Promise<void> {
    (await ask({ method: 'DELETE', key: name }, [200, 204, 404])).resume();
  }

  return {
    sign: (key, file) => signUpload(config, nameOf(key), file),
    async find(key) {
      const response = await ask({ method: 'HEAD', key: nameOf(key) }, [200, 404]);
      response.resume();
      if (response.statusCode === 404) return undefined;
      return { size: Number(response.headers['content-length']), etag: response.headers.etag ?? '' };
    },
    async take(key, { etag, contentType, size }): Promise<StoredObject> {
      const request: S3Request = {
        method: 'PUT',
        key,
        headers: {
          'x-amz-copy-source': `/${config.bucket}/${nameOf(key)}`,
          'x-amz-copy-source-if-match': etag,
          'x-amz-metadata-directive': 'REPLACE',
          'content-type': contentType,
        },
      };
      const xml = await text(await ask(request, [200]));
      // A copy that takes long begins with 200, and says at its end what became of it.
      const [, copied] = /<ETag>([^<]*)<\/ETag>/.exec(xml) ?? [];
      if (copied === undefined || /<Error>/.test(xml)) throw new Error('The S3 store did not copy an upload.');
      return { size, contentType, etag: copied.replace(/&quot;|&#34;|"/g, '') };
    },
    drop: (key) => drop(nameOf(key)),
    async removeOld(before) {
      let removed = 0;
      for (let marker: string | undefined; ; ) {
        const query: Record<string, string> = { prefix, 'max-keys': String(pageSize) };
        if (marker !== undefined) query['marker'] = marker;
        const xml = await text(await ask({ method: 'GET', key: '', query }, [200]));
        const found = [...xml.matchAll(/<Key>([^<]*)<\/Key>[\s\S]*?<LastModified>([^<]*)<\/LastModified>/g)];
        for (const [, name = '', time = ''] of found) {
          if (!(Date.parse(time) < before)) continue;
          await drop(name);
          removed += 1;
        }
        marker = found.at(-1)?.[1];
        if (marker === undefined || !/<IsTruncated>\s*true\s*<\/IsTruncated>/i.test(xml)) return removed;
      }
    },
    close: () => client.close(),
  };
}

async function signUpload(
  config: S3Config & { readonly publicEndpoint: string },
  name: string,
  { contentType, size }: { contentType: string; size: number },
): Promise<{ url: string; seconds: number }> {
  const { publicEndpoint, bucket, region, accessKeyId, secretAccessKey } = config;
  const url = new URL(`${publicEndpoint}/${bucket}/${name}`);
  url.searchParams.set('X-Amz-Expires', String(addressSeconds));
  const signer = new AwsV4Signer({
    method: 'PUT',
    url: url.href,
    // Both are part of the signature: another type or size is refused by the store.
    headers: { 'content-type': contentType, 'content-length': String(size) },
    allHeaders: true,
    service: 's3',
    ...{ region, accessKeyId, secretAccessKey },
    signQuery: true,
  });
  return { url: (await signer.sign()).url.href, seconds: addressSeconds };
}
