// Worst-case requests to every endpoint of the route table, made from what its own checks say that it takes, and to everything else that the
// server has registered: a new endpoint is in here by itself.
import { apiRoutes } from '../../src/server/api/route-table.ts';
import type { Route } from '../../src/server/http/route.ts';
import { pathOf } from '../support/rude-callers.ts';
import type { CallOptions } from '../support/send.ts';
import { drawOf } from './extent.ts';
import { addressOf, bodyKeys, credentialFor, type LimitsWorld, queryKeys } from './world.ts';
import { wholeBodies, worstBodies, worstTexts, worstValues } from './worst-values.ts';

export interface WorstRequest {
  readonly name: string;
  /** The endpoint and the property that is at its worst. */
  readonly about: string;
  readonly method: string;
  readonly path: string;
  readonly options: CallOptions;
}

export const nameOf = (route: Route) => `${route.method} ${route.path}`;

/** Ends the session or takes the world away; what they read is read by others too. */
const ending = ['DELETE /form/:formId', 'DELETE /entry/:entryId', 'POST /entry/delete', 'POST /me/password'];
/** Node's own bound on the head of a request is 16 kB. */
const queryBytes = 12_000;

/** Properties that are right, so that the others are looked at. */
function base(route: Route, world: LimitsWorld): Record<string, unknown> {
  const name = nameOf(route);
  if (name.startsWith('POST /entry/') && bodyKeys(route).includes('form')) return { form: world.forms.everything };
  if (name === 'POST /form/:formId/uploadPolicy') return { name: 'a.txt', size: 1, type: 'text/plain' };
  if (name === 'POST /entry/export') return { query: { form: world.forms.everything } };
  return {};
}

export function* worstRequests(world: LimitsWorld, bytes: number): Generator<WorstRequest> {
  for (const route of apiRoutes) yield* requestsTo(route, world, bytes);
  yield* entryData(world, bytes);
  yield* requestsOutside(world, bytes);
}

function* requestsTo(route: Route, world: LimitsWorld, bytes: number): Generator<WorstRequest> {
  const name = nameOf(route);
  // Only what cannot succeed: some read no body at all.
  const isEnding = ending.includes(name);
  const path = addressOf(route, isEnding ? { ...world, ids: {} } : world);
  const credential = credentialFor(route, world);
  const query = name === 'POST /entry/export' ? { format: 'csv' } : {};
  const request = (what: string, options: CallOptions, property = 'body'): WorstRequest => ({
    name: `${name} ${what}`,
    about: `${name} ${property}`,
    method: route.method,
    path,
    options: { ...credential, query, ...options },
  });
  const bodies = { ...worstBodies(bytes), ...wholeBodies(bytes) };
  if (isEnding) {
    for (const [what, body] of Object.entries(bodies)) yield request(what, { body: Buffer.from(body) });
    return;
  }
  for (const key of queryKeys(route)) {
    for (const [what, text] of Object.entries(worstTexts(queryBytes / 12))) {
      yield request(`?${key}=${what}`, { query: { ...query, [key]: text } }, `?${key}`);
    }
    yield request(`?${key}=nested`, { query: { ...query, [key]: '['.repeat(queryBytes) } }, `?${key}`);
    yield request(`?${key}=objects`, { query: { ...query, [key]: '{"$in":'.repeat(queryBytes / 14) } }, `?${key}`);
  }
  if (route.payload === undefined) {
    if (queryKeys(route).length === 0) yield request('as it is', {});
    return;
  }
  for (const [what, body] of Object.entries(bodies)) yield request(what, { body: Buffer.from(body) });
  for (const key of bodyKeys(route)) {
    for (const [what, value] of Object.entries(worstValues(bytes))) {
      yield request(`${key}: ${what}`, { body: { ...base(route, world), [key]: value } }, key);
    }
  }
}

const fields = ['text', 'number', 'long', 'doc', 'choice', 'choices', 'boxes', 'radio', 'bool', 'date', 'file', 'sign'];
const moreFields = ['rate', 'color', 'matrix', 'rows', 'last', 'other', 'order', 'phone'];

/** Submits and saves of anybody, each field at its worst, and of the largest form. */
function* entryData(world: LimitsWorld, bytes: number): Generator<WorstRequest> {
  for (const trigger of ['submit', 'save']) {
    for (const name of [...fields, ...moreFields]) {
      for (const [what, value] of Object.entries(worstValues(bytes))) {
        const data = { [name]: value };
        yield entry(
          `${trigger} ${name}: ${what}`,
          trigger,
          { form: world.forms.everything, data },
          `${trigger} ${name}`,
        );
      }
    }
    const rows = Array.from({ length: Math.min(5_000, bytes / 40) }, () => ({ a: 'x', d: '<b>x</b>' }));
    yield entry(`${trigger} rows`, trigger, { form: world.forms.everything, data: { rows } });
    const large = Object.fromEntries(
      Array.from({ length: 8_000 }, (_, place) => [`f${place}`, 'x'.repeat(bytes / 12_000)]),
    );
    yield entry(`${trigger} large form`, trigger, { form: world.forms.large, data: large });
    yield entry(`${trigger} large form, wrong`, trigger, {
      form: world.forms.large,
      data: Object.fromEntries(Object.keys(large).map((key) => [key, {}])),
    });
  }
  for (const path of ['start', '']) {
    const name = `GET /form/large/${path}`;
    yield {
      name,
      about: name,
      method: 'GET',
      path: `/form/${world.forms.large}${path && `/${path}`}`,
      options: { key: world.key },
    };
  }
}

