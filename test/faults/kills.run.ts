// `npm run test:kills`: rounds of requests in the middle of which something is killed: everything, Node.js, the postmaster, one backend,
// one worker. A ledger of what was acknowledged is compared with what is stored. ROUNDS sets how many of each (10).
import { spawnSync } from 'node:child_process';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { findServer } from '../../src/server/postgres/cluster.ts';
import { findRunningEmbedded } from '../../src/server/postgres/embedded.ts';
import { openSql } from '../../src/server/store/connection/pool.ts';
import { findMiscounts } from '../support/recount.ts';
import {
  buildServer,
  endAll,
  listWorkers,
  makeDataFolder,
  type ServerProcess,
  startProcess,
} from '../support/server-process.ts';

const rounds = Number(process.env['ROUNDS'] ?? 10);
const connections = 16;
const admin = { ADMIN_EMAIL: 'ann@example.com', ADMIN_PASSWORD: 'a long password' };
const formSchema = { rootElem: { type: 'cSection', name: 'root', children: [{ type: 'fInput', name: 'n' }] } };

interface Acknowledged {
  readonly id: string;
  readonly idx: number;
  readonly n: string;
}

interface Figures {
  readonly kind: string;
  rounds: number;
  acknowledged: number;
  lost: number;
  duplicate: number;
  wrong: number;
  gaps: number;
  keyMismatch: number;
  /** Responses that were neither success nor 503. */
  odd: string[];
  refused503: number;
  unanswered: number;
  processEnds: number;
}

const table: Figures[] = [];
beforeAll(buildServer);
afterEach(endAll);
afterAll(() => console.log(`kill rounds: ${JSON.stringify(table, null, 1)}`));

const kinds: Record<
  string,
  { readonly workers: string; readonly kill: (site: Site) => void; readonly endsServer: boolean }
> = {
  'the whole group': {
    workers: '1',
    endsServer: true,
    kill: ({ server, dataDir }) => {
      const postmaster = postmasterOf(dataDir);
      kill([...listWorkers(server.pid), server.pid, ...backendsOf(postmaster), postmaster]);
    },
  },
  'Node.js': {
    workers: '1',
    endsServer: true,
    kill: ({ server }) => kill([...listWorkers(server.pid), server.pid]),
  },
  'the postmaster': { workers: '1', endsServer: false, kill: ({ dataDir }) => kill([postmasterOf(dataDir)]) },
  'one backend': {
    workers: '1',
    endsServer: false,
    kill: ({ dataDir }) => {
      const backends = backendsOf(postmasterOf(dataDir), 'formstead formstead');
      kill(backends.slice(0, 1));
    },
  },
  'one worker': { workers: '2', endsServer: false, kill: ({ server }) => kill(listWorkers(server.pid).slice(0, 1)) },
};

interface Site {
  readonly server: ServerProcess;
  readonly dataDir: string;
}

for (const [kind, { workers, kill: strike, endsServer }] of Object.entries(kinds)) {
  test(`[entries.durable] ${kind}, ${rounds} rounds: nothing acknowledged is lost, double or misnumbered`, async () => {
    const dataDir = makeDataFolder();
    const env = { ...admin, WORKERS: workers };
    let server = await startProcess(dataDir, env);
    const { token } = (
      await server.call('POST', '/auth/login', { body: { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD } })
    ).body;
    const form = (await server.call('POST', '/form', { token, body: { formSchema } })).body.id as string;
    const figures: Figures = {
      kind,
      rounds: 0,
      acknowledged: 0,
      lost: 0,
      duplicate: 0,
      wrong: 0,
      gaps: 0,
      keyMismatch: 0,
      odd: [],
      refused503: 0,
      unanswered: 0,
      processEnds: 0,
    };
    table.push(figures);
    const ledger: Acknowledged[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const before = ledger.length;
      const storm = startStorm(server, { form, token, round, ledger, figures });
      await storm.reaches(before + 20 + ((round * 37) % 80));
      strike({ server, dataDir });
      if (endsServer) {
        await storm.stop();
        await server.ended;
        server = await startProcess(dataDir, env);
      } else {
        await waitUntilServed(server);
        await storm.stop();
      }
      if (kind !== 'one worker' && server.log().includes('a worker process ended')) figures.processEnds += 1;
      await checkKeys(server, { form, token, figures }, ledger.slice(before, before + 10));
      figures.rounds += 1;
    }
    figures.acknowledged = ledger.length;
    await compare(dataDir, ledger, figures);
    const { lost, duplicate, wrong, gaps, keyMismatch, odd, processEnds } = figures;
    expect({ lost, duplicate, wrong, gaps, keyMismatch, odd, processEnds }).toEqual({
      lost: 0,
      duplicate: 0,
      wrong: 0,
      gaps: 0,
      keyMismatch: 0,
      odd: [],
      processEnds: 0,
    });
  });
}

