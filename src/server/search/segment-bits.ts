// The bits of a segment: for each of `width` positions, which blocks of entries have it. Terms choose positions; a block that has
// all positions of a term perhaps has the term. Bits are kept position by position, so a search reads only its own.
// [entry-search.all]
import type { Need, NeededTerm } from './search-needs.ts';

export const blockEntries = 16;
const bytesPerRow = 1_900;
const minWidth = 1_024;
const maxWidth = 65_536;
/** Of the positions about every fourth is taken: less would be more bytes, more would let other blocks pass. */
const positionsPerBit = 4;

/** A power of two, for so many bits in a block. */
export function widthFor(bitsInBlock: number): number {
  let width = minWidth;
  while (width < maxWidth && width < bitsInBlock * positionsPerBit) width *= 2;
  return width;
}

export function positionsOf({ term, copies }: NeededTerm, width: number): number[] {
  const positions: number[] = [];
  const step = stepOf(term);
  for (let copy = 0, at = term; copy < copies; copy += 1, at = (at + step) >>> 0) positions.push(at & (width - 1));
  return positions;
}

const stepOf = (term: number) => (Math.imul(term, 0x9e37_79b1) >>> 15) | 1;

export interface SegmentShape {
  readonly blocks: number;
  readonly width: number;
}

const bytesPerPosition = ({ blocks }: Pick<SegmentShape, 'blocks'>) => Math.ceil(blocks / 8);
const positionsPerRow = (shape: Pick<SegmentShape, 'blocks'>) =>
  Math.max(1, Math.floor(bytesPerRow / bytesPerPosition(shape)));

/** The stored row that has a position. */
export function rowOf(position: number, shape: SegmentShape): number {
  return Math.floor(position / positionsPerRow(shape));
}

export interface SegmentBits {
  add(block: number, term: number, copies: number): void;
  /** The stored rows in order. */
  rows(blocks: number): Buffer[];
}

export function createSegmentBits(width: number, maxBlocks: number): SegmentBits {
  const bytes = bytesPerPosition({ blocks: maxBlocks });
  const bits = new Uint8Array(width * bytes);
  return {
    add(block, term, copies) {
      const step = stepOf(term);
      const byte = block >> 3;
      const bit = 1 << (block & 7);
      for (let copy = 0, at = term; copy < copies; copy += 1, at = (at + step) >>> 0) {
        const place = (at & (width - 1)) * bytes + byte;
        bits[place] = (bits[place] as number) | bit;
      }
    },
    rows(blocks) {
      const shape = { blocks, width };
      const own = bytesPerPosition(shape);
      const perRow = positionsPerRow(shape);
      const rows: Buffer[] = [];
      for (let first = 0; first < width; first += perRow) {
        const row = Buffer.alloc(Math.min(perRow, width - first) * own);
        for (let at = 0; at * own < row.length; at += 1) {
          row.set(bits.subarray((first + at) * bytes, (first + at) * bytes + own), at * own);
        }
        rows.push(row);
      }
      return rows;
    },
  };
}

/** The blocks that the need lets pass. `rows` are the stored ones that its terms name; `runOf` says which ids a block has. */
export function findBlocks(
  need: Need,
  shape: SegmentShape,
  rows: ReadonlyMap<number, Buffer>,
  runOf: (block: number) => { readonly fromId: string; readonly toId: string },
): number[] {
  const bytes = bytesPerPosition(shape);
  const perRow = positionsPerRow(shape);
  const bitsAt = (position: number): Buffer => {
    const start = (position % perRow) * bytes;
    return (rows.get(Math.floor(position / perRow)) as Buffer).subarray(start, start + bytes);
  };
  const found = bitsOf(need);
  const blocks: number[] = [];
  for (let block = 0; block < shape.blocks; block += 1) {
    if (((found[block >> 3] as number) >> (block & 7)) & 1) blocks.push(block);
  }
  return blocks;

  function bitsOf(one: Need): Uint8Array {
    if ('term' in one) return intersect(positionsOf(one, shape.width).map(bitsAt));
    if ('idStart' in one) return blocksWithId(one.idStart);
    if ('all' in one) return intersect(one.all.map(bitsOf));
    const union = new Uint8Array(bytes);
    for (const part of one.any) {
      const own = bitsOf(part);
      for (let at = 0; at < bytes; at += 1) union[at] = (union[at] as number) | (own[at] as number);
    }
    return union;
  }

  function intersect(parts: readonly Uint8Array[]): Uint8Array {
    const common = new Uint8Array(bytes).fill(255);
    for (const part of parts)
      for (let at = 0; at < bytes; at += 1) common[at] = (common[at] as number) & (part[at] as number);
    return common;
  }

  /** A block begins after the newest id of the next older one. */
  function blocksWithId(start: string): Uint8Array {
    const all = new Uint8Array(bytes);
    const [low, high] = [start.padEnd(24, '0'), start.padEnd(24, 'f')];
    for (let block = 0; block < shape.blocks; block += 1) {
      const { fromId, toId } = runOf(block);
      if (toId >= low && fromId < high) all[block >> 3] = (all[block >> 3] as number) | (1 << (block & 7));
    }
    return all;
  }
}
