// Which options of a set a term finds, and whether it has a value. [options-sets.search] [options-sets.search.query]
// [options-sets.validate] A set is one segment or several, whose finds are merged; adding options adds a segment and leaves the others as they are.
import { foldText } from '../../core/text/fold-text.ts';
import { defaultSliceMilliseconds, runAtOnce, runInSlices, type Steps } from '../scheduling/run-in-slices.ts';
import type { Postings } from './data-postings.ts';
import { NearRun } from './near-search.ts';
import { findContaining, findEqual, findTop, isInAll, needlesOf, placeOf, type RuleSearch } from './rule-search.ts';
import { foldSearched, maxPageLetters } from './search-text.ts';
import { SearchWork } from './search-work.ts';
import { type Option, type Segment, SegmentDraft } from './segment.ts';

export type { Option } from './segment.ts';

export type DataQuery = Readonly<Record<string, unknown>>;

export interface AutocompleteRequest {
  readonly term: string;
  readonly query?: DataQuery | undefined;
  readonly limit: number;
  /** Fills the places that are left with near matches. */
  readonly near?: boolean | undefined;
}

export interface SearchIndex {
  readonly size: number;
  /** What the index holds in memory, by its own count. */
  readonly bytes: number;
  readonly segments: readonly Segment[];
  /** Its own: stands for the index where the index should not be held. */
  readonly mark: object;
  /** Values, an option equal to the term first, then by descending score; a term that folds to nothing finds all. */
  autocomplete(request: AutocompleteRequest): string[];
  /** Exact, including case and the types of the query's values. */
  validate(request: ValidateRequest): boolean;
  /** The same, stopping where it takes long. */
  autocompleteInSteps(request: AutocompleteRequest): Steps<string[]>;
  validateInSteps(request: ValidateRequest): Steps<boolean>;
}

export interface ValidateRequest {
  readonly value: string;
  readonly query?: DataQuery | undefined;
}

export function buildSearchIndex(options: Iterable<Option>): SearchIndex {
  const draft = new SegmentDraft();
  runAtOnce(draft.add(options));
  return createIndex([runAtOnce(draft.finish())]);
}

/** The same without holding the event loop: pages as a database cursor gives them, whatever their number and size. */
export async function buildSearchIndexInSlices(
  pages: AsyncIterable<Iterable<Option>> | Iterable<Iterable<Option>>,
  sliceMilliseconds = defaultSliceMilliseconds,
): Promise<SearchIndex> {
  return createIndex([await buildSegmentInSlices(pages, sliceMilliseconds)]);
}

export async function buildSegmentInSlices(
  pages: AsyncIterable<Iterable<Option>> | Iterable<Iterable<Option>>,
  sliceMilliseconds = defaultSliceMilliseconds,
): Promise<Segment> {
  const draft = new SegmentDraft();
  for await (const page of pages) await runInSlices(draft.add(page), sliceMilliseconds);
  return runInSlices(draft.finish(), sliceMilliseconds);
}

/** Segments in the order in which their options were added. */
export function createIndex(segments: readonly Segment[]): SearchIndex {
  return {
    size: segments.reduce((sum, { size }) => sum + size, 0),
    bytes: segments.reduce((sum, { bytes }) => sum + bytes, 0),
    segments,
    mark: {},
    autocomplete: (request) => runAtOnce(autocomplete(segments, request)),
    validate: (request) => runAtOnce(validate(segments, request)),
    autocompleteInSteps: (request) => autocomplete(segments, request),
    validateInSteps: (request) => validate(segments, request),
  };
}

function* validate(segments: readonly Segment[], { value, query }: ValidateRequest): Steps<boolean> {
  const folded = foldSearched(value);
  for (const { text, postings } of segments) {
    const filters = query === undefined ? [] : postings.find(query);
    if (filters === undefined) continue;
    let looks = 0;
    for (let at = text.findEqual(folded); at !== undefined; at = text.findEqual(folded, at)) {
      if (text.valueAt(at) === value && isInAll(filters, at)) return true;
      looks += 1 + filters.length;
      if (looks >= looksPerStep) {
        looks = 0;
        yield;
      }
    }
  }
  return false;
}

const looksPerStep = 10_000;

/** What a segment found, with what decides its place among the finds of the others: lower comes first. */
interface Find {
  readonly at: number;
  readonly segment: Segment;
  readonly position: number;
  readonly ranks: readonly number[];
}

function* autocomplete(segments: readonly Segment[], request: AutocompleteRequest): Steps<string[]> {
  const { term, query, limit } = request;
  const folded = foldText(term);
  const work = new SearchWork();
  const needles = needlesOf(folded);
  const searched: Searched[] = [];
  for (const segment of segments) {
    const filters = query === undefined ? noFilters : segment.postings.find(query);
    if (filters !== undefined) searched.push({ segment, search: { term, needles, filters, limit, work } });
  }
  if (folded === '') return yield* topOf(searched, limit);
  const parts: (Searched & RuleFinds)[] = [];
  for (const { segment, search } of searched) {
    parts.push({ segment, search, ...(yield* findByRule(segment, search)) });
  }
  const found = parts.length === 1 ? placesOf(parts[0]!, limit) : mergeRule(parts, limit);
  if (request.near !== true || found.length >= limit) return valuesOf(found);
  const isWhole = parts.some(({ exact, others }) => exact.length + others.length > 0);
  const near = yield* findNearOnes(parts, { term, limit: limit - found.length, known: found, isWhole, work });
  return valuesOf([...found, ...near]);
}

