// The check that every response of the API tests passes (test/support/check-responses.ts) finds what it should.
import { createServer, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiForm } from '../src/api-types/forms.ts';
import type { ApiMessage } from '../src/api-types/lists.ts';
import { commonHeaders } from '../src/server/http/response-headers.ts';
import { message, object, type Schema, schema, text } from '../src/server/openapi/schema-parts.ts';
import { namedSchemas } from '../src/server/openapi/schemas.ts';
import { checkResponses, failOnDifferences, takeDifferences } from './support/check-responses.ts';

failOnDifferences();

let next: { status: number; headers: OutgoingHttpHeaders; body: unknown };
const server = createServer((_request, response) => {
  response.writeHead(next.status, next.headers).end(next.body === undefined ? undefined : JSON.stringify(next.body));
});
let url: string;

beforeAll(async () => {
  checkResponses(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1.0`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const id = '0123456789abcdef01234567';
const time = '2024-01-01T00:00:00.000Z';
const headers = {
  ...commonHeaders({ publicUrl: 'http://forms.test' }),
  'x-service-request-id': '00000000-0000-4000-8000-000000000000',
  'content-type': 'application/json; charset=utf-8',
};
const set = { id, name: 'Colors', account: id, createTime: time, modifyTime: time };
const notFound = { statusCode: 404, error: 'Not Found', message: 'Not Found' };
const errorHeaders = { ...headers, 'x-service-error': 'notFound' };

interface Sent {
  readonly path?: string;
  readonly method?: string;
  readonly status?: number;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: unknown;
}

test.each<[string, Sent, RegExp | undefined]>([
  ['what the document says', { body: set }, undefined],
  ['a property more', { body: { ...set, theme: {} } }, /additional properties.*theme/],
  ['a property less', { body: { ...set, name: undefined } }, /required.*name/],
  ['a value of another type', { body: { ...set, createTime: 'today' } }, /createTime/],
  ['no body', {}, /not JSON/],
  ['a status that is not documented', { status: 418, body: notFound }, /status is not documented/],
  ['a header that is not documented', { headers: { ...headers, 'x-other': '1' }, body: set }, /x-other/],
  ['a missing header', { headers: { ...headers, 'referrer-policy': undefined }, body: set }, /referrer-policy/],
  ['another value of a header', { headers: { ...headers, 'cache-control': 'public' }, body: set }, /cache-control/],
  ['a projection', { path: '/optionsSet?fields=["id"]', body: { data: [{ id }] } }, undefined],
  ['a projection that nobody asked for', { path: '/optionsSet', body: { data: [{ id }] } }, /required/],
  ['an error', { status: 404, headers: errorHeaders, body: notFound }, undefined],
  ['an error without its name', { status: 404, body: notFound }, /x-service-error/],
  ['an error of another status', { status: 403, headers: errorHeaders, body: notFound }, /x-service-error/],
  ['a path that is not documented', { path: '/nothing', body: set }, /status is not documented/],
  ['a body where none is documented', { method: 'DELETE', path: `/api-keys/${id}`, body: {} }, /no body/],
])('[conventions.document] %s', async (_, { path = `/optionsSet/${id}`, method = 'GET', ...sent }, expected) => {
  const given = Object.entries(sent.headers ?? headers).filter(([, value]) => value !== undefined);
  next = { status: sent.status ?? 200, headers: Object.fromEntries(given), body: sent.body };
  await fetch(url + path, { method });
  const found = takeDifferences();
  expect(found).toEqual(expected === undefined ? [] : [expect.stringMatching(expected)]);
});

test('[conventions.document] a schema that differs from the type of its name does not compile', () => {
  const more = object({ message: text, other: text });
  const maybeMore = object({ message: text, other: text }, ['other']);
  const maybe = object({ message: text }, ['message']);
  const different = object({ message: schema<number>({ type: 'number' }) });
  const schemas: Schema<ApiMessage>[] = [
    message,
    // @ts-expect-error
    more,
    // @ts-expect-error
    maybeMore,
    // @ts-expect-error
    maybe,
    // @ts-expect-error
    different,
    // @ts-expect-error Only what was made of parts knows what it describes.
    { type: 'object' },
  ];
  // @ts-expect-error
  const form: Schema<Omit<ApiForm, 'theme'>> = namedSchemas.Form;
  expect([schemas.length, form]).toEqual([6, namedSchemas.Form]);
});
