// Plain searches of an options set are answered past the framework. Whoever sends one more header takes the long way: both ways give
// the same status, headers and body, count the same and are logged the same.
import { get, type IncomingHttpHeaders } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
  { value: '\ud800 lone, \u{1f600} whole', data: { size: null } },
  ...Array.from({ length: 300 }, (_, at) => ({ value: `tel ${at}`, score: at % 7, data: { size: at } })),
];

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
  readonly headers: IncomingHttpHeaders;
  readonly order: readonly string[];
  readonly body: string;
}

/** As it is written: no client that tidies up addresses. */
function ask(path: string, headers: Record<string, string>, { url } = service): Promise<Seen> {
  const { port } = new URL(url);
  return new Promise((resolve, reject) => {
    const request = get({ port, host: '127.0.0.1', path: `/v1.0${path}`, headers, agent: false }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () => {
        const { date: _date, 'x-service-request-id': id, ...rest } = response.headers;
        expect(id).toMatch(/^[\da-f-]{36}$/);
        const order = response.rawHeaders.filter((_, at) => at % 2 === 0);
        resolve({
          status: response.statusCode,
          headers: rest,
          order,
          body: Buffer.concat(pieces).toString(),
        });
      });
    });
    request.on('error', reject);
  });
}

const longWay = { 'content-length': '0' };

const asked = [
  'term=tel',
  'term=',
  'term=TEL&limit=3',
  'term=%D7%AA%D7%9C',
  'term=%D7%AA%D7%9C+%D7%90&near=true',
  'term=vt%20tel&near=true&limit=250',
  'near=true',
  'term=tel&query=%7B%22size%22%3A2%7D',
  'term=tel&query={"size":2,"isOpen":true}',
  'term=%F0%9F%98%80',
  'term=t%00',
  'term=a=b',
  'limit=2',
  // What is not plain is refused, or read, by the same checks as ever.
  '',
  'term',
  'term=tel&',
  'term=tel&&limit=2',
  'term=a&term=b',
  '=tel',
  'limit=0',
  'limit=251',
  'limit=x',
  'near=false',
  'near=maybe',
  'near=',
  'locale=he&term=tel',
  'locale=xx',
  'other=1',
  '__proto__=1',
  'constructor=1',
  'term=%ff',
  'term=%',
  'term=%E0%A4%A',
  'term=a#b',
  'te%72m=tel',
  'term=tel&query=',
  'term=tel&query={',
  'term=tel&query=[1]',
  'term=tel&query={"size":{"$gt":1}}',
  'term=tel&query={"size":1e999}',
  'term=tel&query={"__proto__":1}',
  `query=${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`,
  `query={"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
];

test('[options-sets.search] [conventions.headers] a plain search past the framework is answered as by it, to the letter', async () => {
  const seen = new Set<number | undefined>();
  for (const id of [set, closedSet, set.toUpperCase(), 'f'.repeat(24), 'x'.repeat(24), set.slice(1)]) {
    for (const query of id === set ? asked : ['term=tel', 'limit=0']) {
      const path = `/optionsSet/${id}/autocomplete?${query}`;
      const [quick, long] = [await ask(path, {}), await ask(path, longWay)];
      expect([path.slice(0, 200), quick]).toEqual([path.slice(0, 200), long]);
      seen.add(quick.status);
    }
    if (id !== set) continue;
    const bare = `/optionsSet/${id}/autocomplete`;
    expect(await ask(bare, {})).toEqual(await ask(bare, longWay));
  }
  expect([...seen].sort()).toEqual([200, 400, 403, 404]);
}, 60_000);

test('[options-sets.search] whatever is typed, both ways find the same', async () => {
  const letters = fc.constantFrom(...'telאתל%+&=#;?/ "\\\u05b0é1\u{1f600}');
  const value = fc.oneof(
    fc.string({ unit: letters, maxLength: 6 }).map(encodeURIComponent),
    fc.string({ maxLength: 5 }),
  );
  const plain = value.map((text) => text.replace(/[^!-~]/g, '+'));
  const name = fc.constantFrom('term', 'term', 'near', 'limit', 'query', 'locale');
  const query = fc.array(fc.tuple(name, plain), { maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(query, async (pairs) => {
      const path = `/optionsSet/${set}/autocomplete?${pairs.map(([one, text]) => `${one}=${text}`).join('&')}`;
      expect(await ask(path, {})).toEqual(await ask(path, longWay));
    }),
    { numRuns: 60 },
  );
}, 60_000);

test('[running.log] [running.metrics] a search past the framework is logged and counted, with the address that a proxy names', async () => {
  const path = `/optionsSet/${set}/autocomplete?term=tel`;
  const lines = async (headers: Record<string, string>) => {
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
    expect([forwarded, await lines(headers)]).toEqual([forwarded, { ...expected, ip }]);
    expect([forwarded, await lines({ ...headers, ...longWay })]).toEqual([forwarded, { ...expected, ip }]);
  }
  const count = async () => {
    const text = await (await fetch(`${service.url}/metrics`)).text();
    return Number(
      /^formstead_request_seconds_count\{[^}]*autocomplete[^}]*status="200"[^}]*\} (\d+)$/m.exec(text)?.[1],
    );
  };
  const before = await count();
  await ask(path, {});
  await ask(path, longWay);
  await expect.poll(count).toBe(before + 2);
});

test('[limits.rate] a search counts once, whichever way it goes, and is refused as any other request', async () => {
  const limited = await startService({ RATE_LIMIT: '20', METRICS: '1' });
  try {
    // Four requests.
    const id = await makeSet(limited);
    const path = `/optionsSet/${id}/autocomplete?term=`;
    const seen: (number | undefined)[] = [];
    // The parameter of every second one is only known to the framework.
    for (let at = 0; at < 17; at++) seen.push((await ask(path + (at % 2 ? '&locale=he' : at), {}, limited)).status);
    expect(seen).toEqual([...new Array(17).fill(200)]);
    const refused = await ask(path, {}, limited);
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
  } finally {
    await limited.close();
  }
});
