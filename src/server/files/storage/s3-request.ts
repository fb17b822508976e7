// One signed request to an S3-compatible store. The signature (version 4) comes from aws4fetch; the connection is node's own,
// because a body of known length has to stream, and to break off, under our control.
import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { AwsV4Signer } from 'aws4fetch';
import type { S3Config } from '../../base/config-s3.ts';

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** Empty for the bucket itself. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Readable | Buffer;
}

export interface S3Client {
  send(request: S3Request): Promise<IncomingMessage>;
  close(): void;
}

/** A store that says nothing for this long is away. */
const defaultIdleTimeoutMs = 60_000;

export function createS3Client(config: S3Config, idleTimeoutMs = defaultIdleTimeoutMs): S3Client {
  const isHttps = config.endpoint.startsWith('https:');
  const agent = isHttps ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const signingKeys = new Map<string, ArrayBuffer>();

  function urlOf(key: string, query: Readonly<Record<string, string>>): string {
    const url = new URL(`${config.endpoint}/${config.bucket}${key === '' ? '' : `/${key}`}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url.href;
  }

  async function open({ method, key, query = {}, headers = {}, body }: S3Request): Promise<ClientRequest> {
    const signed = await new AwsV4Signer({
      method,
      url: urlOf(key, query),
      headers: { ...headers },
      service: 's3',
      region: config.region,
      accessKeyId: config.accessKeyId,
      secretAccessKey: config.secretAccessKey,
      cache: signingKeys,
    }).sign();
    return (isHttps ? requestHttps : requestHttp)(signed.url, {
      method,
      headers: Object.fromEntries(signed.headers),
      timeout: idleTimeoutMs,
      // A body is sent once: never on a kept connection that the store may just be closing.
      agent: body === undefined ? agent : false,
    });
  }

  return {
    async send(request) {
      const connection = await open(request);
      try {
        return await exchange(connection, request.body);
      } catch (error) {
        const isStale = connection.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET';
        if (!isStale || request.body !== undefined) throw error;
        return exchange(await open(request), undefined);
      }
    },
    close: () => agent.destroy(),
  };
}

function exchange(connection: ClientRequest, body: Readable | Buffer | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    connection.once('response', resolve);
    connection.once('error', reject);
    connection.once('timeout', () => connection.destroy(new Error('The S3 store did not answer in time.')));
    if (body === undefined || Buffer.isBuffer(body)) connection.end(body);
    // An early answer closes the request; what the response says counts then.
    else pipeline(body, connection, (error) => error && reject(error));
  });
}

/** A response other than the expected ones, with the store's own code for it. */
export async function s3Failure(response: IncomingMessage, request: S3Request): Promise<Error> {
  const body = await text(response);
  const code = /<Code>([^<]{1,100})<\/Code>/.exec(body)?.[1] ?? 'no code';
  return new Error(`The S3 store answered ${response.statusCode} (${code}) to ${request.method} ${request.key}.`);
}
