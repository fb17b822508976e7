// What pages ask of an options set with every letter that is typed: how the address is read, and status, headers, body, log line and count
// of the response.
import { get } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildSearchIndex } from '../../src/server/options-sets/search-index.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let set: string;
let closedSet: string;

beforeAll(async () => {
  service = await startService({ METRICS: '1', TRUST_PROXY: '2' });
  set = await makeSet(service);
  closedSet = await makeSet(service);
  await service.services.db.sql`update options_sets set allows_autocomplete = false where id = ${closedSet}`;
  service.services.optionsSets.forget(closedSet);
});
afterAll(() => service.close());

const options = [
  { value: 'Tel Aviv', score: 3, data: { size: 2, isOpen: true } },
  { value: 'תל אביב "יפו"', score: 3, data: { size: 2 } },
  { value: 'Tel\\Dan\n\u0001', data: { size: 10 } },
  { value: '\ufffd lone, \u{1f600} whole', data: { size: null } },
  ...Array.from({ length: 300 }, (_, at) => ({ value: `tel ${at}`, score: at % 7, data: { size: at } })),
];
const index = buildSearchIndex(options);

interface Search {
  readonly term?: string;
  readonly limit?: number;
  readonly near?: boolean;
  readonly query?: Record<string, never> | Record<string, string | number | boolean | null>;
}

/** The body of the response to a search, as the network carries it. */
function bodyOf({ term = '', limit = 10, ...search }: Search): string {
  const values = index.autocomplete({ term, limit, ...search });
  return JSON.stringify({ data: values.map((value) => ({ value })) });
}

async function makeSet({ call, people }: TestService): Promise<string> {
  const { key } = people.alice;
  const { id } = (await call('POST', '/optionsSet', { key, body: { name: 'Towns' } })).body;
  await call('POST', `/optionsSet/${id}/addOptions`, { key, body: { options } });
  // From now on its index is there.
  await call('GET', `/optionsSet/${id}/autocomplete?term=tel`);
  return id;
}

interface Seen {
  readonly status: number | undefined;
  readonly headers: readonly string[];
  readonly body: string;
}

/** Sends the address as it is written: other clients tidy it up. */
function ask(path: string, headers: Record<string, string> = {}, { url } = service): Promise<Seen> {
  const { port } = new URL(url);
  return new Promise((resolve, reject) => {
    const request = get({ port, host: '127.0.0.1', path: `/v1.0${path}`, headers, agent: false }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () => {
        expect(response.headers['x-service-request-id']).toMatch(/^[\da-f-]{36}$/);
        resolve({
          status: response.statusCode,
          headers: response.rawHeaders,
          body: Buffer.concat(pieces).toString(),
        });
      });
    });
    request.on('error', reject);
  });
}

const pathOf = (query: string, id = set) => `/optionsSet/${id}/autocomplete?${query}`;

test.each<[string, Search]>([
  ['term=tel', { term: 'tel' }],
  ['term=', {}],
  ['', {}],
  ['term=TEL&limit=3', { term: 'TEL', limit: 3 }],
  ['term=%D7%AA%D7%9C', { term: 'תל' }],
  ['term=%D7%AA%D7%9C+%D7%90&near=true', { term: 'תל א', near: true }],
  ['term=vt%20tel&near=true&limit=250', { term: 'vt tel', near: true, limit: 250 }],
  ['near=true', { near: true }],
  ['near=false', {}],
  ['term=tel&query=%7B%22size%22%3A2%7D', { term: 'tel', query: { size: 2 } }],
  ['term=tel&query={"size":2,"isOpen":true}', { term: 'tel', query: { size: 2, isOpen: true } }],
  ['query={}', { query: {} }],
  ['query={"size":null}', { query: { size: null } }],
  ['term=%F0%9F%98%80', { term: '\u{1f600}' }],
  ['term=t%00', { term: 't\0' }],
  ['term=a=b', { term: 'a=b' }],
  ['te%72m=aviv', { term: 'aviv' }],
  ['limit=2', { limit: 2 }],
  ['term', {}],
  ['term=tel&', { term: 'tel' }],
  ['term=tel&&limit=2', { term: 'tel', limit: 2 }],
  ['locale=he&term=tel', { term: 'tel' }],
  // What cannot be read is taken as it is.
  ['term=%', { term: '%' }],
  ['term=%ff', { term: '%ff' }],
  ['term=%E0%A4%A', { term: '%E0%A4%A' }],
])('[options-sets.search] ?%s', async (query, search) => {
  const { status, body } = await ask(pathOf(query));
  expect([status, body]).toEqual([200, bodyOf(search)]);
  // The second time it is kept, the third time it comes from there.
  for (let again = 0; again < 2; again += 1) expect((await ask(pathOf(query))).body).toBe(body);
});