/** Submits with an Idempotency-Key each, until told to stop. A connection that is refused tries again: a client would. */
function startStorm(
  server: ServerProcess,
  site: { form: string; token: string; round: number; ledger: Acknowledged[]; figures: Figures },
) {
  const { form, token, round, ledger, figures } = site;
  let isOver = false;
  const drive = async (connection: number) => {
    for (let count = 0; !isOver; count += 1) {
      const n = `${round} ${connection} ${count}`;
      try {
        const reply = await submit(server, { form, token, n });
        if (reply.status === 200) ledger.push({ id: reply.body.entryId, idx: reply.body.entry.idx, n });
        else if (reply.status === 503) figures.refused503 += 1;
        else figures.odd.push(`${reply.status} ${reply.text.slice(0, 200)}`);
      } catch {
        figures.unanswered += 1;
        await new Promise((again) => setTimeout(again, 20));
      }
    }
  };
  const ended = Promise.all(Array.from({ length: connections }, (_, connection) => drive(connection)));
  return {
    reaches: (count: number) =>
      expect.poll(() => ledger.length, { timeout: 60_000, interval: 5 }).toBeGreaterThanOrEqual(count),
    stop() {
      isOver = true;
      return ended;
    },
  };
}

function submit(server: ServerProcess, { form, token, n }: { form: string; token: string; n: string }) {
  return server.call('POST', '/entry/submit', {
    token,
    body: { form, data: { n } },
    headers: { 'idempotency-key': n },
  });
}

async function waitUntilServed(server: ServerProcess): Promise<void> {
  await expect
    .poll(
      () =>
        fetch(`${server.url}/health`).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 60_000, interval: 100 },
    )
    .toBe(200);
}

/** The same key gets the first response again, once the database is back. */
async function checkKeys(
  server: ServerProcess,
  { form, token, figures }: { form: string; token: string; figures: Figures },
  sample: readonly Acknowledged[],
): Promise<void> {
  for (const { id, n } of sample) {
    let reply = await submit(server, { form, token, n });
    for (let tries = 0; reply.status === 503 && tries < 100; tries += 1) {
      await new Promise((again) => setTimeout(again, 200));
      reply = await submit(server, { form, token, n });
    }
    if (reply.status !== 200 || reply.body.entryId !== id) figures.keyMismatch += 1;
  }
}

async function compare(dataDir: string, ledger: readonly Acknowledged[], figures: Figures): Promise<void> {
  const database = await findRunningEmbedded(dataDir);
  const sql = openSql(database?.url as string, { max: 1 });
  try {
    const rows = await sql<Acknowledged[]>`select id, idx, data ->> 'n' as n from entries`;
    const stored = new Map(rows.map((row) => [row.id, row]));
    figures.lost = ledger.filter(({ id }) => !stored.has(id)).length;
    figures.wrong = ledger.filter(({ id, idx, n }) => {
      const row = stored.get(id);
      return row !== undefined && (row.idx !== idx || row.n !== n);
    }).length;
    figures.duplicate = rows.length - new Set(rows.map(({ n }) => n)).size;
    figures.gaps = (await findMiscounts(sql as never)).length;
  } finally {
    await sql.end();
  }
}

function postmasterOf(dataDir: string): number {
  return findServer(`${dataDir}/postgres`)?.identity.pid ?? 0;
}

/** The processes of a PostgreSQL server, those whose title holds the text. */
function backendsOf(postmaster: number, title = ''): number[] {
  const lines = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).stdout.split('\n');
  return lines
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [])
    .filter(([, , parent, args = '']) => Number(parent) === postmaster && args.includes(title))
    .map(([, own]) => Number(own));
}

function kill(pids: readonly number[]): void {
  for (const pid of pids.filter((one) => one > 0)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      // Backends end by themselves when their server is gone.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
