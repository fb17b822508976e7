// POST /f/<form>/: a form that was sent as ordinary HTML. It is submitted as POST /entry/submit would, by nobody in particular; what is
// wrong comes back on the same page with everything that was typed. [fill-links.plain]
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SubmittedEntry, UiAction } from '../../api-types/entries.ts';
import type { ItemMessage } from '../../core/definition/definition-parts.ts';
import { directionOf, type Locale } from '../../core/locale/locale.ts';
import { withPageWords } from '../../core/locale/page-words.ts';
import { messagesWords } from '../../words/all/page/messages.ts';
import { pagesWords } from '../../words/all/server/pages.ts';
import { addressGroup } from '../base/address-group.ts';
import { errors, errorText, ServiceError } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { fillNew } from '../entries/fill-entry.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import { escapeHtml } from '../html/escape-html.ts';
import type { BodyBudget } from '../http/body-budget.ts';
import { contentPolicy } from '../http/content-policy.ts';
import { openToAllSites } from '../http/response-headers.ts';
import { apiRequest, messagePage, readId, titleOf } from './fill-pages.ts';
import { readPlainForm } from './plain-data.ts';
import { keyName, plainForm } from './plain-form.ts';
import { plainItems } from './plain-questions.ts';
import { sendCompressedPage } from './send-compressed-page.ts';
import { readWebManifest } from './web-assets.ts';

type Needs = Pick<
  Services,
  | 'config'
  | 'clock'
  | 'newId'
  | 'log'
  | 'outbound'
  | 'fetchForForm'
  | 'pdfs'
  | 'attachments'
  | 'db'
  | 'quotas'
  | 'secrets'
  | 'forms'
  | 'mail'
  | 'pdf'
  | 'predictedNumbers'
  | 'notices'
  | 'keepResponse'
  | 'writes'
  | 'latestAccounts'
  | 'storage'
  | 'disk'
  | 'slowForms'
  | 'visits'
  | 'entryBytes'
>;

const maxBodyBytes = 262_144;
/** Such as the pages have. */
const keyPattern = /^[\w-]{16,255}$/;

export function addPlainPages(app: FastifyInstance, services: Needs, bodies: BodyBudget): void {
  const style = readWebManifest()['fill']?.style ?? '';
  app.register(async (pages) => {
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: unknown, body: string) => new URLSearchParams(body),
    );
    pages.addHook('preParsing', (request, reply, payload, done) =>
      bodies.reserve(addressGroup(request.ip), request.raw, reply.raw, (error) => done(error, payload)),
    );
    pages.post('/f/:id/', { bodyLimit: maxBodyBytes }, async (request, reply) => {
      const sendPage = (status: number, page: Omit<PlainPage, 'style'>) => {
        const policy = contentPolicy(services.config, { ancestors: '*', logo: page.logo });
        reply.code(status).header('content-security-policy', policy).headers(openToAllSites);
        return sendCompressedPage(request, reply, drawPage({ ...page, style }));
      };
      const id = readId(request);
      const form = id === undefined ? undefined : await services.forms.getFresh(id).catch(undefinedIfGone);
      if (form === undefined) {
        const { status = 404, title, locale, text = '' } = messagePage(errors.notFound(), request);
        return sendPage(status, { title, locale, body: `<p class="form said">${escapeHtml(text)}</p>` });
      }
      const { logo } = form.definition.theme ?? {};
      const { locale } = form.plan;
      return submitPlain(form, request, reply, services, (status, body) =>
        sendPage(status, { title: titleOf(form), locale, logo, body }),
      );
    });
  });
}

function undefinedIfGone(error: unknown): undefined {
  if (!(error instanceof ServiceError) || error.status !== 404) throw error;
}

type Send = (status: number, body: string) => FastifyReply | Promise<FastifyReply>;

async function submitPlain(
  form: LoadedForm,
  request: FastifyRequest,
  reply: FastifyReply,
  services: Needs,
  send: Send,
): Promise<FastifyReply> {
  const items = plainItems(form);
  const sent = request.body;
  if (!(sent instanceof URLSearchParams)) throw errors.unsupportedMediaType();
  const { locale } = form.plan;
  if (items === undefined) return send(415, drawLost(sent, locale));
  const data = readPlainForm(items, sent);
  const sentKey = sent.get(keyName) ?? '';
  const key = keyPattern.test(sentKey) ? sentKey : undefined;
  const payload = { form: form.id, data };
  try {
    const entry = { ...apiRequest(request, {}, {}), payload, idempotencyKey: key };
    const { json } = await fillNew<SubmittedEntry>('submit', entry, services);
    // [insight.visits] Without script nothing tells of it sooner.
    services.visits.add(form.id, 'started');
    const { uiActions } = JSON.parse(String(json)) as SubmittedEntry;
    for (const action of uiActions) {
      // Written as a header can hold it.
      if (action.type === 'redirect') return reply.redirect(new URL(action.redirectOptions.url).href, 303);
    }
    const said = uiActions.map(drawAction);
    return send(200, `<div class="form thank-you"><span class="tick" aria-hidden="true"></span>${said.join('')}</div>`);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const messages = (error.extra.messages ?? []) as readonly ItemMessage[];
    // A key that was used for other answers would refuse every further try.
    const again = error.status >= 500 || error.status === 429 ? key : undefined;
    const isOther = error.status === 422;
    const said = isOther ? pagesWords[locale].plain.otherAnswers : errorText(error, [locale]);
    const refusal = messages.length > 0 ? undefined : said;
    const { submitText } = form.definition.page ?? {};
    const inPageWords = withPageWords(form.plan, (word) => messagesWords[locale][word]).itemTexts.ofApi;
    reply.headers(error.headers);
    const body = plainForm({ items, data, locale, submitText, messages, inPageWords, refusal, key: again });
    return send(error.status, `<div class="form">${body}</div>`);
  }
}

function drawAction(action: UiAction): string {
  if (action.type !== 'message') return '';
  // [fill-links.html] Cleaned when it was made.
  if (action.html !== undefined) return `<div class="content rich" dir="auto">${action.html}</div>`;
  return `<p dir="auto">${escapeHtml(action.text)}</p>`;
}

/** Answers to a form that this page cannot ask any more. */
function drawLost(sent: URLSearchParams, locale: Locale): string {
  const answers = [...sent].flatMap(([name, text]) => (name === keyName || text === '' ? [] : [text]));
  const notice = `<p class="notice error">${pagesWords[locale].plain.formChanged}</p>`;
  return `<div class="form">${notice}<textarea class="control" dir="auto" rows="12" readonly>\n${escapeHtml(answers.join('\n'))}</textarea></div>`;
}

interface PlainPage {
  readonly title: string;
  readonly locale: Locale;
  readonly logo?: string | undefined;
  readonly style: string;
  readonly body: string;
}

function drawPage({ locale, logo, style, body, ...page }: PlainPage): string {
  const title = escapeHtml(page.title);
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
