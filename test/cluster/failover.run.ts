// `npm run test:cluster -- failover`: three Patroni nodes with synchronous replication, two Formstead servers with two workers each and
// one object store, under load; in each round the leader is killed, cut off, switched, or everything is restarted. ROUNDS (20) for each
// of VARIANTS (hosts,haproxy,pgbouncer); KINDS ("leader cut off,switchover") chooses. PATRONI names another program than the system's,
// SYNCHRONOUS_MODE another mode than that of deploy/patroni, LOGS a folder for what the nodes say.
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type RunningS3, s3Settings, startS3 } from '../support/s3-server.ts';
import { endAll, makeDataFolder, type ServerProcess, startProcess } from '../support/server-process.ts';
import { type Books, compareBooks, findBrokenFiles, measureRound, type RoundFigures } from './figures.ts';
import { type Load, startLoad } from './load.ts';
import { databasePort, superuser, ttlSeconds } from './node-settings.ts';
import { openNode, type PrimaryWatch, processorSeconds, watchPrimary } from './observe.ts';
import { type PatroniCluster, startPatroni } from './patroni.ts';
import { type RunningProxy, startDatabaseProxy, startPgBouncer } from './proxies.ts';
import { type Strike, strikes } from './strikes.ts';

const rounds = Number(process.env['ROUNDS'] ?? 20);
const variants = (process.env['VARIANTS'] ?? 'hosts,haproxy,pgbouncer').split(',');
const kinds = strikes.filter(({ name }) => (process.env['KINDS'] ?? name).split(',').includes(name));
const admin = { ADMIN_EMAIL: 'ann@example.com', ADMIN_PASSWORD: 'a long password' };
const children = [
  { type: 'fInput', name: 'n' },
  { type: 'fFile', name: 'files' },
];
const formSchema = { rootElem: { type: 'cSection', name: 'root', children } };
const maxPauseMs = (ttlSeconds + 3) * 1000;
const maxRefusalMs = 3_000;
const maxBackMs = 2_000;
/** A server that does nothing but refuse, and one that is not even asked. */
const maxCores = 0.6;
const maxCoresInQuiet = 0.1;
const quietMs = 3_000;

let cluster: PatroniCluster;
let storage: RunningS3;
const ends: (() => Promise<unknown>)[] = [];
const tables: Record<string, { rounds: RoundFigures[]; books?: Books }> = {};

beforeAll(async () => {
  cluster = await startPatroni();
  storage = await startS3();
  const leader = await cluster.settle();
  const sql = openNode(leader.address, 'postgres');
  await sql`create database watched`;
  for (const variant of variants) await sql.unsafe(`create database ${databaseOf(variant)}`);
  await sql.end();
  const watched = openNode(leader.address, 'watched');
  await watched`create table writes (time timestamptz)`;
  await watched.end();
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  await endAll();
});
afterAll(async () => {
  const text = JSON.stringify(tables, null, 1);
  if (process.env['FIGURES'] !== undefined) writeFileSync(process.env['FIGURES'], text);
  else console.log(`cluster rounds: ${text}`);
  await storage?.close();
  await cluster?.close();
});

for (const variant of variants) {
  test(`[entries.durable] [running.several-hosts] ${variant}, ${rounds} rounds: nothing acknowledged is lost, double or misnumbered; back by itself`, async () => {
    const figures: { rounds: RoundFigures[]; books?: Books } = { rounds: [] };
    tables[variant] = figures;
    const servers = await startServers(await addressOf(variant));
    const { form, key } = await makeForm(servers[0] as ServerProcess);
    const watch = watchPrimary(cluster.nodes, 'watched');
    ends.push(() => watch.stop());
    const load = startLoad({ urls: servers.map(({ url }) => url), form, key });
    ends.push(() => load.stop());
    const failures: unknown[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const kind = kinds[(round - 1) % kinds.length] as Strike;
      const from = load.ledger.length;
      const found = await runRound({ kind, round, servers, load, watch });
      figures.rounds.push(found);
      await load.pause();
      const leader = await cluster.settle();
      const books = await compareBooks(load, leader.address, databaseOf(variant));
      figures.books = books;
      const broken = await findBrokenFiles(load, { url: servers[round % 2]?.url ?? '', key, from });
      load.resume();
      console.log(
        JSON.stringify({
          variant,
          machineLoad: loadavg()[0],
          ...found,
          odd: found.odd.slice(0, 5),
          acknowledged: books.acknowledged,
          lost: books.lost.length,
        }),
      );
      // What the nodes did is in their logs, which go with the run.
      if (books.lost.length > 0) throw new Error(`${books.lost.length} entries are lost: ${cluster.logs()}`);
      const judged = judge(found, books);
      if (judged.length + broken.length > 0) failures.push({ round, kind: kind.name, judged, broken });
    }
    await load.stop();
    for (const server of servers) {
      expect(server.log()).not.toContain('a worker process ended');
      expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
    }
    expect(failures).toEqual([]);
  });
}

