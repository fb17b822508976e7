// Searching options in process, beside MiniSearch and FlexSearch: how often people find what they mean (test/search), how long a search
// takes, how long an index takes to build and what it holds in memory. Figures of all three are of the same run.
import FlexSearch from 'flexsearch';
import MiniSearch from 'minisearch';
import { buildSearchIndex, type Option } from '../src/server/options-sets/search-index.ts';
import { naturalQueries, type QuerySet } from '../test/search/natural-queries.ts';
import { searchedSets } from '../test/search/sets.ts';
import { createRandom, makeStreet, typeLike } from './support/streets.ts';

interface Searcher {
  readonly bytes: number | undefined;
  search(term: string): string[];
}

const limit = 10;
const searches = 2_000;
const maxBytesPerOption = 150;
/** The others take minutes, or a gigabyte, for more. */
const mostForOthers = 65_000;

const builders: Readonly<Record<string, (options: readonly Option[]) => Searcher>> = {
  'ours, the rule alone': (options) => ours(options, false),
  'ours, near': (options) => ours(options, true),
  'MiniSearch, prefix and fuzzy': (options) => {
    const index = new MiniSearch({
      fields: ['value'],
      searchOptions: { prefix: true, fuzzy: 0.2, combineWith: 'AND' },
    });
    index.addAll(options.map(({ value }, id) => ({ id, value })));
    return {
      bytes: undefined,
      search: (term) =>
        index
          .search(term)
          .slice(0, limit)
          .map(({ id }) => options[id as number]!.value),
    };
  },
  'FlexSearch, full': (options) => {
    const index = new FlexSearch.Index({ tokenize: 'full' });
    for (const [id, { value }] of options.entries()) index.add(id, value);
    return {
      bytes: undefined,
      search: (term) => (index.search(term, { limit }) as number[]).map((id) => options[id]!.value),
    };
  },
};

function ours(options: readonly Option[], near: boolean): Searcher {
  const index = buildSearchIndex(options);
  return { bytes: index.bytes, search: (term) => index.autocomplete({ term, limit, near }) };
}

export async function run() {
  const rows: (string | number)[][] = [];
  const verdicts: { name: string; ratio: number; atLeast: number }[] = [];
  for (const [name, build] of Object.entries(builders)) {
    const { first, ten, count } = askNaturally(build);
    rows.push([
      count,
      name,
      'natural queries',
      `${percent(first / count)} first`,
      `${percent(ten / count)} in ten`,
      '',
    ]);
    if (name !== 'ours, near') continue;
    verdicts.push({ name: 'natural queries found first', ratio: first / count, atLeast: 0.9 });
    verdicts.push({ name: 'natural queries found in ten', ratio: ten / count, atLeast: 0.97 });
  }
  for (const size of [65_000, 500_000]) {
    const random = createRandom(7);
    const options = Array.from({ length: size }, () => makeStreet(random));
    const terms = Array.from({ length: searches }, () => typeLike(random, options[random(size)]!));
    for (const [name, build] of Object.entries(builders)) {
      if (size > mostForOthers && !name.startsWith('ours')) continue;
      const start = performance.now();
      const searcher = build(options);
      const builtMs = performance.now() - start;
      const { p50, p99 } = timeSearches(searcher, terms);
      const perOption = searcher.bytes === undefined ? '' : `${(searcher.bytes / size).toFixed(0)} bytes an option`;
      rows.push([
        size.toLocaleString('en'),
        name,
        `built in ${builtMs.toFixed(0)} ms`,
        p50.toFixed(3),
        p99.toFixed(3),
        perOption,
      ]);
      if (name !== 'ours, near') continue;
      if (size === 65_000) verdicts.push({ name: 'near p50 at 65,000 within 0.3 ms', ratio: 0.3 / p50, atLeast: 1 });
      const most = size === 65_000 ? 3 : 10;
      verdicts.push({
        name: `near p99 at ${size.toLocaleString('en')} within ${most} ms`,
        ratio: most / p99,
        atLeast: 1,
      });
      verdicts.push({
        name: `at most ${maxBytesPerOption} bytes an option at ${size.toLocaleString('en')}`,
        ratio: (maxBytesPerOption * size) / searcher.bytes!,
        atLeast: 1,
      });
    }
  }
  return {
    title: 'searching options (milliseconds)',
    columns: ['options', 'index', 'what', 'p50', 'p99', 'note'],
    rows,
    verdicts,
  };
}

function askNaturally(build: (options: readonly Option[]) => Searcher) {
  const sets = searchedSets();
  const counts = { first: 0, ten: 0, count: 0 };
  for (const [set, lines] of Object.entries(naturalQueries)) {
    const searcher = build(sets[set as QuerySet]);
    for (const line of lines.trim().split(/\n\s*/)) {
      const [term = '', meant = ''] = line.split(' → ');
      const found = searcher.search(term);
      counts.count++;
      if (found[0] === meant) counts.first++;
      if (found.includes(meant)) counts.ten++;
    }
  }
  return counts;
}

/** The best of three of each search: what else runs on the machine is not the search's. */
function timeSearches({ search }: Searcher, terms: readonly string[]) {
  for (const term of terms.slice(0, 300)) search(term);
  const times = terms.map((term) => {
    let best = Number.POSITIVE_INFINITY;
    for (let i = 0; i < 3; i++) {
      const start = performance.now();
      search(term);
      best = Math.min(best, performance.now() - start);
    }
    return best;
  });
  times.sort((a, b) => a - b);
  return { p50: times[Math.floor(times.length * 0.5)]!, p99: times[Math.floor(times.length * 0.99)]! };
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}
