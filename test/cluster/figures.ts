// What a round showed: computed from what each request met, and from what the database holds afterwards.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { findMiscounts } from '../support/recount.ts';
import { send } from '../support/send.ts';
import type { Acknowledged, Bare, Load, Sent } from './load.ts';
import { openNode } from './observe.ts';

export interface RoundFigures {
  readonly round: number;
  readonly kind: string;
  /** The longest time in which a server acknowledged nothing. */
  readonly pauseMs: number;
  /** From the first write that somebody else made on the new primary to the first that each server acknowledged. */
  readonly backAfterMs: number;
  /** Since it was begun, or since the strike if that was later. */
  readonly slowestRefusalMs: number;
  /** What it was, and how long after the strike it was begun. */
  readonly slowestRefusal: string;
  readonly refused: number;
  /** The slowest response to a request that needs no database: what the machine itself takes. */
  readonly slowestBareMs: number;
  /** Responses that are neither success nor 503 with Retry-After, and connections without one. */
  readonly odd: readonly string[];
  /** Refused although begun more than 2 s after there was a primary. */
  readonly lateRefusals: number;
  /** Processor time of each server over the time without a primary, in cores. */
  readonly cores: readonly number[];
  readonly coresInQuiet: readonly number[];
}

/** Requests of drafts that were done by a request whose response was lost. */
const isFine = ({ status, text }: Sent) =>
  (status >= 200 && status < 300) || (status === 403 && /already submitted/.test(text));

export function measureRound(
  load: Load,
  site: {
    readonly servers: number;
    /** Before it, everything was well. */
    readonly struck: number;
    readonly hasPrimary: number;
    readonly until: number;
  },
): Pick<
  RoundFigures,
  | 'pauseMs'
  | 'backAfterMs'
  | 'slowestRefusalMs'
  | 'slowestRefusal'
  | 'refused'
  | 'slowestBareMs'
  | 'odd'
  | 'lateRefusals'
> {
  const { struck, hasPrimary, until } = site;
  const window = load.sent.filter(({ ended }) => ended > struck && ended <= until);
  const pauses: number[] = [];
  const backs: number[] = [];
  for (let server = 0; server < site.servers; server += 1) {
    const fine = load.sent
      .filter((one) => one.server === server && isFine(one) && isWrite(one))
      .map(({ ended }) => ended);
    const before = fine.filter((time) => time <= struck).at(-1) ?? struck;
    const times = [before, ...fine.filter((time) => time > struck && time <= until)].sort((a, b) => a - b);
    pauses.push(Math.max(...times.map((time, at) => time - (times[at - 1] ?? time)), until - (times.at(-1) ?? until)));
    backs.push((times.find((time) => time >= hasPrimary) ?? Number.POSITIVE_INFINITY) - hasPrimary);
  }
  const refused = window.filter((one) => !isFine(one));
  const refusedSince = refused.map((one) => ({
    ...one,
    begun: Math.max(one.begun, struck),
    since: one.begun - struck,
  }));
  return {
    pauseMs: Math.round(Math.max(...pauses)),
    backAfterMs: Math.round(Math.max(...backs)),
    slowestRefusalMs: slowest(refusedSince),
    slowestRefusal: describe(refusedSince.find((one) => Math.round(one.ended - one.begun) === slowest(refusedSince))),
    refused: refused.length,
    slowestBareMs: slowest(load.bare.filter(({ ended }) => ended > struck && ended <= until)),
    odd: refused
      .filter(({ status, hasRetryAfter }) => status !== 503 || !hasRetryAfter)
      .map(({ status, path, text }) => `${status} ${path} ${text}`),
    lateRefusals: refused.filter(({ begun }) => begun > hasPrimary + 2_000).length,
  };
}

function slowest(all: readonly Bare[]): number {
  return Math.round(Math.max(0, ...all.map(({ begun, ended }) => ended - begun)));
}

function describe(one: (Sent & { readonly since: number }) | undefined): string {
  return one === undefined ? '' : `${one.status} ${one.path} begun ${Math.round(one.since)} ms after it`;
}

function isWrite({ path }: Sent): boolean {
  return path.endsWith('/submit') || path.endsWith('/save');
}

export interface Books {
  readonly acknowledged: number;
  readonly stored: number;
  readonly lost: readonly string[];
  readonly wrong: readonly string[];
  /** Stored more than once. */
  readonly duplicate: readonly string[];
  /** Stored, though nobody sent it, or counters and numbers that do not agree with the rows. */
  readonly miscounts: readonly object[];
}

/** The ledger beside the table, on the primary. */
export async function compareBooks(load: Load, address: string, database: string): Promise<Books> {
  const sql = openNode(address, database);
  try {
    const rows = await sql<Acknowledged[]>`select id, idx, data ->> 'n' as n from entries`;
    const stored = new Map(rows.map((row) => [row.id, row]));
    const times = new Map<string, number>();
    for (const { n } of rows) times.set(n, (times.get(n) ?? 0) + 1);
    const known = new Set([...load.ledger.map(({ n }) => n), ...load.unknown]);
    return {
      acknowledged: load.ledger.length,
      stored: rows.length,
      lost: load.ledger.filter(({ id }) => !stored.has(id)).map(({ n }) => n),
      wrong: load.ledger
        .filter(({ id, idx, n }) => stored.has(id) && (stored.get(id)?.idx !== idx || stored.get(id)?.n !== n))
        .map(({ n }) => n),
      duplicate: [...times].filter(([, count]) => count > 1).map(([n]) => n),
      miscounts: [
        ...(await findMiscounts(sql as never)),
        ...rows.filter(({ n }) => !known.has(n)).map(({ n }) => ({ unknown: n })),
      ],
    };
  } finally {
    await sql.end();
  }
}

/** Files of the ledger that are not what was uploaded. */
export async function findBrokenFiles(
  load: Load,
  site: { readonly url: string; readonly key: string; readonly from: number },
): Promise<string[]> {
  const broken: string[] = [];
  for (const { id, n, hash } of load.ledger.slice(site.from).filter((one) => one.hash !== undefined)) {
    const entry = await untilServed(() => send('GET', `${site.url}/v1.0/entry/${id}`, { key: site.key }));
    if (entry.status !== 200) {
      broken.push(`${n}: ${entry.status} ${entry.text.slice(0, 300)}`);
      continue;
    }
    const { pathname, search } = new URL(entry.body.data.files[0].url);
    const bytes = await (await untilServed(() => fetch(`${site.url}${pathname}${search}`))).arrayBuffer();
    if (createHash('sha256').update(Buffer.from(bytes)).digest('hex') !== hash) broken.push(n);
  }
  return broken;
}

/** As a caller who is told to come again; how soon a server serves again is looked at elsewhere. */
async function untilServed<T extends { readonly status: number }>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    const response = await ask();
    if (response.status !== 503 || tries === 100) return response;
    await sleep(200);
  }
}
