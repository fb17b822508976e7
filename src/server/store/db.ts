// The connection to PostgreSQL. Times travel as ISO 8601 text and JSON as text: nothing is parsed that is only passed on.
import postgres from 'postgres';
import { errors } from '../errors.ts';

export type Sql = postgres.Sql<Record<string, never>>;
export type Transaction = postgres.TransactionSql<Record<string, never>>;
/** What a statement can run on: the pool, or a transaction that is under way. */
export type Runner = Sql | Transaction;

/** A piece of a statement. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>;

export interface Db {
  readonly sql: Sql;
  /** Throws what the work throws, after rolling back. Work that met a deadlock runs again: it must touch nothing else. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  isAlive(): Promise<boolean>;
  close(): Promise<void>;
}

const timestamptz = 1184;
const json = 114;
const jsonb = 3802;
const int8 = 20;
const healthTimeoutMs = 2_000;

export function openDb(url: string, options: { maxConnections: number }): Db {
  const sql = postgres(url, {
    max: options.maxConnections,
    // Types the schema uses are named below; asking the catalogue at each connection would only cost time.
    fetch_types: false,
    idle_timeout: 300,
    connect_timeout: 10,
    onnotice: () => {},
    connection: { application_name: 'formstead', TimeZone: 'UTC', DateStyle: 'ISO' },
    types: {
      time: { to: timestamptz, from: [timestamptz], serialize: String, parse: isoTime },
      json: { to: json, from: [json, jsonb], serialize: String, parse: (text: string) => text },
      int8: { to: int8, from: [int8], serialize: String, parse: Number },
      ...arrayTypes,
    },
  }) as unknown as Sql;

  return {
    sql,
    transaction: (work) =>
      runAgainOnDeadlock(() => sql.begin((tx) => work(tx as unknown as Transaction)) as ReturnType<typeof work>),
    async isAlive() {
      const timeout = new Promise<false>((done) => setTimeout(done, healthTimeoutMs, false).unref());
      // A failure of any kind is the answer to the question asked here.
      return Promise.race([sql`select 1`.then(() => true).catch(() => false), timeout]);
    },
    close: () => sql.end({ timeout: 5 }),
  };
}

/** The array types that statements send; none comes back. text, integer, json, timestamptz. */
const arrayTypes = Object.fromEntries(
  [1009, 1007, 199, 1185].map((oid) => [
    `array${oid}`,
    { to: oid, from: [oid], serialize: writeArray, parse: (text: string) => text },
  ]),
);

function writeArray(items: readonly (string | number | null)[]): string {
  return `{${items.map(writeArrayItem).join(',')}}`;
}

function writeArrayItem(item: string | number | null): string {
  if (item === null) return 'null';
  if (typeof item === 'number') return String(item);
  return `"${item.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

const withMilliseconds = '2026-11-15 02:48:03.123+00'.length;

/** PostgreSQL writes `2026-11-15 02:48:03.12+00`; the API speaks `2026-11-15T02:48:03.120Z`. */
export function isoTime(text: string): string {
  if (text.length === withMilliseconds) return `${text.slice(0, 10)}T${text.slice(11, 23)}Z`;
  const date = text.slice(0, 10);
  const time = text.slice(11, 19);
  const end = text.indexOf('+', 19);
  const fraction = text.slice(20, end < 0 ? undefined : end);
  return `${date}T${time}.${fraction.padEnd(3, '0').slice(0, 3)}Z`;
}

const unavailableCodes = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  // PostgreSQL: admin shutdown, crash shutdown, cannot connect now, too many connections, read-only server.
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '25006',
  // No space left: the operating system's words and PostgreSQL's.
  'ENOSPC',
  'EDQUOT',
  '53100',
]);

/** A database that is away is a 503 that may be retried; anything else stays what it is. */
export function asUnavailable(error: unknown): unknown {
  const code = (error as { code?: unknown } | null)?.code;
  const isDatabaseError =
    error instanceof postgres.PostgresError || (error as { errno?: unknown })?.errno !== undefined;
  if (typeof code === 'string' && unavailableCodes.has(code) && isDatabaseError) return errors.unavailable(error);
  return error;
}

const maxAttempts = 4;

/** 40P01: two processes locked rows in each other's way; 40001: a distributed database asks for another try. */
export async function runAgainOnDeadlock<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      const code = (error as { code?: unknown } | null)?.code;
      if ((code !== '40P01' && code !== '40001') || attempt === maxAttempts) throw error;
    }
  }
}

/** The name of the unique constraint that a statement broke, if that is why it failed. */
export function brokenUnique(error: unknown): string | undefined {
  if (!(error instanceof postgres.PostgresError) || error.code !== '23505') return undefined;
  return error.constraint_name;
}