function entry(name: string, trigger: string, body: object, about = name): WorstRequest {
  return { name, about, method: 'POST', path: `/entry/${trigger}`, options: { body } };
}

/** The route table is under it. */
const apiPrefix = '/v1.0/';
/** What a page takes of an ordinary form. */
const pageBytes = 250_000;

/** Pages, storage, sign-in with a provider, MCP, OData, metrics: whatever the server has beside the route table. */
function* requestsOutside(world: LimitsWorld, bytes: number): Generator<WorstRequest> {
  for (const { method, url } of world.routes) {
    if (url.startsWith(apiPrefix) || url === '*') continue;
    const ids = { ...world.ids, id: world.forms.plain, form: world.forms.plain };
    const path = `/${pathOf(url, ids)}`;
    const request = (what: string, options: CallOptions, property = 'body'): WorstRequest => ({
      name: `${method} /${url} ${what}`,
      about: `${method} /${url} ${property}`,
      method,
      path,
      options: { key: world.key, ...options },
    });
    for (const [what, text] of Object.entries(worstTexts(queryBytes / 12))) {
      yield request(`?${what}`, { query: { $filter: text, code: text, state: text, b: text } }, 'query');
      if (!/[^\x20-\x7e]/.test(text)) yield request(`cookie: ${what}`, { headers: { cookie: `a=${text}` } }, 'headers');
    }
    if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') continue;
    const bodies = { ...worstBodies(bytes), ...wholeBodies(bytes) };
    const accept = 'application/json, text/event-stream';
    for (const [what, body] of Object.entries(bodies)) {
      const headers = { 'content-type': 'application/json', accept };
      yield request(what, { body: Buffer.from(body), headers });
      yield request(`parameters ${what}`, { body: Buffer.from(toolCall(body)), headers }, 'parameters');
    }
    for (const [what, body] of Object.entries(worstFields(Math.min(bytes, pageBytes)))) {
      yield request(what, { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 'fields');
    }
    for (const [what, body] of Object.entries(worstParts(bytes))) {
      yield request(what, { body, headers: { 'content-type': 'multipart/form-data; boundary=b' } }, 'parts');
    }
  }
}

const toolCall = (text: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_forms","arguments":${text || '{}'}}}`;

/** Bodies of ordinary HTML forms. */
function worstFields(bytes: number): Record<string, string> {
  const fill = (piece: string) => piece.repeat(Math.max(1, Math.floor(bytes / piece.length)));
  // As short as it can be: the more values fit.
  const many = '["m"]';
  return {
    'many values': fill(`${many}=a&`),
    'many unknown values': Array.from({ length: Math.floor(bytes / 12) }, (_, place) => `${many}=${place}`).join('&'),
    'many names': Array.from({ length: Math.floor(bytes / 12) }, (_, place) => `n${place}=1`).join('&'),
    escapes: `${encodeURIComponent('["long"]')}=${fill('%26')}`,
    ampersands: fill('&'),
    equals: fill('='),
  };
}

function worstParts(bytes: number): Record<string, string> {
  const part = (head: string, body: string) => `--b\r\n${head}\r\n\r\n${body}\r\n`;
  const named = (name: string) => `content-disposition: form-data; name="${name}"`;
  return {
    'many parts': part(named('a'), 'x').repeat(Math.ceil(bytes / 70)),
    'long part': part(named('key'), 'x'.repeat(bytes)),
    'long head': part(`${named('key')}; ${'a="b"; '.repeat(Math.ceil(bytes / 7))}`, 'x'),
    dashes: '--b\r\n--'.repeat(Math.ceil(bytes / 7)),
  };
}

/** What a stranger may send that is long as a whole, at full size: the kinds that once held a process for more than 200 ms among them. */
export function* longestRequests(world: LimitsWorld, bytes: number): Generator<WorstRequest> {
  const isOfFilling = (route: Route) => /^POST \/entry\/(?:submit|save)$/.test(nameOf(route));
  for (const route of apiRoutes.filter(({ payload }) => payload !== undefined)) {
    const about = `${nameOf(route)} whole body`;
    const path = addressOf(route, ending.includes(nameOf(route)) ? { ...world, ids: {} } : world);
    for (const [what, body] of Object.entries(wholeBodies(bytes))) {
      const options = { ...credentialFor(route, world), body: Buffer.from(body) };
      const name = `${nameOf(route)} whole ${what}`;
      yield { name, about: isOfFilling(route) ? name : about, method: route.method, path, options };
    }
  }
  for (const [what, long] of Object.entries(worstTexts(Math.floor(bytes * 0.85)))) {
    if (long.length * 6 < bytes || JSON.stringify(long).length > bytes) continue;
    yield entry(`submit with mail ${what}`, 'submit', { form: world.forms.mail, data: { long } });
  }
  for (const request of requestsOutside(world, bytes))
    if (/ fields$/.test(request.about)) yield { ...request, about: request.name };
}

/** Of each endpoint and property one, another kind for each. */
export function oneOfEach(requests: Iterable<WorstRequest>): WorstRequest[] {
  const chosen = new Map<string, { readonly request: WorstRequest; readonly draw: number }>();
  for (const request of requests) {
    const draw = drawOf(request.name);
    if (draw < (chosen.get(request.about)?.draw ?? Number.POSITIVE_INFINITY))
      chosen.set(request.about, { request, draw });
  }
  return [...chosen.values()].map(({ request }) => request);
}

/** So many of them, in turn. */
export function* everyOf(requests: Iterable<WorstRequest>, step: number): Generator<WorstRequest> {
  let place = 0;
  for (const request of requests) if (place++ % step === 0) yield request;
}
