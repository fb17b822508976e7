// What operations answer, in the OpenAPI document: statuses, headers, bodies. [conventions.document] [errors.catalogue]
import { STATUS_CODES } from 'node:http';
import { errorCatalogue, type Situation } from '../base/error-catalogue.ts';
import { mcpErrors } from '../base/mcp-errors.ts';
import { odataErrors } from '../base/odata-errors.ts';
import {
  commonHeaders,
  errorHeader,
  formVersionHeader,
  requestIdHeader,
  timeHeader,
} from '../http/response-headers.ts';
import type { Route } from '../http/route.ts';
import { ref } from './schema-parts.ts';

type Json = Record<string, unknown>;

const secure = commonHeaders({ publicUrl: 'https://' });
const plain = commonHeaders({ publicUrl: 'http://' });

/** Those of every response; what is sent to services at https alone is not required. */
const everyHeader: Readonly<Record<string, Json>> = {
  [requestIdHeader]: {
    description: 'Quoted to support.',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  },
  ...Object.fromEntries(
    Object.entries(secure).map(([name, value]) => [
      name,
      { description: 'The same for every response.', required: name in plain, schema: { const: value } },
    ]),
  ),
};

export const headers: Readonly<Record<string, Json>> = {
  ...everyHeader,
  'retry-after': {
    description: 'Seconds after which it is worth trying again.',
    required: true,
    schema: { type: 'string', pattern: '^[0-9]+$' },
  },
  link: { description: 'The next page, while more remain.', schema: { type: 'string' } },
  etag: { description: 'The version, for If-Match.', required: true, schema: { type: 'string' } },
  [formVersionHeader]: {
    description:
      'The version of the form that the response goes by: another one than a filler has tells of changed questions. Not of a response that is sent again.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
  },
  [timeHeader]: {
    description:
      'When the list began to be read, by the clock that changedAt goes by: whoever polls begins the next round no later than a minute before.',
    required: true,
    schema: { type: 'string', format: 'date-time' },
  },
  'content-disposition': { description: 'What the file is called.', required: true, schema: { type: 'string' } },
  'idempotent-replayed': {
    description: 'The response to an earlier request with the same Idempotency-Key.',
    schema: { const: 'true' },
  },
  'x-service-warnings': {
    description: 'Properties of the form that have no effect, and which may have been meant.',
    schema: { type: 'string' },
  },
  'set-cookie': {
    description: 'The session of the management app, and the device it was opened on.',
    schema: { type: 'string' },
  },
};

const retryStatuses: readonly number[] = [
  errorCatalogue.tooManyRequests.status,
  errorCatalogue.unavailable.status,
  errorCatalogue.diskLow.status,
];

const formVersionStatuses: readonly number[] = [
  errorCatalogue.entryFailedValidation.status,
  errorCatalogue.formChangedMeanwhile.status,
];

/** With every status of the catalogue that callers can see. */
export const errorResponses: Readonly<Record<string, Json>> = Object.fromEntries(
  [...statusNames()].map(([status, names]) => [`Error${status}`, describeError(status, names)]),
);

function statusNames(): Map<number, string[]> {
  const names = new Map<number, string[]>();
  for (const [name, { status }] of Object.entries(errorCatalogue) as [string, Situation][]) {
    const isOfApi = status !== errorCatalogue.callerGone.status && !(name in odataErrors || name in mcpErrors);
    if (isOfApi) names.set(status, [...(names.get(status) ?? []), name]);
  }
  return names;
}

function describeError(status: number, names: readonly string[]): Json {
  return {
    description: `${STATUS_CODES[status]}: the guide to errors says what each ${errorHeader} means.`,
    headers: {
      ...references([
        ...Object.keys(everyHeader),
        ...(retryStatuses.includes(status) ? ['retry-after'] : []),
        ...(formVersionStatuses.includes(status) ? [formVersionHeader] : []),
      ]),
      [errorHeader]: { description: 'Which error it is.', required: true, schema: { type: 'string', enum: names } },
    },
    content: { 'application/json': { schema: ref('Error') } },
  };
}

/** `example`: what the example request gets. */
export function responsesOf(route: Route, example: unknown): Json {
  const success: Json = {
    description: route.response === undefined ? 'Done; the body is empty.' : 'Done.',
    headers: references(headersOf(route)),
  };
  if (route.response !== undefined) {
    const texts = route.textTypes ?? (route.isDownload ? ['text/csv'] : []);
    success['content'] = {
      ...(route.textTypes === undefined
        ? { 'application/json': { schema: route.response, ...(example === undefined ? {} : { example }) } }
        : {}),
      ...Object.fromEntries(texts.map((type) => [type, { schema: { type: 'string' } }])),
    };
  }
  const failures = [...new Set(failuresOf(route))].sort((one, other) => one - other);
  return {
    200: success,
    ...Object.fromEntries(failures.map((status) => [status, { $ref: `#/components/responses/Error${status}` }])),
  };
}

function headersOf(route: Route): string[] {
  return [
    ...Object.keys(everyHeader),
    ...(route.isPaged ? ['link'] : []),
    ...(route.isDownload || route.textTypes ? ['content-disposition'] : []),
    ...(route.hasEtag ? ['etag'] : []),
    ...(route.hasEtag && route.tag === 'Forms' && route.payload !== undefined ? ['x-service-warnings'] : []),
    ...(route.tellsFormVersion ? [formVersionHeader] : []),
    ...(route.tellsTime ? [timeHeader] : []),
    ...(route.isIdempotent ? ['idempotent-replayed'] : []),
    ...(route.takesCookies && !route.setsNoCookie ? ['set-cookie'] : []),
  ];
}

/** A credential that is not right is refused on public endpoints too. */
function failuresOf(route: Route): number[] {
  return [
    ...[400, 401, 429, 500, 503],
    ...(route.access === 'public' ? [] : [403]),
    ...(route.params === undefined ? [] : [404]),
    ...(route.payload === undefined && route.bodyTypes === undefined ? [] : [413, 415]),
    ...(route.otherVersion === undefined ? [] : [errorCatalogue[route.otherVersion].status]),
    ...(route.isIdempotent ? [errorCatalogue.idempotencyKeyReused.status] : []),
    ...(route.errors ?? []).map((name) => errorCatalogue[name].status),
  ];
}

function references(names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
