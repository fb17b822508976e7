// Sends a page that the server draws by itself: no inline script, in nobody's frame.
import type { FastifyReply } from 'fastify';

const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
  "form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** A page that is the same for everybody is given as its bytes, which all responses share. */
export function sendPage(reply: FastifyReply, html: string | Buffer): FastifyReply {
  return reply.header('content-security-policy', pagePolicy).type('text/html; charset=utf-8').send(html);
}
