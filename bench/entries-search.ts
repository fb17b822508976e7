// Search, filters and order over the entries of a form, at 10,000, 100,000 and 1,000,000 of them (SIZES=10000,100000 chooses), and
// a submit to a form that is searched beside one to a form that is not.
import { setTimeout as sleep } from 'node:timers/promises';
import { form15, submission15 } from './support/form15.ts';
import { measureInTurn, median, postRequest } from './support/load.ts';
import { type RunningServer, startServer } from './support/running-server.ts';
import { addVariedEntries } from './support/varied-entries.ts';

const sizes = (process.env['SIZES'] ?? '10000,100000,1000000').split(',').map(Number);
const rounds = 15;
const submitRounds = 7;

/** Budgets in milliseconds at the largest size; undefined where there is none. */
const searches: {
  name: string;
  query: (round: number, size: number) => Record<string, string>;
  budget: number | undefined;
}[] = [
  { name: 'a rare word', query: (round, size) => ({ search: `rare${rareNumber(round, size)}x` }), budget: 100 },
  { name: 'a word that nothing has', query: (round) => ({ search: `nothing${round}` }), budget: 100 },
  {
    name: 'a telephone number',
    query: (round, size) => ({ search: phoneOf(1 + Math.floor((size * (round + 1)) / 20)) }),
    budget: 100,
  },
  { name: 'a common word', query: () => ({ search: 'archer' }), budget: 100 },
  { name: 'two words of one in a hundred', query: () => ({ search: 'haifa oriental' }), budget: undefined },
  { name: 'a choice of every third', query: () => ({ where: where('country', 'eq', 'IL') }), budget: 50 },
  { name: 'a choice of one in 5,000', query: () => ({ where: where('status', 'eq', 'other') }), budget: 50 },
  {
    name: 'a number between',
    query: (round) => ({
      where: JSON.stringify({
        and: [
          { path: 'rating', op: 'gte', value: 1000 + round },
          { path: 'rating', op: 'lt', value: 1001 + round },
        ],
      }),
    }),
    budget: undefined,
  },
  { name: 'sorted by a text, first page', query: () => ({ sort: 'lastName' }), budget: 300 },
  { name: 'sorted by a number, last first', query: () => ({ sort: '-age' }), budget: 300 },
  {
    name: 'a choice, sorted',
    query: () => ({ sort: 'lastName', where: where('country', 'eq', 'IL') }),
    budget: undefined,
  },
];

const where = (path: string, op: string, value: unknown) => JSON.stringify({ path, op, value });
const rareNumber = (round: number, size: number) => 1 + ((round * 977) % Math.floor(size / 1_000));
const phoneOf = (n: number) => String((n * 7_919) % 10_000_019).padStart(8, '0');

