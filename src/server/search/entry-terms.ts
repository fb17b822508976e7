// The terms of an entry: numbers that say what it may be found by. A block of entries has the terms of all of them; a search asks
// for blocks that have all terms of what it looks for. Two terms may be the same number: terms only ever say "perhaps".
// [entry-search.all]
import type { Steps } from '../scheduling/run-in-slices.ts';
import type { SearchPath, SearchPaths, SearchRow } from './search-paths.ts';
import { sortableBits } from './sort-key.ts';

/** `copies`: how many bits the term has. */
export type AddTerm = (term: number, copies: number) => void;

/** A text has many terms, which are asked for together; a value has one, which has to say more by itself. */
export const gramCopies = 2;
export const valueCopies = 5;
export const rangeCopies = 4;

export function* entryTerms(row: SearchRow, paths: SearchPaths, add: AddTerm): Steps<void> {
  for (const path of paths.answers.values()) yield* pathTerms(row, path, add);
  add(numberTerm(row.idx), valueCopies);
}

function* pathTerms(
  row: SearchRow,
  { path, items, type, isSearched, isSingle }: SearchPath,
  add: AddTerm,
): Steps<void> {
  const found = items(row);
  const place = hashText(path);
  add(found.length === 0 ? emptyTerm(place) : filledTerm(place), valueCopies);
  if (isSingle && found.length > 1) add(severalTerm(place), valueCopies);
  for (const item of found) {
    if (type.kind === 'none') return;
    const key = type.key(item);
    if (key !== undefined) add(equalTerm(place, key), valueCopies);
    yield;
    const order = type.operators.has('lt') ? type.order(item) : undefined;
    if (typeof order === 'number') {
      for (const shift of rangeShifts) add(rangeTerm(place, shift, sortableBits(order) >>> shift), rangeCopies);
    }
    if (isSearched) {
      for (const text of type.texts(item)) {
        if (text.length <= longText) addGrams(text, add, 0, text.length);
        else yield* longGrams(text, add);
      }
    }
  }
}

/** Every one, two and three characters of the text that follow each other. */
function addGrams(text: string, add: AddTerm, start: number, end: number): void {
  let one = start > 1 ? text.charCodeAt(start - 2) : 0;
  let two = start > 0 ? text.charCodeAt(start - 1) : 0;
  for (let at = start; at < end; at += 1) {
    const three = text.charCodeAt(at);
    add(gramTerm(0, 0, three), gramCopies);
    if (at > 0) add(gramTerm(0, two, three), gramCopies);
    if (at > 1) add(gramTerm(one, two, three), gramCopies);
    one = two;
    two = three;
  }
}

const longText = 5_000;

function* longGrams(text: string, add: AddTerm): Steps<void> {
  for (let start = 0; start < text.length; start += longText) {
    yield;
    addGrams(text, add, start, Math.min(text.length, start + longText));
  }
}

const maxGrams = 12;

/** Terms of every entry that has the folded text in one of its own; of a long text some suffice. */
export function termsOfText(text: string): number[] {
  if (text.length < 3)
    return [
      text.length === 1 ? gramTerm(0, 0, text.charCodeAt(0)) : gramTerm(0, text.charCodeAt(0), text.charCodeAt(1)),
    ];
  const count = text.length - 2;
  const step = Math.max(1, count / maxGrams);
  const terms = new Set<number>();
  for (let at = 0; at < count; at += step) {
    const start = Math.floor(at);
    terms.add(gramTerm(text.charCodeAt(start), text.charCodeAt(start + 1), text.charCodeAt(start + 2)));
  }
  return [...terms];
}

export const numberTerm = (idx: number) => hashText(`#${idx}`);
export const emptyTerm = (place: number) => mix(place ^ 0x1b87_3593);
export const filledTerm = (place: number) => mix(place ^ 0x52dc_e729);
/** Data of an older form may have several values where today there is one. */
export const severalTerm = (place: number) => mix(place ^ 0x38d0_1377);
export const equalTerm = (place: number, key: string) => mix(place ^ hashText(key));
export const rangeTerm = (place: number, shift: number, cell: number) => mix(Math.imul(mix(place + shift), 31) ^ cell);
const gramTerm = (one: number, two: number, three: number) =>
  mix(Math.imul(Math.imul(one, 0x1_0003) ^ two, 0x1_0005) ^ three);

/** A number is in one cell of each size; a range of numbers is a few cells. */
export const rangeShifts = [4, 10, 16, 22, 28] as const;
const bitsPerStep = 6;
const maxCells = 100;

/** Cells that cover all numbers from the one to the other, and perhaps some more. */
export function cellsOf(low: number, high: number): { shift: number; cell: number }[] {
  for (let level = 0; ; level += 1) {
    const cells = coverFrom(level, sortableBits(low), sortableBits(high));
    if (cells.length <= maxCells || level === rangeShifts.length - 1) return cells;
  }
}

function coverFrom(firstLevel: number, low: number, high: number): { shift: number; cell: number }[] {
  const cells: { shift: number; cell: number }[] = [];
  const cellsInStep = 2 ** bitsPerStep;
  let from = low >>> rangeShifts[firstLevel]!;
  let to = high >>> rangeShifts[firstLevel]!;
  for (let level = firstLevel; from <= to; level += 1) {
    const shift = rangeShifts[level]!;
    const isLast = level === rangeShifts.length - 1;
    while (from <= to && (isLast || from % cellsInStep !== 0)) cells.push({ shift, cell: from++ });
    while (from <= to && to % cellsInStep !== cellsInStep - 1) cells.push({ shift, cell: to-- });
    if (isLast || from > to) break;
    from = Math.floor(from / cellsInStep);
    to = Math.floor(to / cellsInStep);
  }
  return cells;
}

export function hashText(text: string): number {
  let hash = 0x811c_9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x0100_0193);
  return mix(hash);
}

/** Every bit of the number has its part in every bit of the result. */
function mix(number: number): number {
  let mixed = number | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85eb_ca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