/** What is not as promised, in words. */
function judge(found: RoundFigures, books: Books): string[] {
  const isRestart = found.kind === 'all restarted';
  const { lost, wrong, duplicate, miscounts } = books;
  // On a machine that is busy with something else every request takes longer, also one that needs no database.
  const busyMs = found.slowestBareMs;
  const said: [boolean, string][] = [
    [lost.length > 0, `${lost.length} acknowledged entries are lost`],
    [wrong.length > 0, `${wrong.length} entries are not what was acknowledged`],
    [duplicate.length > 0, `${duplicate.length} entries are stored twice`],
    [miscounts.length > 0, `numbers or counters: ${JSON.stringify(miscounts.slice(0, 5))}`],
    [found.odd.length > 0, `odd responses: ${found.odd.slice(0, 5).join('; ')}`],
    // How long the nodes need to start is no promise of ours.
    [!isRestart && found.pauseMs > maxPauseMs + busyMs, `a pause of ${found.pauseMs} ms`],
    [found.slowestRefusalMs > maxRefusalMs + busyMs, `a 503 after ${found.slowestRefusalMs} ms`],
    [found.backAfterMs > maxBackMs + busyMs, `back ${found.backAfterMs} ms after there was a primary`],
    [found.lateRefusals > 0, `${found.lateRefusals} requests refused long after there was a primary`],
    [Math.max(...found.cores) > maxCores, `${found.cores} cores in use while there was no primary`],
    [Math.max(0, ...found.coresInQuiet) > maxCoresInQuiet, `${found.coresInQuiet} cores in use while nobody asked`],
  ];
  return said.filter(([isWrong]) => isWrong).map(([, words]) => words);
}

async function runRound(site: {
  kind: Strike;
  round: number;
  servers: readonly ServerProcess[];
  load: Load;
  watch: PrimaryWatch;
}): Promise<RoundFigures> {
  const { kind, round, servers, load, watch } = site;
  const leader = await cluster.settle();
  await sleep(2_000);
  const used = () => servers.map(({ pid }) => processorSeconds(pid));
  const perSecond = (before: number[], ms: number) =>
    used().map((now, at) => Math.round(((now - (before[at] ?? 0)) / ms) * 1e5) / 100);
  let coresInQuiet: number[] = [];
  const strikeSite = {
    cluster,
    leader,
    async whileAllAreDown() {
      await sleep(1_000);
      await load.hush();
      const quiet = used();
      await sleep(quietMs);
      coresInQuiet = perSecond(quiet, quietMs);
      load.resume();
    },
  };
  await kind.prepare?.(strikeSite);
  const before = used();
  const struck = performance.now();
  await kind.strike(strikeSite);
  // Without a primary since then: of a switchover the old one still writes for a moment.
  const { time: hasPrimary } = await watch.firstWrite(kind.candidates(strikeSite), struck);
  const cores = perSecond(before, performance.now() - struck);
  await sleep(4_000);
  const until = performance.now();
  const measured = measureRound(load, { servers: servers.length, struck, hasPrimary, until });
  await kind.mend(strikeSite);
  await cluster.settle();
  return { round, kind: kind.name, ...measured, cores, coresInQuiet };
}

/** PgBouncer has a database of its own name. */
function databaseOf(variant: string): string {
  return `forms_${variant}`;
}

async function addressOf(variant: string): Promise<string> {
  const database = databaseOf(variant);
  const credential = `${superuser.name}:${encodeURIComponent(superuser.password)}`;
  const addresses = cluster.nodes.map(({ address }) => address);
  if (variant === 'hosts') {
    const hosts = addresses.map((address) => `${address}:${databasePort}`).join(',');
    return `postgres://${credential}@${hosts}/${database}?target_session_attrs=primary`;
  }
  const follow = (proxy: RunningProxy) => {
    ends.push(() => proxy.close());
    return proxy.port;
  };
  const port = follow(await startDatabaseProxy(addresses));
  if (variant === 'haproxy') return `postgres://${credential}@127.0.0.1:${port}/${database}`;
  const pooler = follow(await startPgBouncer({ port, database }));
  return `postgres://${credential}@127.0.0.1:${pooler}/${database}`;
}

async function startServers(databaseUrl: string): Promise<ServerProcess[]> {
  const env = {
    ...admin,
    WORKERS: '2',
    DATABASE_URL: databaseUrl,
    ...s3Settings(storage.config),
  };
  return [await startProcess(makeDataFolder(), env), await startProcess(makeDataFolder(), env)];
}

async function makeForm(server: ServerProcess): Promise<{ form: string; key: string }> {
  const body = { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD };
  const { token } = (await server.call('POST', '/auth/login', { body })).body;
  const key = (await server.call('POST', '/api-keys', { token, body: {} })).body.token as string;
  const made = await server.call('POST', '/form', { key, body: { name: 'Cluster', formSchema } });
  return { form: made.body.id as string, key };
}
