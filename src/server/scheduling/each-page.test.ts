import { expect, test } from 'vitest';
import { eachPage, type PageToRead } from './each-page.ts';

interface Row {
  readonly id: string;
  readonly size: number;
}

function source(sizes: readonly number[]) {
  const all: Row[] = sizes.map((size, index) => ({ id: String(index).padStart(6, '0'), size }));
  const limits: number[] = [];
  const largest = { bytes: 0 };
  const read = async ({ after, limit, maxBytes }: PageToRead) => {
    limits.push(limit);
    const rows: Row[] = [];
    let bytes = 0;
    for (const row of all.filter(({ id }) => after === undefined || id > after).slice(0, limit)) {
      if (bytes >= maxBytes) break;
      rows.push(row);
      bytes += row.size;
    }
    largest.bytes = Math.max(largest.bytes, bytes);
    return { rows, bytes };
  };
  return { read, limits, largest, maxRows: 2_000 };
}

async function idsOf(reader: Parameters<typeof eachPage<Row>>[0]): Promise<string[]> {
  const ids: string[] = [];
  for await (const rows of eachPage(reader)) ids.push(...rows.map(({ id }) => id));
  return ids;
}

test('[export.order] every row once, in order, whatever the number', async () => {
  for (const count of [0, 1, 99, 100, 101, 600, 5_000]) {
    const ids = await idsOf(source(Array(count).fill(500)));
    expect(ids).toEqual(Array.from({ length: count }, (_, index) => String(index).padStart(6, '0')));
  }
});

test('[export.order] pages grow step by step, up to their limit, and shrink for large rows', async () => {
  const small = source(Array(20_000).fill(500));
  await idsOf(small);
  expect(small.limits.slice(0, 4)).toEqual([100, 500, 2_000, 2_000]);
  const large = source(Array(300).fill(1_000_000));
  await idsOf(large);
  expect(large.limits.slice(0, 3)).toEqual([100, 4, 4]);
  const few = source(Array(200).fill(10));
  await idsOf({ ...few, maxRows: 50 });
  expect(Math.max(...few.limits)).toBe(50);
});

test('[export.order] a page ends where its bytes do, however suddenly rows grow; none is missed', async () => {
  const sizes = Array.from({ length: 3_000 }, (_, n) => (n % 1_000 > 900 ? 1_000_000 : 100));
  const sudden = source(sizes);
  const ids = await idsOf(sudden);
  expect(ids).toHaveLength(3_000);
  expect(new Set(ids).size).toBe(3_000);
  expect(sudden.largest.bytes).toBeLessThan(6_000_000);
});

test('[export.order] the next page is read while this one is worked on; a failure comes in its turn', async () => {
  const { read, limits, maxRows } = source(Array(1_000).fill(500));
  const seen: number[] = [];
  const failing = eachPage<Row>({
    read: async (page) => {
      if (page.after !== undefined) throw new Error('away');
      return read(page);
    },
    maxRows,
  });
  await expect(
    (async () => {
      for await (const rows of failing) {
        seen.push(rows.length);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })(),
  ).rejects.toThrow('away');
  expect([seen, limits]).toEqual([[100], [100]]);
});
