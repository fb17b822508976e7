// POST /f/<form>/: a form that was sent as ordinary HTML. It is submitted as POST /entry/submit would, by nobody in particular; what is
// wrong comes back on the same page with everything that was typed. [fill-links.plain]
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SubmittedEntry } from '../../api-types/entries.ts';
import { directionOf } from '../../core/locale.ts';
import { englishPageWords, withPageWords } from '../../core/page-words.ts';
import { hebrewPageWords } from '../../core/page-words-he.ts';
import type { ItemMessage } from '../../core/validation/message.ts';
import { fillNew } from '../entries/fill-entry.ts';
import { errors, errorText, ServiceError } from '../errors.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import { contentPolicy } from '../http/content-policy.ts';
import type { Services } from '../services.ts';
import { apiRequest, readId, titleOf } from './fill-pages.ts';
import { escapeHtml } from './page-shell.ts';
import { readPlainForm } from './plain-data.ts';
import { keyName, plainForm } from './plain-form.ts';
import { plainItems } from './plain-questions.ts';
import { sendCompressedPage } from './send-compressed-page.ts';
import { readWebManifest } from './web-assets.ts';

const maxBodyBytes = 262_144;
const pageWords = { en: englishPageWords, he: hebrewPageWords };

export function addPlainPages(app: FastifyInstance, services: Services): void {
  const style = readWebManifest()['fill']?.style ?? '';
  app.register(async (pages) => {
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: unknown, body: string) => new URLSearchParams(body),
    );
    pages.post('/f/:id/', { bodyLimit: maxBodyBytes }, async (request, reply) => {
      const id = readId(request);
      if (id === undefined) throw errors.notFound();
      const form = await services.forms.getFresh(id);
      const send = (status: number, body: string) => {
        const policy = contentPolicy(services.config, { ancestors: '*', logo: form.definition.theme?.logo });
        reply.code(status).header('content-security-policy', policy);
        return sendCompressedPage(request, reply, drawPage(form, style, body));
      };
      return submitPlain(form, request, reply, services, send);
    });
  });
}

type Send = (status: number, body: string) => FastifyReply | Promise<FastifyReply>;

async function submitPlain(
  form: LoadedForm,
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  send: Send,
): Promise<FastifyReply> {
  const items = plainItems(form);
  const sent = request.body;
  if (items === undefined || !(sent instanceof URLSearchParams)) throw errors.unsupportedMediaType();
  const { locale } = form.plan;
  const data = readPlainForm(items, sent);
  const key = sent.get(keyName) ?? undefined;
  const payload = { form: form.id, data };
  try {
    const entry = { ...apiRequest(request, {}, {}), payload, idempotencyKey: key };
    const { json } = await fillNew<SubmittedEntry>('submit', entry, services);
    const { uiActions } = JSON.parse(String(json)) as SubmittedEntry;
    for (const action of uiActions)
      if (action.type === 'redirect') return reply.redirect(action.redirectOptions.url, 303);
    const said = uiActions.flatMap((action) =>
      action.type === 'message' ? [`<p dir="auto">${escapeHtml(action.text)}</p>`] : [],
    );
    return send(200, `<div class="form thank-you"><span class="tick" aria-hidden="true"></span>${said.join('')}</div>`);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const messages = (error.extra.messages ?? []) as readonly ItemMessage[];
    // A key that was used for other answers would refuse every further try.
    const again = error.status >= 500 || error.status === 429 ? key : undefined;
    const refusal = messages.length > 0 ? undefined : errorText(error, [locale]);
    const { submitText } = form.definition.page ?? {};
    const inPageWords = withPageWords(form.plan, (word) => pageWords[locale][word]).itemTexts.ofApi;
    reply.headers(error.headers);
    const body = plainForm({ items, data, locale, submitText, messages, inPageWords, refusal, key: again });
    return send(error.status, `<div class="form">${body}</div>`);
  }
}

function drawPage(form: LoadedForm, style: string, body: string): string {
  const { locale } = form.plan;
  const title = escapeHtml(titleOf(form));
  const { logo } = form.definition.theme ?? {};
  const picture = logo === undefined ? '' : `<img class="logo" src="${escapeHtml(logo)}" alt="" height="48">`;
  return `<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${title}</title>
<link rel="stylesheet" href="/assets/${escapeHtml(style)}">
</head>
<body>
<div id="app"><main><header>${picture}<h1><bdi>${title}</bdi></h1></header>
${body}</main></div>
</body>
</html>
`;
}