test.each<[string, string[]]>([
  ['term=a&term=b', ['term']],
  ['limit=0', ['limit']],
  ['limit=251', ['limit']],
  ['limit=x', ['limit']],
  ['limit=1.5', ['limit']],
  ['near=maybe', ['near']],
  ['near=', ['near']],
  ['locale=xx', ['locale']],
  ['other=1', ['other']],
  ['=tel', ['']],
  ['constructor=1', ['constructor']],
  ['term=tel&query=', ['query']],
  ['term=tel&query={', ['query']],
  ['term=tel&query=[1]', ['query']],
])('[options-sets.search] [errors.request] ?%s is a 400', async (query, keys) => {
  const { status, body } = await ask(pathOf(query));
  expect([status, JSON.parse(body).validation]).toEqual([400, { source: 'query', keys }]);
});

test('[options-sets.search] a set that is not there, or not open, and an id that is none', async () => {
  const statuses = async (query: string) =>
    Promise.all(
      [set.toUpperCase(), closedSet, 'f'.repeat(24), 'x'.repeat(24), set.slice(1)].map(
        async (id) => (await ask(pathOf(query, id))).status,
      ),
    );
  expect(await statuses('term=tel')).toEqual([200, 403, 404, 400, 400]);
  expect(await statuses('limit=0')).toEqual([400, 400, 400, 400, 400]);
});

test('[options-sets.search] whatever is typed, the address is read as URLSearchParams reads it', async () => {
  const letters = fc.constantFrom(...'telאתל%+&=#;?/ "\\\u05b0é1\u{1f600}');
  const value = fc.oneof(fc.string({ unit: letters, maxLength: 6 }), fc.string({ maxLength: 5 }));
  const sent = fc.record({ term: value, near: fc.boolean(), limit: fc.integer({ min: 1, max: 250 }) });
  await fc.assert(
    fc.asyncProperty(sent, async ({ term, near, limit }) => {
      const query = new URLSearchParams({ term, near: String(near), limit: String(limit) });
      const { status, body } = await ask(pathOf(query.toString()));
      expect([status, body]).toEqual([200, bodyOf({ term: term.toWellFormed(), near, limit })]);
    }),
    { numRuns: 60 },
  );
}, 60_000);

test('[conventions.headers] the headers of a search, in their order', async () => {
  const { headers, body } = await ask(pathOf('term=%D7%AA%D7%9C'));
  const names = headers.filter((_, at) => at % 2 === 0);
  expect(names).toEqual([
    'x-service-request-id',
    'cache-control',
    'content-security-policy',
    'referrer-policy',
    'x-content-type-options',
    'access-control-allow-origin',
    'access-control-expose-headers',
    'content-type',
    'content-length',
    'Date',
    'Connection',
  ]);
  const headerOf = (name: string) => headers[headers.indexOf(name) + 1];
  expect(headerOf('content-type')).toBe('application/json; charset=utf-8');
  expect(headerOf('content-length')).toBe(String(Buffer.byteLength(body)));
});

test('[running.log] [running.metrics] a search is logged and counted, with the address that a proxy names', async () => {
  const path = pathOf('term=tel');
  const lineOf = async (headers: Record<string, string>) => {
    const before = service.log.length;
    await ask(path, headers);
    await expect.poll(() => service.log.length).toBe(before + 1);
    const { requestId, ms, ...facts } = JSON.parse(service.log.at(-1)!);
    expect([typeof requestId, typeof ms]).toEqual(['string', 'number']);
    return facts;
  };
  const expected = { method: 'GET', route: '/v1.0/optionsSet/:setId/autocomplete', status: 200, message: 'request' };
  for (const [forwarded, ip] of [
    [undefined, '127.0.0.1'],
    ['198.51.100.7', '198.51.100.7'],
    ['203.0.113.9, 198.51.100.7', '203.0.113.9'],
    ['192.0.2.1,203.0.113.9 ,, 198.51.100.7', '203.0.113.9'],
    [' , ', '127.0.0.1'],
    ['<odd>', '<odd>'],
  ] as const) {
    const headers: Record<string, string> = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    expect([forwarded, await lineOf(headers)]).toEqual([forwarded, { ...expected, ip }]);
  }
  const count = async () => {
    const text = await (await fetch(`${service.url}/metrics`)).text();
    return Number(
      /^formstead_request_seconds_count\{[^}]*autocomplete[^}]*status="200"[^}]*\} (\d+)$/m.exec(text)?.[1],
    );
  };
  const before = await count();
  await ask(path);
  await expect.poll(count).toBe(before + 1);
});

test('[limits.rate] each search counts once, and is refused as any other request', async () => {
  const limited = await startService({ RATE_LIMIT: '20' });
  try {
    // Three requests.
    const id = await makeSet(limited);
    const path = pathOf('term=tel', id);
    const statuses: (number | undefined)[] = [];
    for (let at = 0; at < 17; at++) statuses.push((await ask(path, {}, limited)).status);
    expect(statuses).toEqual([...new Array(17).fill(200)]);
    const refused = await ask(path, {}, limited);
    expect([refused.status, Number(refused.headers[refused.headers.indexOf('retry-after') + 1]) > 0]).toEqual([
      429,
      true,
    ]);
  } finally {
    await limited.close();
  }
});
