// The pages and files the server itself gives out, beside the API: setup, the API reference and its document.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cloneUrl } from '../entries/present-entry.ts';
import { errors, ServiceError } from '../errors.ts';
import { addFirstUser } from '../identity/add-user.ts';
import { issueLoginToken } from '../identity/login-token.ts';
import { sessionCookie } from '../identity/session-cookie.ts';
import { openApiDocument } from '../openapi/document.ts';
import { icon, pageStyle } from '../pages/page-shell.ts';
import { referencePage, referenceScript, referenceStyle } from '../pages/reference-page.ts';
import { setupPage, setupUsedPage } from '../pages/setup-page.ts';
import type { Services } from '../services.ts';
import { findSetting } from '../store/settings.ts';
import { findShortLink } from '../store/short-links.ts';
import { pageLocale } from './fill-pages.ts';
import type { Route } from './route.ts';

const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
  "form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

export function addPages(app: FastifyInstance, routes: readonly Route[], services: Services): void {
  const document = JSON.stringify(openApiDocument({ routes, apiUrl: services.config.apiUrl }));
  const apiPath = new URL(services.config.apiUrl).pathname;

  app.get('/v1.0/openapi.json', (_request, reply) => reply.type('application/json; charset=utf-8').send(document));
  app.get('/docs', (_request, reply) => reply.redirect('/docs/', 308));
  app.get('/docs/', (_request, reply) => sendPage(reply, referencePage));
  app.get('/docs/reference.css', (_request, reply) => sendText(reply, 'text/css', referenceStyle));
  app.get('/docs/reference.js', (_request, reply) => sendText(reply, 'text/javascript', referenceScript(apiPath)));
  app.get('/icon.svg', (_request, reply) => sendText(reply, 'image/svg+xml', icon));
  app.get('/pages.css', (_request, reply) => sendText(reply, 'text/css', pageStyle));
  for (const [name, type] of [
    ['swagger-ui.css', 'text/css'],
    ['swagger-ui-bundle.js', 'text/javascript'],
  ] as const) {
    const file = readSwaggerFile(name);
    app.get(`/docs/${name}`, async (request, reply) => sendCompressed(request, reply, type, await file()));
  }
  // Short links drop the query string: SPEC.md "Fill links".
  app.get('/s/:code', async (request, reply) => {
    const { code } = request.params as { code: string };
    const entry = /^\w{1,50}$/.test(code) ? await findShortLink(services.db.sql, code) : undefined;
    if (entry === undefined) throw errors.notFound();
    return reply.redirect(cloneUrl(entry, services.config), 302);
  });
  addSetup(app, services);
}

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply.header('content-security-policy', pagePolicy).type('text/html; charset=utf-8').send(html);
}

function sendText(reply: FastifyReply, type: string, text: string): FastifyReply {
  return reply.header('cache-control', 'no-cache').type(`${type}; charset=utf-8`).send(text);
}

interface StoredFile {
  readonly plain: Buffer;
  readonly zipped: Buffer;
}

/** Read and compressed at the first request, then kept. */
function readSwaggerFile(name: string): () => Promise<StoredFile> {
  let file: Promise<StoredFile> | undefined;
  return () => {
    file ??= (async () => {
      const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
      const plain = await readFile(join(folder, name));
      return { plain, zipped: await promisify(gzip)(plain) };
    })();
    return file;
  };
}

function sendCompressed(request: FastifyRequest, reply: FastifyReply, type: string, file: StoredFile): FastifyReply {
  reply
    .header('cache-control', 'public, max-age=86400')
    .header('vary', 'accept-encoding')
    .type(`${type}; charset=utf-8`);
  const takesGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  return takesGzip ? reply.header('content-encoding', 'gzip').send(file.zipped) : reply.send(file.plain);
}

// The page posts an ordinary form: it works without a script.
function addSetup(app: FastifyInstance, services: Services): void {
  const isOpen = async (token: string) => token !== '' && (await findSetting(services.db.sql, 'setupToken')) === token;

  app.register(async (pages) => {
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
    );
    pages.get('/admin/setup', async (request, reply) => {
      const token = String((request.query as { token?: unknown }).token ?? '');
      const locale = pageLocale(request);
      if (!(await isOpen(token))) return sendPage(reply.code(403), setupUsedPage(locale));
      return sendPage(reply, setupPage(locale, { token, email: '', name: '' }));
    });
    pages.post('/admin/setup', { bodyLimit: 16_384 }, async (request, reply) => {
      const locale = pageLocale(request);
      const { token = '', email = '', name = '', password = '' } = request.body as Record<string, string>;
      const problem = findProblem(email, password);
      if (problem !== undefined) return sendPage(reply.code(400), setupPage(locale, { token, email, name, problem }));
      try {
        const { user } = await addFirstUser({ token, email, name, password, locale }, services);
        const session = issueLoginToken(user, { key: services.secrets.loginToken, now: services.clock.now() });
        return reply.header('set-cookie', sessionCookie(session, services.config)).redirect('/admin/', 303);
      } catch (error) {
        if (error instanceof ServiceError && error.situation === errors.setupDone().situation) {
          return sendPage(reply.code(403), setupUsedPage(locale));
        }
        throw error;
      }
    });
  });
}

function findProblem(email: string, password: string): 'badEmail' | 'badPassword' | undefined {
  if (!/^[^\s@]+@[^\s@]+$/.test(email.trim())) return 'badEmail';
  return password.length < 8 || password.length > 1024 ? 'badPassword' : undefined;
}
