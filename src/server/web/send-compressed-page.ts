// Sends a page that was made for this request, compressed: a form in it can be long, and is mostly the same few words.
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding } from './web-assets.ts';

const compressors = {
  br: (text: string) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text: string) => promisify(gzip)(text),
};

export async function sendCompressedPage(
  request: FastifyRequest,
  reply: FastifyReply,
  html: string,
): Promise<FastifyReply> {
  reply.header('vary', 'accept-encoding').type('text/html; charset=utf-8');
  const encoding = chooseEncoding(String(request.headers['accept-encoding'] ?? ''));
  if (encoding === undefined) return reply.send(html);
  return reply.header('content-encoding', encoding.name).send(await compressors[encoding.name](html));
}
