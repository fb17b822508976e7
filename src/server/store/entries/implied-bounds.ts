// What a filter on times says about the columns that lists walk along. An entry is never changed or modified before it is
// made, and its id tells when that was; nor modified after its last change. So a page of old entries need not begin at the
// newest, and a look for recent changes need not walk them all. Nor is its id older than the time it was made. [lists.table]

export interface Condition<T = string | number | boolean> {
  readonly eq?: T;
  readonly ne?: T;
  readonly in?: readonly T[];
  readonly notIn?: readonly T[];
  readonly gt?: T;
  readonly gte?: T;
  readonly lt?: T;
  readonly lte?: T;
}

export interface EntryFilter {
  readonly form?: Condition<string>;
  readonly id?: Condition<string>;
  readonly status?: Condition<number>;
  readonly changedAt?: Condition<string>;
  readonly modifyTime?: Condition<string>;
  /** This and `submitTime`: only in lists for tables. */
  readonly createTime?: Condition<string>;
  readonly submitTime?: Condition<string>;
  readonly deleted?: Condition<boolean>;
  /** Where submitted entries are listed, also those that were submitted once and are saved again: only for pollers. */
  readonly hasReopened?: boolean;
}

/** Clocks of several machines differ, and one that was wrong is set back: bounds are this much wider than they need be. */
export const clockSlackMs = 3_600_000;

export function impliedBounds(filter: EntryFilter): Pick<EntryFilter, 'id' | 'changedAt'> {
  const { changedAt, modifyTime, createTime, submitTime } = filter;
  const latest = [changedAt, modifyTime, createTime].map(latestOf).filter((time) => time !== undefined);
  const made = earliestOf(createTime);
  const changed = [modifyTime, submitTime].map(earliestOf).filter((time) => time !== undefined);
  const id = {
    ...(latest.length === 0 ? {} : { lt: firstIdAt(Math.min(...latest.map(Date.parse)) + clockSlackMs) }),
    ...(made === undefined ? {} : { gte: firstIdAt(Date.parse(made) - clockSlackMs) }),
  };
  return {
    ...(Object.keys(id).length === 0 ? {} : { id }),
    ...(changed.length === 0 ? {} : { changedAt: { gte: isoAt(Math.max(...changed.map(Date.parse)) - clockSlackMs) } }),
  };
}

// Times of a filter are ISO texts of one length: their order is the order of the texts.
function latestOf({ eq, in: many, lt, lte }: Condition<string> = {}): string | undefined {
  const bounds = [eq, lt, lte, many && [...many].sort().at(-1)].filter((time) => time !== undefined);
  return bounds.sort()[0];
}

function earliestOf({ eq, in: many, gt, gte }: Condition<string> = {}): string | undefined {
  const bounds = [eq, gt, gte, many && [...many].sort()[0]].filter((time) => time !== undefined);
  return bounds.sort().at(-1);
}

/** An id begins with 48 bits of milliseconds: new-id.ts. */
function firstIdAt(ms: number): string {
  return Math.max(0, ms).toString(16).padStart(12, '0');
}

const firstYearMs = Date.parse('0001-01-01');

function isoAt(ms: number): string {
  return new Date(Math.max(ms, firstYearMs)).toISOString();
}
