// GET /pictures/{id}: a picture of a form, for whoever has its address: pages of the service, emails, other sites. The address of
// other content is another one, so it is kept for as long as anybody likes. [forms.pictures.address]
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { isPictureId } from '../files/pictures/picture-address.ts';
import { findPicture } from '../store/files/pictures.ts';

export async function sendPicture(
  request: FastifyRequest,
  reply: FastifyReply,
  { db, storage }: Pick<Services, 'db' | 'storage'>,
): Promise<FastifyReply> {
  const { id } = request.params as { id: string };
  const picture = isPictureId(id) ? await findPicture(db.sql, id) : undefined;
  if (picture === undefined) throw errors.notFound();
  const etag = `"${picture.id}"`;
  reply.headers({
    'content-type': picture.contentType,
    etag,
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'cross-origin',
  });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  const found = await storage.read(picture.storageKey);
  if (found === undefined) throw errors.notFound();
  return reply.header('content-length', String(picture.size)).send(found.stream);
}