export async function run() {
  const server = await startServer();
  try {
    const rows: (string | number)[][] = [];
    const verdicts: { name: string; ratio: number; atLeast: number }[] = [];
    let searched = '';
    for (const size of sizes) {
      searched = (await server.call('POST', '/form', form15))['id'] as string;
      await addVariedEntries(server, { form: searched, count: size });
      const buildSeconds = await buildIndex(server, searched);
      const isLargest = size === Math.max(...sizes);
      for (const { name, query, budget } of searches) {
        const times: number[] = [];
        for (let round = -2; round < rounds; round += 1) {
          const ms = await time(() => list(server, searched, query(Math.max(0, round), size)));
          if (round >= 0) times.push(ms);
        }
        rows.push([
          size.toLocaleString('en'),
          name,
          median(times).toFixed(1),
          Math.max(...times).toFixed(0),
          budget ?? '',
        ]);
        if (isLargest && budget !== undefined)
          verdicts.push({ name: `${name}: p50 within ${budget} ms`, ratio: budget / median(times), atLeast: 1 });
      }
      const next = await nextPages(server, searched);
      rows.push([
        size.toLocaleString('en'),
        'sorted, next pages',
        median(next).toFixed(1),
        Math.max(...next).toFixed(0),
        50,
      ]);
      if (isLargest)
        verdicts.push({ name: 'sorted, next pages: p50 within 50 ms', ratio: 50 / median(next), atLeast: 1 });
      const count = await time(() =>
        server.call(
          'GET',
          `/form/${searched}/entries/count?${new URLSearchParams({ where: where('status', 'eq', 'other') })}`,
        ),
      );
      rows.push([size.toLocaleString('en'), 'count of one in 5,000', count.toFixed(0), '', '']);
      rows.push([
        size.toLocaleString('en'),
        'making the index',
        `${(1_000 * buildSeconds).toFixed(0)}`,
        `${await indexMb(server)} MB in all`,
        '',
      ]);
    }
    const plain = (await server.call('POST', '/form', form15))['id'] as string;
    const submitTo = (form: string) => {
      const request = postRequest('/v1.0/entry/submit', JSON.stringify({ form, data: submission15 }));
      return { url: server.url, request: () => request, cpuMs: server.cpuMs };
    };
    const targets = {
      'submit, form never searched': submitTo(plain),
      'submit, form searched and sorted': submitTo(searched),
    };
    const submits = await measureInTurn({ targets, connections: 16, rounds: submitRounds });
    for (const name of Object.keys(targets) as (keyof typeof targets)[]) {
      rows.push([
        '',
        name,
        submits.middle(name, 'p50Ms').toFixed(2),
        `${Math.round(submits.middle(name, 'perSecond'))}/s`,
        '',
      ]);
    }
    const ratio = submits.ratio('submit, form searched and sorted', 'submit, form never searched', 'perSecond');
    verdicts.push({ name: 'a submit costs at most a tenth more', ratio, atLeast: 0.9 });
    return {
      title: `search in entries: milliseconds of a request for 50 (medians of ${rounds} rounds)`,
      columns: ['entries', 'what is asked for', 'p50', 'slowest', 'budget'],
      rows,
      verdicts,
    };
  } finally {
    await server.close();
  }
}

async function list(server: RunningServer, form: string, query: Record<string, string>) {
  return server.call('GET', `/form/${form}/entries?${new URLSearchParams({ limit: '50', ...query })}`);
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Pages 2 to 16 of a sorted list. */
async function nextPages(server: RunningServer, form: string): Promise<number[]> {
  const times: number[] = [];
  let address = `${server.url}/v1.0/form/${form}/entries?sort=lastName&limit=50`;
  for (let page = 0; page <= rounds; page += 1) {
    const start = performance.now();
    const response = await fetch(address, { headers: { 'x-api-key': server.key } });
    await response.text();
    if (page > 0) times.push(performance.now() - start);
    const [, path] = /\/v1\.0(\/[^>]*)>/.exec(response.headers.get('link') ?? '') ?? [];
    address = `${server.url}/v1.0${path}`;
  }
  return times;
}

/** The first search and the first sort begin it. */
async function buildIndex(server: RunningServer, form: string): Promise<number> {
  const start = performance.now();
  const ask = () =>
    Promise.all([
      list(server, form, { search: 'archer' }),
      list(server, form, { sort: 'lastName', limit: '1' }),
      list(server, form, { sort: '-age', limit: '1' }),
    ]);
  await ask();
  for (;;) {
    const [state] = await server.sql<{ isDone: boolean }[]>`
      select (select min(from_id) from entry_segments where form = ${form}) = ''
        and (select count(*) from entry_key_sets where form = ${form} and is_built) = 2
        and (select builder is null from form_indexes where form = ${form}) as "isDone"`;
    if (state?.isDone) break;
    await sleep(500);
  }
  await server.sql`analyze`;
  return (performance.now() - start) / 1000;
}

async function indexMb(server: RunningServer): Promise<number> {
  const [row] = await server.sql<
    { bytes: string }[]
  >`select sum(pg_total_relation_size(oid))::text as bytes from pg_class
    where relname in ('entry_segments', 'entry_signatures', 'entry_index_changes', 'entry_keys')`;
  return Math.round(Number(row?.bytes) / 2 ** 20);
}