const noFilters: readonly Postings[] = [];

interface Searched {
  readonly segment: Segment;
  readonly search: RuleSearch;
}

interface RuleFinds {
  /** Equal to the letter; equal when folded; the rest. */
  readonly exact: readonly number[];
  readonly others: readonly number[];
  readonly containing: readonly number[];
}

function* findByRule(segment: Segment, search: RuleSearch): Steps<RuleFinds> {
  const { exact, others } = yield* findEqual(segment.text, search);
  const left = search.limit - exact.length - others.length;
  return { exact, others, containing: yield* findContaining(segment, search, left) };
}

type Place = Pick<Find, 'segment' | 'position'>;

/** What one segment alone found is in its order already. */
function placesOf({ segment, exact, others, containing }: Searched & RuleFinds, limit: number): Place[] {
  const places: Place[] = [];
  for (const list of [exact, others, containing]) {
    for (let i = 0; i < list.length && places.length < limit; i++) places.push({ segment, position: list[i]! });
  }
  return places;
}

function mergeRule(parts: readonly (Searched & RuleFinds)[], limit: number): Place[] {
  const finds = parts.map(({ segment, search, exact, others, containing }, at) => {
    const place = (ranksOf: (position: number) => readonly number[]) => (position: number) => ({
      at,
      segment,
      position,
      ranks: ranksOf(position),
    });
    const { text, scores } = segment;
    return [
      ...exact.map(place((position) => [0, -scores.scoreAt(position)])),
      ...others.map(place((position) => [1, -scores.scoreAt(position)])),
      ...containing.map(
        place((position) => [
          2,
          -scores.scoreAt(position),
          placeOf(text, search.needles, position),
          text.lengthAt(position),
        ]),
      ),
    ];
  });
  return merge(finds, limit);
}

function* topOf(searched: readonly Searched[], limit: number): Steps<string[]> {
  const finds: Find[][] = [];
  for (const [at, { segment, search }] of searched.entries()) {
    const found = yield* findTop(segment, search);
    const ranksOf = (position: number) => (searched.length === 1 ? [] : [-segment.scores.scoreAt(position)]);
    finds.push(found.map((position) => ({ at, segment, position, ranks: ranksOf(position) })));
  }
  return valuesOf(merge(finds, limit));
}

/** Fewer finds than this, and what is less likely is looked for as well. */
const few = 3;

interface NearPlaces {
  readonly term: string;
  readonly limit: number;
  readonly known: readonly Place[];
  readonly isWhole: boolean;
  readonly work: SearchWork;
}

function* findNearOnes(
  searched: readonly Searched[],
  { term, limit, known, isWhole, work }: NearPlaces,
): Steps<Place[]> {
  const runs = searched.map(({ segment, search: { filters } }) => {
    const knownHere = new Set(known.filter((place) => place.segment === segment).map(({ position }) => position));
    return new NearRun(segment, { term, filters, limit, known: knownHere, work });
  });
  for (const run of runs) yield* run.look();
  const near = mergeNear(searched, runs, { limit, hasSurer: known.length > 0 });
  // Who typed a whole option made no error.
  if (isWhole || known.length + near.length >= few) return near;
  for (const run of runs) yield* run.lookFurther();
  return mergeNear(searched, runs, { limit, hasSurer: known.length > 0 });
}

function mergeNear(
  searched: readonly Searched[],
  runs: readonly NearRun[],
  { limit, hasSurer }: { limit: number; hasSurer: boolean },
): Place[] {
  const matches = runs.map((run) => run.list());
  const isSurer = hasSurer || matches.some((found) => found.some(({ isPartial }) => !isPartial));
  const finds = searched.map(({ segment }, at) =>
    matches[at]!.filter(({ isPartial }) => !isPartial || !isSurer).map(({ position, cost }) => ({
      at,
      segment,
      position,
      ranks: searched.length === 1 ? [] : [cost, -segment.scores.scoreAt(position), segment.text.lengthAt(position)],
    })),
  );
  return merge(finds, limit);
}

/** Each list is in its order already, and so is one list alone. Of equal ranks, what was added earlier comes first. */
function merge(lists: readonly (readonly Find[])[], limit: number): Find[] {
  const [first = []] = lists;
  if (lists.length <= 1) return first.slice(0, limit);
  return lists.flat().sort(compareFinds).slice(0, limit);
}

function compareFinds(a: Find, b: Find): number {
  for (let i = 0; i < a.ranks.length && i < b.ranks.length; i++) {
    const difference = a.ranks[i]! - b.ranks[i]!;
    if (difference !== 0) return difference;
  }
  // Sorting is stable, and lists come in the order of their segments.
  return a.at - b.at;
}

/** Values may be as long as a body: no more of them than one response should hold, but one at least. */
function valuesOf(places: readonly Place[]): string[] {
  const values: string[] = [];
  let letters = 0;
  for (const { segment, position } of places) {
    const value = segment.text.valueAt(position);
    letters += value.length;
    if (letters > maxPageLetters && values.length > 0) break;
    values.push(value);
  }
  return values;
}
