// One connection to one server: node-postgres, with what it does not do itself. Statements that are asked for while another one runs
// wait here for their turn; whatever is left when the connection is lost is told.
import { connect as openSocket, Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { Client, DatabaseError } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { readerOf } from './column-types.ts';
import { addressOf, type ConnectionAddress, type DatabaseHost, nameOfHost } from './connection-address.ts';
import { ConnectionError, isUnavailableCode } from './database-errors.ts';
import type { HostAddress } from './probe-host.ts';
import type { Query, Row, Rows } from './sql.ts';

export interface Connection {
  readonly host: DatabaseHost;
  /** Of the server's process; a pooler makes one up. */
  readonly pid: number;
  /** What the server says of itself by now: `in_hot_standby`, where it knows that. */
  readonly settings: ReadonlyMap<string, string>;
  send(query: Query): void;
  /** The rows of a COPY as the server writes them. Nothing else runs on the connection until it has ended. */
  copyOut(text: string): Readable;
  copyIn(text: string): Writable;
  /** The statement that it runs, or the COPY. */
  current(): object | undefined;
  /** False while a transaction is open. */
  isOutsideTransaction(): boolean;
  /** Why it cannot be used any more. */
  lost(): Error | undefined;
  /** Asks the server to give up what it runs. */
  cancel(): void;
  destroy(error: Error): void;
  close(): void;
  /** Bytes. */
  received(): number;
  /** Bytes, with those that still wait in the process. */
  sent(): number;
  unsent(): number;
}

export interface ConnectionEvents {
  /** It has nothing to do. */
  onFree(connection: Connection): void;
  onLost(connection: Connection): void;
  /** A statement is done. */
  onDone(): void;
  /** A statement failed. `isOutdated`: what was prepared for it does not fit the tables any more. */
  onError(error: unknown, query: Query, isOutdated: boolean): void;
}

interface OpenOptions {
  readonly connectMs: number;
  readonly events: ConnectionEvents;
  /** Ends the attempt. */
  readonly signal: AbortSignal;
}

const keepAliveMs = 10_000;
const farewellMs = 1_000;

export async function openConnection(
  address: ConnectionAddress,
  host: DatabaseHost,
  options: OpenOptions,
): Promise<Connection> {
  try {
    return await openOnce(address, host, options);
  } catch (error) {
    const isWithoutTls = (error as Error).message === 'The server does not support SSL connections';
    if (address.tls !== 'prefer' || !isWithoutTls) throw error;
    return openOnce({ ...address, tls: 'off' }, host, options);
  }
}

/** The settings of the address go to the server as they are; node-postgres knows some of them only. */
class Session extends Client {
  readonly #greeting: Readonly<Record<string, string>>;

  constructor(address: ConnectionAddress, { host, port }: DatabaseHost, socket: Socket) {
    const { user, password, database, tls } = address;
    super({
      ...{ host, port, user, password, database },
      ssl: tls === 'off' ? false : { rejectUnauthorized: tls === 'verify' },
      stream: () => socket,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMs,
      types: { getTypeParser: readerOf },
    });
    this.#greeting = { user, database, ...address.settings };
  }

  /** Called by `connect`. */
  getStartupConf(): Readonly<Record<string, string>> {
    return this.#greeting;
  }
}

async function openOnce(
  address: ConnectionAddress,
  host: DatabaseHost,
  { connectMs, events, signal }: OpenOptions,
): Promise<Connection> {
  const socket = new Socket();
  const client = new Session(address, host, socket);
  const settings = new Map<string, string>();
  let backend: Backend = { processID: 0, secretKey: 0 };
  client.connection.on('parameterStatus', (message: { parameterName: string; parameterValue: string }) => {
    settings.set(message.parameterName, message.parameterValue);
  });
  client.connection.on('backendKeyData', (message: Backend) => {
    backend = message;
  });
  const queue: Query[] = [];
  let current: object | undefined;
  let lost: Error | undefined;
  let isOpen = false;
  let isClosing = false;

  const connection: Connection = {
    host,
    get pid() {
      return backend.processID;
    },
    settings,
    send(query) {
      if (lost !== undefined) return void fail(query, lost);
      if (current === undefined) run(query);
      else queue.push(query);
    },
    copyOut(text) {
      const rows = client.query(copyTo(text));
      current = rows;
      // Whoever reads it may come later than the error.
      rows.on('error', (error) => rows.destroy(error));
      // The rest of what a reader gave up would be taken for the answer to the next statement.
      rows.once('close', () => {
        if (!rows.readableEnded) destroy(new ConnectionError('CONNECTION_CLOSED', 'The reader of a COPY gave up'));
      });
      return rows;
    },
    copyIn(text) {
      const rows = client.query(copyFrom(text));
      current = rows;
      return rows;
    },
    current: () => current,
    isOutsideTransaction: () => client.getTransactionStatus() === 'I',
    lost: () => lost,
    cancel: () => sendCancel(addressOf(host), backend),
    destroy,
    close() {
      if (isClosing) return;
      isClosing = true;
      lost ??= new ConnectionError('CONNECTION_ENDED', 'The connection to the database is closed');
      client.end().catch(() => {
        // The socket is gone, which was the aim.
      });
      setTimeout(() => socket.destroy(), farewellMs).unref();
    },
    received: () => socket.bytesRead,
    sent: () => socket.bytesWritten,
    unsent: () => socket.writableLength,
  };

  function run(query: Query): void {
    current = query;
    const { text, parameters, name } = query;
    const values = parameters as (string | Buffer | null)[] | undefined;
    client.query<Row>({ text, ...(name && { name }), ...(values && { values }) }, (error, result) => {
      // Several statements give several results.
      const last = Array.isArray(result) ? result.at(-1) : result;
      if (error) onFailure(query, error);
      else {
        if (isOpen) events.onDone();
        query.resolve(countedRows(last.rows, last.rowCount ?? 0));
      }
    });
  }

  function onFailure(query: Query, error: Error): void {
    const isOutdated = query.name !== undefined && isStale(error);
    if (isOutdated && connection.isOutsideTransaction() && lost === undefined) {
      events.onError(error, query, true);
      queue.unshift({ ...query, name: undefined });
    } else fail(query, lost ?? errorOf(error), isOutdated);
  }

  function fail(query: Query, error: Error, isOutdated = false): void {
    events.onError(error, query, isOutdated);
    query.reject(error);
  }

  function destroy(error: Error): void {
    lost ??= error;
    socket.destroy();
  }

  // A statement is over when the server is ready for the next one, which is after its error.
  client.on('drain', () => {
    current = undefined;
    const next = queue.shift();
    if (next !== undefined) run(next);
    else if (isOpen) events.onFree(connection);
  });
  client.on('error', (error) => destroy(errorOf(error)));
  client.on('end', () => {
    lost ??= new ConnectionError('CONNECTION_CLOSED', 'The connection to the database was lost');
    current = undefined;
    for (const query of queue.splice(0)) fail(query, lost);
    if (isOpen) events.onLost(connection);
  });
  // Nothing is asked of a server that has said goodbye.
  socket.once('end', () => destroy(new ConnectionError('CONNECTION_CLOSED', 'The server closed the connection')));

  const giveUp = setTimeout(() => {
    socket.destroy(new ConnectionError('CONNECT_TIMEOUT', `No connection to the database within ${connectMs} ms`));
  }, connectMs);
  const stop = () => socket.destroy(signal.reason as Error);
  signal.addEventListener('abort', stop);
  try {
    signal.throwIfAborted();
    await client.connect();
    const { kind } = address;
    if (kind !== undefined && !(await isOfKind(kind, connection))) {
      throw new ConnectionError('NOT_PRIMARY', `${nameOfHost(host)} is not a ${kind} (NOT_PRIMARY)`);
    }
    if (lost !== undefined) throw lost;
  } catch (error) {
    connection.close();
    throw errorOf(error as Error);
  } finally {
    clearTimeout(giveUp);
    signal.removeEventListener('abort', stop);
  }
  isOpen = true;
  return connection;
}

/** PostgreSQL before 14 and poolers do not say it by themselves. */
async function isOfKind(kind: 'primary' | 'standby', connection: Connection): Promise<boolean> {
  const told = connection.settings.get('in_hot_standby');
  if (told !== undefined) return (told === 'on') === (kind === 'standby');
  const rows = await new Promise<Rows>((resolve, reject) => {
    const text = 'select pg_is_in_recovery() as "isStandby"';
    connection.send({ text, parameters: undefined, name: undefined, resolve, reject });
  });
  return rows[0]?.['isStandby'] === (kind === 'standby');
}

/** Errors of node-postgres and of Node.js that mean a lost connection get a code that says so. */
function errorOf(error: Error): Error {
  const { code, errno, errors } = error as NodeJS.ErrnoException & { readonly errors?: readonly Error[] };
  if (error instanceof DatabaseError || error instanceof ConnectionError || errno !== undefined) return error;
  if (error.message.startsWith('Connection terminated')) {
    return new ConnectionError('CONNECTION_CLOSED', 'The connection to the database was lost', { cause: error });
  }
  if (code === undefined || !isUnavailableCode(code)) return error;
  // Of several addresses of one name.
  return new ConnectionError(code, error.message || (errors?.[0]?.message ?? code), { cause: error });
}

/** As the server reports it: a prepared statement is gone, or its columns are others. */
const staleRoutines = new Set(['FetchPreparedStatement', 'RevalidateCachedQuery', 'transformAssignedExpr']);

function isStale(error: unknown): boolean {
  return error instanceof DatabaseError && staleRoutines.has(error.routine ?? '');
}

function countedRows(rows: Row[], count: number): Rows {
  return Object.defineProperty(rows, 'count', { value: count }) as Rows;
}

const cancelCode = 80_877_102;

/** Over a connection of its own, as the protocol wants it. Nothing answers. */
function sendCancel(address: HostAddress, { processID, secretKey }: Backend): void {
  const message = Buffer.alloc(16);
  for (const [at, value] of [16, cancelCode, processID, secretKey].entries()) message.writeInt32BE(value, at * 4);
  const socket = openSocket(address, () => socket.end(message));
  // Whoever waits for the statement has a limit of their own.
  socket.on('error', () => {});
}

interface Backend {
  readonly processID: number;
  readonly secretKey: number;
}
