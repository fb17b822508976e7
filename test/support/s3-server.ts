// A real S3 protocol server on a port of its own, which checks signatures and keeps objects in a temp folder.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { S3Config } from '../../src/server/base/config-s3.ts';
import { createS3Client } from '../../src/server/files/storage/s3-request.ts';

interface S3Server {
  run(): Promise<{ port: number }>;
  close(): Promise<void>;
}
type S3ServerClass = new (options: Record<string, unknown>) => S3Server;

export interface RunningS3 {
  readonly config: S3Config;
  close(): Promise<void>;
}

/** `cors`: the rules of the bucket for scripts of pages. With TEST_S3 (scripts/test-s3.mjs) it is a bucket of a real store. */
export async function startS3({ cors }: { cors?: string } = {}): Promise<RunningS3> {
  const store = process.env['TEST_S3'];
  if (store !== undefined) return makeBucket(JSON.parse(store) as Omit<S3Config, 'bucket'>);
  // The package is CommonJS without type declarations.
  const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as S3ServerClass;
  const directory = mkdtempSync(join(tmpdir(), 'formstead-s3-'));
  const bucket = 'formstead-test';
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: cors === undefined ? [] : [cors] }],
  });
  const { port } = await server.run();
  return {
    config: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket,
      // The pair that this server knows.
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    async close() {
      await server.close();
      rmSync(directory, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
    },
  };
}

async function makeBucket(store: Omit<S3Config, 'bucket'>): Promise<RunningS3> {
  const config = { ...store, bucket: `formstead-${randomBytes(6).toString('hex')}` };
  const client = createS3Client(config);
  const response = await client.send({ method: 'PUT', key: '' });
  response.resume();
  if (response.statusCode !== 200) throw new Error(`The store made no bucket: ${response.statusCode}`);
  client.close();
  return { config, close: async () => {} };
}

/** As a server is told of it. */
export function s3Settings({ endpoint, region, bucket, accessKeyId, secretAccessKey }: S3Config) {
  return {
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
}
