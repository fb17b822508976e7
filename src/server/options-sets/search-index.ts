// Which options of a set a term finds, and whether a value is one of them.
// Options lie in descending score, so a search is a scan that stops at the limit.
// [options-sets.search] [options-sets.search.query] [options-sets.validate]
import { foldText } from '../../core/fold-text.ts';
import { DEFAULT_SLICE_MILLISECONDS, runAtOnce, runInSlices, type Steps } from '../run-in-slices.ts';
import { type DataPostings, DataPostingsDraft, hasPosition, indexFrom, type Postings } from './data-postings.ts';
import { orderByScore } from './order-by-score.ts';
import { BLOCK_OPTIONS, SearchText } from './search-text.ts';

export interface Option {
  readonly value: string;
  readonly score?: number;
  readonly data?: Readonly<Record<string, unknown>>;
}

export type DataQuery = Readonly<Record<string, unknown>>;

export interface SearchIndex {
  readonly size: number;
  /** What the index holds in memory, by its own count. */
  readonly bytes: number;
  /** Values, an option equal to the term first, then by descending score; a term that folds to nothing finds all. */
  autocomplete(request: { term: string; query?: DataQuery; limit: number }): string[];
  /** Exact, including case and the types of the query's values. */
  validate(request: { value: string; query?: DataQuery }): boolean;
}

export function buildSearchIndex(options: Iterable<Option>): SearchIndex {
  const draft = createDraft();
  runAtOnce(addOptions(draft, options));
  return runAtOnce(finishIndex(draft));
}

/** The same without holding the event loop: pages as a database cursor gives them, whatever their number and size. */
export async function buildSearchIndexInSlices(
  pages: AsyncIterable<Iterable<Option>> | Iterable<Iterable<Option>>,
  sliceMilliseconds = DEFAULT_SLICE_MILLISECONDS,
): Promise<SearchIndex> {
  const draft = createDraft();
  for await (const page of pages) await runInSlices(addOptions(draft, page), sliceMilliseconds);
  return runInSlices(finishIndex(draft), sliceMilliseconds);
}

const OPTIONS_PER_STEP = 128;

interface Draft {
  readonly values: string[];
  readonly scores: number[];
  readonly data: DataPostingsDraft;
}

function createDraft(): Draft {
  return { values: [], scores: [], data: new DataPostingsDraft() };
}

function* addOptions(draft: Draft, options: Iterable<Option>): Steps<void> {
  for (const option of options) {
    draft.values.push(option.value);
    // choice: an option without a score ranks as one with score 0.
    draft.scores.push(option.score ?? 0);
    draft.data.add(option.data);
    if (draft.values.length % OPTIONS_PER_STEP === 0) yield;
  }
}

function* finishIndex(draft: Draft): Steps<SearchIndex> {
  const order = yield* orderByScore(draft.scores);
  const text = new SearchText(order.length);
  yield* text.layOut((position) => draft.values[order[position]!]!);
  const postings = yield* draft.data.finish(order);
  return createIndex(text, postings);
}

function createIndex(text: SearchText, postings: DataPostings): SearchIndex {
  return {
    size: text.size,
    bytes: text.bytes + postings.bytes,
    autocomplete({ term, query, limit }) {
      const filters = query === undefined ? [] : postings.find(query);
      if (filters === undefined) return [];
      const folded = foldText(term);
      const found = folded === '' ? findTop(text, filters, limit) : findTerm(text, { term, folded, filters, limit });
      return found.map((position) => text.valueAt(position));
    },
    validate({ value, query }) {
      const filters = query === undefined ? [] : postings.find(query);
      if (filters === undefined) return false;
      const folded = foldText(value);
      for (let at = text.findEqual(folded); at !== undefined; at = text.findEqual(folded, at)) {
        if (text.valueAt(at) === value && isInAll(filters, at)) return true;
      }
      return false;
    },
  };
}

interface TermSearch {
  readonly term: string;
  readonly folded: string;
  readonly filters: readonly Postings[];
  readonly limit: number;
}

