// What the fault runs work on: a PostgreSQL server, the proxy before it, the built service as a process behind both, and a
// connection of our own that goes past the proxy.
import { randomBytes } from 'node:crypto';
import { openEmbedded } from '../../src/server/postgres/embedded.ts';
import { openSql, type Sql } from '../../src/server/store/connection/pool.ts';
import { findMiscounts } from '../support/recount.ts';
import type { CallOptions, Reply } from '../support/send.ts';
import { makeDataFolder, type ServerProcess, startProcess } from '../support/server-process.ts';
import { type FaultProxy, openProxy } from './proxy.ts';

export interface World {
  readonly proxy: FaultProxy;
  readonly server: ServerProcess;
  /** Of the service's pages in a browser. */
  readonly origin: string;
  /** Past the proxy. */
  readonly sql: Sql;
  readonly token: string;
  readonly key: string;
  readonly user: { readonly email: string; readonly password: string };
  readonly forms: { readonly plain: string; readonly rich: string };
  /** With the key. */
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Reply>;
  hasEnded(): boolean;
  close(): Promise<void>;
}

const user = { email: 'ann@example.com', password: 'a long password' };
const element = (type: string, name: string, more: object = {}) => ({ type, name, ...more });
const root = (...children: object[]) => ({ rootElem: { type: 'cSection', name: 'root', children } });

export const plainForm = { name: 'Plain', formSchema: root(element('fInput', 'name'), element('fInput', 'age')) };
/** Everything that happens at a submit: a file, an archived PDF, an email with it. */
export const richForm = {
  name: 'Rich',
  formSchema: root(element('fInput', 'name'), element('fFile', 'paper')),
  saveRenderedEntries: 'all',
  postSubmit: {
    emails: [{ to: ['ops@example.com'], subject: 'New', text: '{{ model.name }}' }],
    renders: [{ if: 'true' }],
  },
  postEdit: { emails: [{ to: ['ops@example.com'], subject: 'Edited', text: '{{ model.name }}' }] },
};

export async function openWorld(env: Record<string, string> = {}): Promise<World> {
  const database = await openEmbedded({ dataDir: makeDataFolder(), log: () => {}, isDurable: false });
  const address = new URL(database.url);
  const proxy = await openProxy({ host: address.hostname, port: Number(address.port) });
  address.port = String(proxy.port);
  let hasEnded = false;
  const server = await startProcess(makeDataFolder(), {
    DATABASE_URL: address.href,
    ADMIN_EMAIL: user.email,
    ADMIN_PASSWORD: user.password,
    ...env,
  });
  void server.ended.then(() => {
    hasEnded = true;
  });
  const sql = openSql(database.url, { max: 2 });
  const login = await server.call('POST', '/auth/login', { body: user });
  const { token } = login.body;
  const { body } = await server.call('POST', '/api-keys', { token, body: {} });
  const call: World['call'] = (method, path, sent, options = {}) =>
    server.call(method, path, { key: body.token, ...(sent === undefined ? {} : { body: sent }), ...options });
  const makeForm = async (form: object) => {
    const made = await call('POST', '/form', form);
    if (made.status !== 200) throw new Error(made.text);
    return made.body.id as string;
  };
  return {
    proxy,
    server,
    origin: server.url.replace('127.0.0.1', 'localhost'),
    sql,
    token,
    key: body.token,
    user,
    forms: { plain: await makeForm(plainForm), rich: await makeForm(richForm) },
    call,
    // The primary replaces a process that ends, and says so.
    hasEnded: () => hasEnded || server.log().includes('a worker process ended'),
    async close() {
      await sql.end({ timeoutSeconds: 1 });
      await server.end('SIGKILL');
      await proxy.close();
      await database.stop();
    },
  };
}

export function newMark(): string {
  return `mark ${randomBytes(8).toString('hex')}`;
}

/** What must never be left behind by a fault; an empty list when nothing is. */
export async function findRemains({ sql }: World): Promise<unknown[]> {
  const busy = await sql`
    select pid, state, query from pg_stat_activity
    where application_name = 'formstead' and state <> 'idle' and pid <> pg_backend_pid()`;
  const locks = await sql`
    select l.locktype, l.mode, l.relation::regclass::text as relation, a.state, a.query
    from pg_locks l join pg_stat_activity a on a.pid = l.pid where a.application_name = 'formstead'`;
  const keys = await sql`select scope, count(*) from idempotency_keys group by scope, key having count(*) > 1`;
  return [...busy, ...locks, ...keys, ...(await findMiscounts(sql as never))];
}
