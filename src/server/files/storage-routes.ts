// The storage host: uploads to {storage_url}/ and downloads by signed links, as S3 answers them.
// [files.storage-host] [files.upload.pace]
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../base/services.ts';
import { longestRequestMs, watchBody } from '../http/body-timeout.ts';
import { readJsonBody } from '../http/json-body.ts';
import { asUnavailable } from '../store/connection/database-errors.ts';
import { beginDirectUpload, finishDirectUpload } from './direct-upload.ts';
import { download } from './download.ts';
import { type ReceivedUpload, receiveUpload, type SignedPolicy } from './receive-upload.ts';
import { asStorageError, presentStorageError, StorageError } from './storage-error.ts';
import { xmlDocument } from './storage-xml.ts';

type Needs = Pick<
  Services,
  | 'config'
  | 'clock'
  | 'newId'
  | 'log'
  | 'scans'
  | 'db'
  | 'quotas'
  | 'secrets'
  | 'forms'
  | 'scanner'
  | 'storage'
  | 'disk'
>;

/** An upload may take long, but not stand still, nor crawl. */
const maxIdleMs = 20_000;
const uploadPace = { graceMs: 60_000, minBytesPerSecond: 1_024, maxMs: longestRequestMs };
/** What a client may still send after a refusal before the connection is cut: enough for it to see the response. */
const maxDrainBytes = 16 * 2 ** 20;
const maxDrainMs = 10_000;
const drainWatchMs = 20;
/** Names of 255 characters included. */
const maxPolicyBytes = 32_768;
const xmlType = 'application/xml; charset=utf-8';
/** A storage host of its own has no path: only what looks like a key is its. */
const keyOnlyRoute = '/:form(^[0-9a-f]{24}$)/:file(^[0-9a-f]{40}$)';

export function addStorageRoutes(app: FastifyInstance, services: Needs): void {
  const path = new URL(services.config.storageUrl).pathname.replace(/\/$/, '');

  app.register(async (storage) => {
    storage.removeAllContentTypeParsers();
    // The handler reads the body itself, as it comes.
    storage.addContentTypeParser('*', (_request, _body, done) => done(null));
    storage.setErrorHandler((error, request, reply) => sendStorageError(error, request, reply, services));

    const upload = async (request: FastifyRequest, reply: FastifyReply) => {
      // Once the file is here, or while storage takes no more, the caller is not the one who waits.
      request.raw.setTimeout(maxIdleMs, () => {
        if (!request.raw.complete && !request.raw.isPaused()) request.raw.destroy();
      });
      watchBody(request.raw, uploadPace, () => request.raw.destroy());
      return sendReceived(reply, await receiveUpload({ headers: request.headers, body: request.raw }, services));
    };
    const signed = async ({ raw }: FastifyRequest) => readSignedPolicy(raw);
    storage.post(`${path}/direct`, async (request) => beginDirectUpload(await signed(request), services));
    storage.post(`${path}/direct/done`, async (request, reply) =>
      sendReceived(reply, await finishDirectUpload(await signed(request), services)),
    );

    const config = { hasLongBody: true };
    storage.post(`${path}/`, { config }, upload);
    if (path !== '') storage.post(path, { config }, upload);

    storage.route({
      method: ['GET', 'HEAD'],
      url: path === '' ? keyOnlyRoute : `${path}/*`,
      exposeHeadRoute: false,
      handler: async (request, reply) => sendFile(request, reply, path, services),
    });
    if (path !== '') {
      storage.route({
        method: ['POST', 'PUT', 'PATCH', 'DELETE'],
        url: `${path}/*`,
        handler: async () => {
          throw new StorageError('methodNotAllowed');
        },
      });
    }
  });
}

function sendReceived(reply: FastifyReply, { location, bucket, key, etag }: ReceivedUpload): FastifyReply {
  return reply
    .code(201)
    .headers({ location, etag: `"${etag}"` })
    .type(xmlType)
    .send(xmlDocument('PostResponse', { Location: location, Bucket: bucket, Key: key, ETag: `"${etag}"` }));
}

/** `{"policy": …, "signature": …}` of an upload policy; other properties of it may come along. */
async function readSignedPolicy(body: Readable): Promise<SignedPolicy> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // A request that is destroyed here would have no socket any more, and what its caller still sends would be read by nobody.
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxPolicyBytes) throw new StorageError('fieldsTooLarge');
    chunks.push(chunk);
  }
  const given = readObject(Buffer.concat(chunks));
  const { policy, signature } = given;
  if (typeof policy !== 'string' || typeof signature !== 'string') throw new StorageError('accessDenied');
  return { policy, signature };
}

function readObject(bytes: Buffer): Record<string, unknown> {
  try {
    const value: unknown = readJsonBody(bytes);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    // Whatever is wrong with it, it is not the JSON of a policy.
    throw new StorageError('malformedPolicy');
  }
}

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  services: Pick<Services, 'clock' | 'db' | 'secrets' | 'storage'>,
): Promise<FastifyReply> {
  const { expires, signature } = request.query as Record<string, unknown>;
  const answer = await download(
    {
      method: request.method === 'HEAD' ? 'HEAD' : 'GET',
      key: request.url.slice(path.length + 1).split('?', 1)[0]!,
      expires: String(expires ?? ''),
      signature: String(signature ?? ''),
      range: request.headers.range,
      ifRange: request.headers['if-range'] as string | undefined,
      ifNoneMatch: request.headers['if-none-match'],
      // Only browsers tell both; Node's fetch tells the mode alone, and needs nobody's leave.
      isOfScript: request.headers['sec-fetch-mode'] === 'cors' && request.headers['sec-fetch-site'] !== undefined,
    },
    services,
  );
  return reply.code(answer.status).headers(answer.headers).send(answer.content);
}

function sendStorageError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  services: Pick<Services, 'log'>,
): void {
  const known = asStorageError(asUnavailable(error));
  if (known.status >= 500) {
    const cause = known.cause instanceof Error ? known.cause : known;
    services.log.error({ requestId: request.id, route: request.routeOptions.url, stack: cause.stack }, cause.message);
  }
  if (!request.raw.readableEnded && !request.raw.destroyed) dropRest(request);
  reply.code(known.status).headers(known.headers).type(xmlType).send(presentStorageError(known, request.id));
}

/**
 * Reads on for a while after a refusal: a client that is cut off while it still sends may never read what it is told. One
 * that goes on and on is cut off.
 */
function dropRest({ raw }: FastifyRequest): void {
  const { socket } = raw;
  const mostBytes = socket.bytesRead + maxDrainBytes;
  const until = performance.now() + maxDrainMs;
  const watch = setInterval(() => {
    if (socket.bytesRead > mostBytes || performance.now() > until) socket.destroy();
  }, drainWatchMs);
  raw.once('close', () => clearInterval(watch));
  raw.resume();
}