function findTop(text: SearchText, filters: readonly Postings[], limit: number): number[] {
  const found: number[] = [];
  const [shortest, ...others] = filters;
  const count = shortest?.length ?? text.size;
  for (let i = 0; i < count && found.length < limit; i++) {
    const position = shortest?.[i] ?? i;
    if (isInAll(others, position)) found.push(position);
  }
  return found;
}

/** choice: options equal to the term to the letter, then those equal when folded, then the rest. */
function findTerm(text: SearchText, search: TermSearch): number[] {
  const found = findEqual(text, search);
  if (found.length >= search.limit) return found;
  if (search.filters.length === 0) scanBlocks(text, search, found);
  else scanPostings(text, search, found);
  return found;
}

function findEqual(text: SearchText, { term, folded, filters, limit }: TermSearch): number[] {
  const exact: number[] = [];
  const others: number[] = [];
  let position = text.findEqual(folded);
  while (position !== undefined && exact.length < limit) {
    const list = text.valueAt(position) === term ? exact : others;
    if (list.length < limit && isInAll(filters, position)) list.push(position);
    position = text.findEqual(folded, position);
  }
  for (let i = 0; i < others.length && exact.length < limit; i++) exact.push(others[i]!);
  return exact;
}

/** Adds the positions that hold the term; those equal to it were found before. */
function scanBlocks(text: SearchText, { folded, limit }: TermSearch, found: number[]): void {
  const rows = text.rowsOf(folded);
  let block = text.findCandidate(rows, 0);
  while (block !== undefined && found.length < limit) {
    scanBlock(text, { block, folded, limit }, found);
    block = text.findCandidate(rows, block + 1);
  }
}

function scanBlock(text: SearchText, search: { block: number; folded: string; limit: number }, found: number[]): void {
  const { folded, limit } = search;
  const { starts } = text;
  const block = text.blocks[search.block]!;
  const base = starts[search.block * BLOCK_OPTIONS]!;
  let position = search.block * BLOCK_OPTIONS;
  let hit = block.indexOf(folded);
  while (hit >= 0) {
    while (starts[position + 1]! - base <= hit) position++;
    const end = starts[position + 1]! - base;
    if (end - 1 - (starts[position]! - base) !== folded.length) {
      found.push(position);
      if (found.length >= limit) return;
    }
    hit = block.indexOf(folded, end);
  }
}

/** Leaps between the shortest list and the blocks that can hold the term, so that neither is walked for nothing. */
function scanPostings(text: SearchText, { folded, filters, limit }: TermSearch, found: number[]): void {
  const rows = text.rowsOf(folded);
  const [shortest, ...others] = filters as [Postings, ...Postings[]];
  let i = 0;
  while (i < shortest.length && found.length < limit) {
    const block = text.findCandidate(rows, Math.floor(shortest[i]! / BLOCK_OPTIONS));
    if (block === undefined) return;
    i = indexFrom(shortest, i, block * BLOCK_OPTIONS);
    i = scanInBlock(text, { block, from: i, folded, limit, shortest, others }, found);
  }
}

/**
 * The next hit is searched for once and kept until the list passes it. Returns where the list leaves the block. Works on
 * indexes: a view of the list per block would be garbage by the hundred in one search.
 */
function scanInBlock(
  text: SearchText,
  search: {
    block: number;
    from: number;
    folded: string;
    limit: number;
    shortest: Postings;
    others: readonly Postings[];
  },
  found: number[],
): number {
  const { folded, limit, shortest, others } = search;
  const { starts } = text;
  const block = text.blocks[search.block]!;
  const base = starts[search.block * BLOCK_OPTIONS]!;
  const blockEnd = (search.block + 1) * BLOCK_OPTIONS;
  let hit = -1;
  let i = search.from;
  for (; i < shortest.length && shortest[i]! < blockEnd && found.length < limit; i++) {
    const position = shortest[i]!;
    const start = starts[position]! - base;
    const end = starts[position + 1]! - 1 - base;
    if (hit < start) hit = block.indexOf(folded, start);
    if (hit < 0) return indexFrom(shortest, i, blockEnd);
    if (hit < end && end - start !== folded.length && isInAll(others, position)) found.push(position);
  }
  return i;
}

function isInAll(lists: readonly Postings[], position: number): boolean {
  for (const list of lists) if (!hasPosition(list, position)) return false;
  return true;
}
