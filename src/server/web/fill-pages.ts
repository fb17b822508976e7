// The links people open: /f/<form>/, /c/<entry>/, /e/<entry>/?b=..., and / for the old ones with a #.
// [fill-links.pages] [fill-links.ended] [fill-links.sign-in]

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FillerForm } from '../../api-types/forms.ts';
import type { FillPageData } from '../../api-types/page-data.ts';
import type { JsonObject } from '../../core/definition/form-definition.ts';
import { mentionsTime } from '../../core/definition/mentions.ts';
import { entryStatusNumber } from '../../core/plan/entry-status.ts';
import { pagesWords } from '../../words/all/server/pages.ts';
import { errors, errorText, ServiceError } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { draftTag } from '../entries/draft-version.ts';
import { isOrWasTemplate } from '../entries/is-or-was-template.ts';
import { refuseTransition } from '../entries/open-draft.ts';
import { resumeDraft } from '../entries/resume-draft.ts';
import { mayArchive } from '../forms/compile-rules.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import { presentFormToFiller } from '../forms/present-form.ts';
import { refuseClosed } from '../forms/start-form.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { contentPolicy } from '../http/content-policy.ts';
import { openToAllSites } from '../http/response-headers.ts';
import { ownTurn } from '../scheduling/run-in-slices.ts';
import { findEntry } from '../store/entries/entries.ts';
import { fillPage } from './fill-page.ts';
import { guessAutofill } from './guess-autofill.ts';
import { homePage } from './home-page.ts';
import { pageLocale } from './page-locale.ts';
import { startingData } from './plain-data.ts';
import { plainForm } from './plain-form.ts';
import { plainItems } from './plain-questions.ts';
import { sendCompressedPage } from './send-compressed-page.ts';
import { readWebManifest } from './web-assets.ts';

type Needs = Pick<
  Services,
  'config' | 'clock' | 'newId' | 'db' | 'secrets' | 'forms' | 'pdf' | 'provider' | 'starts' | 'visits'
>;

/** `plain`: the form as ordinary HTML, where it can be. */
type PageContent = Omit<FillPageData, 'api'> & { readonly status?: number; readonly plain?: string | undefined };

const idPattern = /^[0-9a-fA-F]{24}$/;

export function addFillPages(app: FastifyInstance, apiPath: string, services: Needs): void {
  const manifest = readWebManifest();
  // [fill-links.frames] Owners put forms in frames. Where a password is typed, no other site may be around it.
  const policyFor = (form?: FillerForm) => contentPolicy(services.config, { ancestors: '*', logo: form?.theme?.logo });
  const { storageUrl } = services.config;
  const styles = { rich: manifest['fill-rich']?.style ?? '', more: manifest['fill-more']?.style ?? '' };
  const signInPolicy = contentPolicy(services.config, { ancestors: "'none'" });
  const api = sameOriginPath(services.config.apiUrl, services.config.appUrl);

  for (const [kind, open] of Object.entries({ f: openForm, c: openClone, e: openDraft })) {
    app.get(`/${kind}/:id`, (request, reply) => reply.redirect(withSlash(request.url), 308));
    app.get(`/${kind}/:id/`, async (request, reply) => {
      const content = await open(request, services).catch((error: unknown) => messagePage(error, request));
      const { status = 200, plain, ...data } = content;
      const hasPrefill = 'data' in (request.query as object);
      const isFramed = request.headers['sec-fetch-dest'] === 'iframe';
      // The session of somebody who signed in goes to the page's own host only.
      const apiHere = data.kind === 'signIn' ? apiPath : api;
      const provider = data.kind === 'signIn' ? services.provider?.name : undefined;
      const page = {
        data: {
          ...data,
          api: apiHere,
          day: Math.floor(services.clock.now() / dayMs),
          ...(data.form && asksForTime(data.form) && { now: services.clock.now() }),
          ...(provider !== undefined && { provider }),
          ...(data.kind !== 'message' && { unloaded: pagesWords[data.locale].fill.unloaded }),
        },
        plain,
        hasPrefill,
        isFramed,
        storageUrl,
        styles,
      };
      const policy = policyFor(data.form);
      const html = fillPage(page, manifest['fill'] as never);
      // [forms.keep-draft-on-device] On a device that several people share the page is not kept either.
      if (data.form?.keepDraftOnDevice === false) reply.header('x-service-offline', 'no');
      reply.code(status).header('content-security-policy', data.kind === 'signIn' ? signInPolicy : policy);
      if (data.kind !== 'signIn') reply.headers(openToAllSites);
      return sendCompressedPage(request, reply, html);
    });
  }
  app.get('/', (request, reply) => {
    const html = homePage({ locale: pageLocale(request), script: manifest['old-links']?.script ?? '' });
    return reply.header('content-security-policy', policyFor()).type('text/html; charset=utf-8').send(html);
  });
}

const dayMs = 24 * 60 * 60 * 1000;

const asking = new WeakMap<object, boolean>();

/** Whether an expression of the form calls a function whose value changes with the time. */
function asksForTime({ formSchema }: FillerForm): boolean {
  if (formSchema === undefined) return false;
  const known = asking.get(formSchema) ?? mentionsTime(JSON.stringify(formSchema));
  asking.set(formSchema, known);
  return known;
}

