// The pages and files the server itself gives out, beside the API: the API reference, its document, short links.
// [fill-links.short] [running.health]
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { errors } from '../base/errors.ts';
import { packageRoot } from '../base/package-root.ts';
import type { Services } from '../base/services.ts';
import { cloneUrl } from '../entry-facts/present-entry.ts';
import type { Route } from '../http/route.ts';
import { openApiDocument } from '../openapi/document.ts';
import { guideNames, guides } from '../openapi/guides.ts';
import { findShortLink } from '../store/entries/short-links.ts';
import { icon, pageStyle } from './page-shell.ts';
import { addProviderPages } from './provider-pages.ts';
import { referenceBody } from './reference-body.ts';
import { referencePage, referenceStyle } from './reference-page.ts';
import { referenceScript } from './reference-script.ts';
import { sendPage } from './send-page.ts';
import { sendPicture } from './send-picture.ts';
import { findSessionCaller } from './session-caller.ts';
import { addSetupPages } from './setup-pages.ts';

export function addPages(app: FastifyInstance, routes: readonly Route[], services: Services): void {
  const apiPath = new URL(services.config.apiUrl).pathname;

  /** Made at the first request, then kept. */
  let description: ReturnType<typeof openApiDocument> | undefined;
  const describe = () => {
    description ??= openApiDocument({ routes, ...services.config });
    return description;
  };
  let document: Buffer | undefined;
  let body: string | undefined;
  let page: Buffer | undefined;
  app.get('/v1.0/openapi.json', (_request, reply) => {
    document ??= Buffer.from(JSON.stringify(describe()));
    return reply.type('application/json; charset=utf-8').send(document);
  });
  app.get('/docs', (_request, reply) => reply.redirect('/docs/', 308));
  app.get('/docs/', async (request, reply) => {
    const provider = services.provider?.name;
    const caller = provider === undefined ? undefined : await findSessionCaller(request, services);
    body ??= referenceBody(describe());
    const parts = { provider, body, documentPath: `${apiPath}/openapi.json` };
    if (caller !== undefined) return sendPage(reply, referencePage({ ...parts, email: caller.user.email }));
    page ??= Buffer.from(referencePage({ ...parts, email: undefined }));
    return sendPage(reply, page);
  });
  const files = { style: Buffer.from(referenceStyle), script: Buffer.from(referenceScript(apiPath)) };
  app.get('/docs/reference.css', (_request, reply) => sendText(reply, 'text/css', files.style));
  app.get('/docs/reference.js', (_request, reply) => sendText(reply, 'text/javascript', files.script));
  app.get('/icon.svg', (_request, reply) => sendText(reply, 'image/svg+xml', icon));
  app.get('/pages.css', (_request, reply) => sendText(reply, 'text/css', pageStyle));
  // [conventions.document.guides]
  for (const name of guideNames) {
    app.get(guides[name], async (_request, reply) =>
      sendText(reply, 'text/plain', await readFile(join(packageRoot(), 'docs', `${name}.md`), 'utf8')),
    );
  }
  // Short links drop the query string: [fill-links.short]
  app.get('/s/:code', async (request, reply) => {
    const { code } = request.params as { code: string };
    const entry = /^\w{1,50}$/.test(code) ? await findShortLink(services.db.sql, code) : undefined;
    if (entry === undefined) throw errors.notFound();
    return reply.redirect(cloneUrl(entry, services.config), 302);
  });
  app.get('/pictures/:id', (request, reply) => sendPicture(request, reply, services));
  addSetupPages(app, services);
  addProviderPages(app, services);
}

function sendText(reply: FastifyReply, type: string, text: string | Buffer): FastifyReply {
  return reply.header('cache-control', 'no-cache').type(`${type}; charset=utf-8`).send(text);
}
