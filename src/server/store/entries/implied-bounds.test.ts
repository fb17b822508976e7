import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Condition, clockSlackMs, type EntryFilter, impliedBounds } from './implied-bounds.ts';

const slack = clockSlackMs;
const iso = (ms: number) => new Date(ms).toISOString();

test('[lists.table] an entry that a filter matches lies within the bounds that the filter implies', () => {
  const time = fc.integer({ min: 0, max: 40 }).map((halves) => Date.UTC(2024, 0, 1) + (halves * slack) / 2);
  const operand = time.map(iso);
  const condition: fc.Arbitrary<Condition<string>> = fc.record(
    { eq: operand, in: fc.array(operand, { minLength: 1 }), gt: operand, gte: operand, lt: operand, lte: operand },
    { requiredKeys: [] },
  );
  const filter = fc.record({ changedAt: condition, modifyTime: condition }, { requiredKeys: [] });
  // How far the clock of the process that made the id was ahead, and that of the one that changed the entry behind.
  const skew = fc.constantFrom(0, 1, slack / 2, slack - 1);
  let matched = 0;
  fc.assert(
    fc.property(filter, fc.tuple(time, time, time), skew, skew, (wanted, times, ahead, behind) => {
      const [createTime = 0, modifyTime = 0, changedAt = 0] = times.sort((a, b) => a - b);
      const entry = { modifyTime: iso(modifyTime), changedAt: iso(Math.max(changedAt - behind, createTime)) };
      if (!fits(entry.changedAt, wanted.changedAt) || !fits(entry.modifyTime, wanted.modifyTime)) return;
      matched += 1;
      const id = (createTime + ahead).toString(16).padStart(12, '0') + 'f'.repeat(12);
      const implied = impliedBounds(wanted as EntryFilter);
      expect(implied.id?.lt === undefined || id < implied.id.lt).toBe(true);
      expect(fits(entry.changedAt, implied.changedAt)).toBe(true);
    }),
    { numRuns: 20_000 },
  );
  expect(matched).toBeGreaterThan(500);
});

test('[lists.table] bounds at the ends of time', () => {
  expect(impliedBounds({})).toEqual({});
  expect(impliedBounds({ changedAt: { gt: iso(0), ne: iso(5) } })).toEqual({});
  expect(impliedBounds({ changedAt: { lt: '0001-01-01T00:00:00.000Z' } })).toEqual({ id: { lt: '000000000000' } });
  expect(impliedBounds({ modifyTime: { gte: '0001-01-01T00:00:00.000Z' } })).toEqual({
    changedAt: { gte: '0001-01-01T00:00:00.000Z' },
  });
  expect(impliedBounds({ changedAt: { lte: iso(0) }, modifyTime: { lt: iso(slack) } })).toEqual({
    id: { lt: slack.toString(16).padStart(12, '0') },
  });
});

function fits(
  value: string,
  { eq = value, in: many = [value], gt, gte = value, lt, lte = value }: Condition<string> = {},
) {
  const isInside = (gt === undefined || value > gt) && value >= gte && (lt === undefined || value < lt) && value <= lte;
  return value === eq && many.includes(value) && isInside;
}
