// Every change of entries once, by polling: the service sends nothing by itself.
//
// A round asks for what was changed since a minute before the last one. A round of many pages takes a while, and an entry that changes
// behind it is found by the next, which therefore begins where this one began, not where it ended. What was seen in the overlap is
// remembered, so that nothing is given twice. All of it is in the cursor. [conventions.client.changes]
import { type Connection, nextPage, type Schemas } from './client.ts';
import { FormsteadError } from './errors.ts';
import { sleepFor } from './retry.ts';

export interface ChangesOptions {
  /** Entries of this form; without it of the whole account. */
  readonly form?: string;
  /** Changes from then on; without it all there are. Ignored with a cursor. */
  readonly since?: string | Date;
  /** The cursor of the last batch that was dealt with. */
  readonly cursor?: string;
  /**
   * Statuses by number: 2 submitted, 3 deleted. These two unless told otherwise, and then also entries that went back from submitted to
   * saved: look at their `status`.
   */
  readonly statuses?: readonly (0 | 1 | 2 | 3 | 4 | 5)[];
  /** Only these properties, and `id`, `status` and `changedAt`. */
  readonly fields?: readonly string[];
  /** Changes of one request; 500 unless told otherwise. */
  readonly pageSize?: number;
  /** Goes on asking, with pauses of so many seconds; without it all changes that there are now, then the end. */
  readonly everySeconds?: number;
  readonly signal?: AbortSignal;
}

export type Change =
  | { readonly kind: 'changed'; readonly id: string; readonly entry: Partial<Schemas['Entry']> }
  | { readonly kind: 'deleted'; readonly id: string; readonly deletedAt: string };

export interface Changes {
  readonly changes: readonly Change[];
  /** Store it together with what you made of the changes; the next run begins after them. */
  readonly cursor: string;
}

interface Cursor {
  /** The round asks for changes from a minute before this on. */
  from: string;
  /** The latest change of this round and those before. */
  last: string;
  /** When this round began, by the clock of the service. */
  began?: string | undefined;
  /** The next page of this round. */
  after?: string | undefined;
  /** What was given, by id, as far as it can come again: a fingerprint and the time. */
  seen: Record<string, string>;
}

const overlap = 60_000;
const beginning = '1970-01-01T00:00:00.000Z';

export async function* followChanges(
  connection: Connection,
  options: ChangesOptions = {},
): AsyncGenerator<Changes, void, undefined> {
  const { everySeconds, signal } = options;
  const cursor = openCursor(options);
  /** The place in a round that an earlier run began. */
  let left = cursor.after;
  const wanted = { ...options, reopened: options.statuses === undefined };
  for (;;) {
    do {
      const page = await readPage(connection, wanted, cursor).catch((error) => {
        // A service of before there was the parameter.
        if (isRefused(error, 'reopened')) wanted.reopened = false;
        // A page that the service does not know any more, as one with another secret: the round begins again, and loses nothing.
        else if (cursor.after !== undefined && cursor.after === left && isRefused(error, 'after')) {
          delete cursor.after;
          left = undefined;
        } else throw error;
        return readPage(connection, wanted, cursor);
      });
      cursor.began ??= serviceTime(page.response);
      cursor.after = nextPage(page.response);
      const changes = takeNew(page.items, cursor);
      const isEnd = cursor.after === undefined;
      // What a page before gave, a later one of this round may still bring again; what this one brought, none.
      forgetOld(cursor, isEnd ? Object.keys(cursor.seen) : page.items.map(idOf));
      if (isEnd) endRound(cursor);
      if (changes.length > 0 || isEnd) yield { changes, cursor: JSON.stringify(cursor) };
    } while (cursor.after !== undefined);
    if (left !== undefined) {
      // What changed behind that place before this run began is found by another round, which is therefore not waited for.
      left = undefined;
      continue;
    }
    if (everySeconds === undefined) return;
    await (connection.retry.sleep ?? sleepFor)(everySeconds * 1000, signal);
  }
}

async function readPage(
  { api }: Connection,
  { form, statuses = [2, 3], reopened, fields, pageSize = 500, signal }: ChangesOptions & { reopened: boolean },
  { from, after }: Cursor,
): Promise<{ items: Item[]; response: Response }> {
  const query = { ...(form && { form }), status: { $in: statuses }, changedAt: { $gt: before(from) } };
  const { data, response } = await api.GET('/entry', {
    params: {
      query: {
        query: JSON.stringify(query),
        ...(fields && { fields: JSON.stringify([...new Set([...fields, 'id', 'status', 'changedAt'])]) }),
        ...(after && { after }),
        limit: pageSize,
        deleteMarkers: true,
        ...(reopened && { reopened }),
      },
    },
    ...(signal && { signal }),
  });
  return { items: (data?.data ?? []) as Item[], response };
}

function isRefused(error: unknown, parameter: string): boolean {
  return error instanceof FormsteadError && error.status === 400 && error.keys.includes(parameter);
}

type Item = { id: string; changedAt: string } | { _id: string; deletedAt: string };

const idOf = (item: Item): string => ('_id' in item ? item._id : item.id);

function takeNew(items: readonly Item[], cursor: Cursor): Change[] {
  return items.flatMap((item): Change[] => {
    const isMarker = '_id' in item;
    const id = idOf(item);
    const time = isMarker ? item.deletedAt : item.changedAt;
    if (time > cursor.last) cursor.last = time;
    const mark = `${isMarker ? 'deleted' : fingerprint(item)} ${time}`;
    if (cursor.seen[id] === mark) return [];
    cursor.seen[id] = mark;
    return [
      isMarker
        ? { kind: 'deleted', id, deletedAt: time }
        : { kind: 'changed', id, entry: item as Partial<Schemas['Entry']> },
    ];
  });
}

/**
 * Two changes of an entry can have the same time: where an account shows a later one already, as after its clock was set back, they get
 * that one. The links to a draft are not part of it: they are new in every response.
 */
function fingerprint(item: object): string {
  const { bewit: _, resumeUrlBewit: __, ...content } = item as Record<string, unknown>;
  const text = JSON.stringify(content);
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  return (high >>> 0).toString(36) + (low >>> 0).toString(36);
}

/** Where the next round begins: where this one began, or where the last change was. */
function nextFrom({ began, last }: Cursor): string {
  return began !== undefined && began < last ? began : last;
}

/** What the next round cannot give again need not be remembered: of these ids, which this round does not give any more. */
function forgetOld(cursor: Cursor, ids: readonly string[]): void {
  const oldest = before(nextFrom(cursor));
  for (const id of ids) if ((cursor.seen[id] ?? '').slice(-oldest.length) <= oldest) delete cursor.seen[id];
}

function endRound(cursor: Cursor): void {
  cursor.from = nextFrom(cursor);
  delete cursor.began;
  delete cursor.after;
}

function before(time: string): string {
  return new Date(Math.max(0, Date.parse(time) - overlap)).toISOString();
}

/** Of services that do not name it the Date, which a proxy may have written and pages of other sites do not see. [lists.time] */
function serviceTime({ headers }: Response): string {
  const [time = Date.now() - maxClockError] = ['x-service-time', 'date']
    .map((name) => Date.parse(headers.get(name) ?? ''))
    .filter((one) => !Number.isNaN(one));
  return new Date(time).toISOString();
}

/** Of a page whose own clock is all there is. */
const maxClockError = 10 * 60_000;

function openCursor({ cursor, since }: ChangesOptions): Cursor {
  if (cursor !== undefined) return JSON.parse(cursor) as Cursor;
  const from = since === undefined ? beginning : new Date(since).toISOString();
  return { from, last: from, seen: {} };
}
