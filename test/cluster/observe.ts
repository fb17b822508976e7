// Looks at the cluster from outside, as somebody who knows nothing of Formstead: since when a node takes writes, and what processor
// time processes use.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSql } from '../../src/server/store/connection/pool.ts';
import { databasePort, superuser } from './node-settings.ts';
import type { PatroniNode } from './patroni.ts';
import { listTree } from './processes.ts';

export interface PrimaryWatch {
  /** When the first of these nodes committed a write that was begun after the time. */
  firstWrite(nodes: readonly PatroniNode[], since: number): Promise<{ node: PatroniNode; time: number }>;
  stop(): Promise<void>;
}

const lookEveryMs = 50;
const tryMs = 1_000;

/** Each node is asked to write a row, again and again, by connections of its own. */
export function watchPrimary(nodes: readonly PatroniNode[], database: string): PrimaryWatch {
  const lastWrites = new Map<PatroniNode, { begun: number; ended: number }[]>(nodes.map((node) => [node, []]));
  let isOver = false;
  const watching = nodes.map(async (node) => {
    while (!isOver) {
      const sql = openNode(node.address, database);
      try {
        for (; !isOver; await sleep(lookEveryMs)) {
          const begun = performance.now();
          const [row] = await within(sql`select pg_is_in_recovery() as "isStandby"`, tryMs);
          if (row?.['isStandby'] === true) continue;
          await within(sql`insert into writes values (now())`, tryMs);
          lastWrites.get(node)?.push({ begun, ended: performance.now() });
        }
      } catch {
        // A node that is away, or one whose commit waits: not the primary that is looked for.
        await sleep(lookEveryMs);
      } finally {
        await sql.end({ timeoutSeconds: 0 });
      }
    }
  });
  return {
    async firstWrite(wanted, since) {
      for (;;) {
        const found = wanted.flatMap((node) =>
          (lastWrites.get(node) ?? []).filter(({ begun }) => begun > since).map(({ ended }) => ({ node, time: ended })),
        );
        const first = found.sort((a, b) => a.time - b.time)[0];
        if (first !== undefined) return first;
        await sleep(lookEveryMs);
      }
    },
    async stop() {
      isOver = true;
      await Promise.all(watching);
    },
  };
}

export function openNode(address: string, database: string) {
  const login = `${superuser.name}:${encodeURIComponent(superuser.password)}`;
  return openSql(`postgres://${login}@${address}:${databasePort}/${database}`, { max: 1, connectMs: 1_000 });
}

export function openUrl(url: string) {
  return openSql(url, { max: 1 });
}

async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  const late = new Promise<never>((_, fail) => setTimeout(fail, ms, new Error('It took too long.')).unref());
  return Promise.race([work, late]);
}

/** User and system time of a process and all it started, in seconds. */
export function processorSeconds(pid: number): number {
  const ticksPerSecond = 100;
  const ticks = listTree(pid).map((one) => {
    try {
      const fields = readFileSync(`/proc/${one}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      return Number(fields[11]) + Number(fields[12]);
    } catch {
      // It ended in between.
      return 0;
    }
  });
  return ticks.reduce((sum, one) => sum + one, 0) / ticksPerSecond;
}
