// A real S3 protocol server on a port of its own, which checks signatures and keeps objects in a temp folder.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { S3Config } from '../../src/server/config-s3.ts';

interface S3Server {
  run(): Promise<{ port: number }>;
  close(): Promise<void>;
}
type S3ServerClass = new (options: Record<string, unknown>) => S3Server;

export interface RunningS3 {
  readonly config: S3Config;
  close(): Promise<void>;
}

export async function startS3(): Promise<RunningS3> {
  // The package is CommonJS without type declarations.
  const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as S3ServerClass;
  const directory = mkdtempSync(join(tmpdir(), 'formstead-s3-'));
  const bucket = 'formstead-test';
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
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