async function openForm(
  request: FastifyRequest,
  services: Pick<Services, 'forms' | 'pdf' | 'starts' | 'visits'>,
): Promise<PageContent> {
  const id = readId(request);
  if (id === undefined) throw errors.notFound();
  const form = await loadForPage(id, services);
  const closed = findClosed(form);
  if (closed !== undefined) return closed;
  if (request.headers['x-service-offline'] !== 'keep') {
    services.visits.add(form.id, 'opened');
    await services.starts.add(form.id);
  }
  if (mayArchive(form.definition)) services.pdf.warm();
  const items = plainItems(form);
  const data = items && startingData(items, request.query as Record<string, unknown>);
  const { submitText } = form.definition.page ?? {};
  const plain = items && data && plainForm({ items, data, submitText, locale: form.plan.locale });
  return { kind: 'form', ...formPart(form), plain };
}

/** Drawing a page takes some milliseconds: each has a turn of its own, also where many wait for one answer of the database. */
async function loadForPage(id: string, { forms }: Pick<Services, 'forms'>): Promise<LoadedForm> {
  const form = await forms.getFresh(id);
  if (!form.isLarge) await ownTurn();
  return form;
}

/** A template is open to everybody; any other entry asks for sign-in. */
async function openClone(
  request: FastifyRequest,
  services: Pick<Services, 'db' | 'forms' | 'visits'>,
): Promise<PageContent> {
  const id = readId(request);
  const row = id === undefined ? undefined : await findEntry(services.db.sql, id);
  if (row === undefined) throw errors.notFound();
  if (!isOrWasTemplate(row)) return signIn(row.id, 'clone', request);
  refuseTransition(row, 'clone');
  const form = await loadForPage(row.form, services);
  const closed = findClosed(form);
  if (closed !== undefined) return closed;
  services.visits.add(form.id, 'opened');
  return { kind: 'form', ...formPart(form), data: JSON.parse(row.data) as JsonObject };
}

async function openDraft(request: FastifyRequest, services: Needs): Promise<PageContent> {
  const id = readId(request);
  if (id === undefined) throw errors.notFound();
  const { b } = request.query as { b?: unknown };
  if (typeof b !== 'string' || b === '') return signIn(id, 'resume', request);
  const { form, row } = await resumeDraft(id, apiRequest(request, {}, { bewit: b }), services);
  // A personal link that nobody filled in before; a draft was opened when it was begun.
  if (row.status === entryStatusNumber('created')) services.visits.add(form.id, 'opened');
  return {
    kind: 'form',
    ...formPart(form),
    data: JSON.parse(row.data) as JsonObject,
    entry: { id, bewit: b, version: draftTag(row.data) },
  };
}

/** The page of a closed form, under its name and in its language. */
function findClosed(form: LoadedForm): PageContent | undefined {
  try {
    refuseClosed(form);
    return undefined;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { locale } = form.plan;
    return { kind: 'message', title: titleOf(form), text: errorText(error, [locale]), locale, status: error.status };
  }
}

function formPart(form: LoadedForm): Pick<PageContent, 'form' | 'formVersion' | 'title' | 'locale' | 'autofill'> {
  return {
    form: presentFormToFiller(form),
    formVersion: form.version,
    title: titleOf(form),
    locale: form.plan.locale,
    autofill: guessAutofill(form.definition.formSchema?.rootElem),
  };
}

export function titleOf({ definition: { publicName, name } }: LoadedForm): string {
  return publicName || name || 'Formstead';
}

function signIn(entry: string, how: 'resume' | 'clone', request: FastifyRequest): PageContent {
  const locale = pageLocale(request);
  return { kind: 'signIn', title: pagesWords[locale].message.signIn, locale, open: { entry, how } };
}

/** What is wrong, on a page in the reader's language; the status stays that of the error. */
export function messagePage(error: unknown, request: FastifyRequest): PageContent {
  if (!(error instanceof ServiceError) || error.status >= 500) throw error;
  const locale = pageLocale(request);
  const words = pagesWords[locale].message;
  const ownText: Partial<Record<number, string>> = { 404: words.unknown, 401: words.deadLink };
  const text = ownText[error.status] ?? errorText(error, [locale]);
  return { kind: 'message', title: words.title, text, locale, status: error.status };
}

export function readId(request: FastifyRequest): string | undefined {
  const { id } = request.params as { id: string };
  return idPattern.test(id) ? id.toLowerCase() : undefined;
}

export function apiRequest<P, Q>(request: FastifyRequest, params: P, query: Q): ApiRequest<P, Q> {
  return {
    id: request.id,
    params,
    query,
    payload: {},
    caller: undefined,
    ip: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 500),
    locales: [],
    idempotencyKey: undefined,
    ifMatch: undefined,
    cookies: undefined,
    isFromApp: false,
    signal: undefined,
    path: '',
  };
}

function withSlash(url: string): string {
  const [path, search] = url.split('?', 2);
  return `${path}/${search === undefined ? '' : `?${search}`}`;
}

/** On one origin a path is enough, and works behind any name the page was opened by. */
function sameOriginPath(apiUrl: string, appUrl: string): string {
  return new URL(apiUrl).origin === new URL(appUrl).origin ? new URL(apiUrl).pathname : apiUrl;
}
