// Keeps the embedded server running until it is stopped: one that dies under us (out of memory, a careless kill) is started again
// at the same address, where the clients' reconnects find it.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { type Cluster, removeStalePidFile } from './cluster.ts';
import { type StartedServer, startServer, stopServer } from './server.ts';

export interface KeptServer {
  readonly port: number;
  stop(): Promise<void>;
}

interface KeepOptions {
  readonly cluster: Cluster;
  readonly binaries: Binaries;
  readonly isDurable: boolean;
  readonly log: (message: string) => void;
}

const pauseAfterFailureMs = 2_000;

/** Rejects when the first start fails. */
export async function keepServer(options: KeepOptions): Promise<KeptServer> {
  const { cluster, log } = options;
  const first = await startServer(options);
  const { port } = first;
  let current = first;
  let isStopping = false;
  let restart: Promise<void> | undefined;

  function watch(server: StartedServer): void {
    server.ended.then(() => {
      if (!isStopping) restart = startAgain();
    });
  }

  async function startAgain(): Promise<void> {
    log(`PostgreSQL (process ${current.identity.pid}) ended unexpectedly; starting it again.`);
    while (!isStopping) {
      try {
        removeStalePidFile(cluster.dir);
        current = await startServer({ ...options, port });
        return watch(current);
      } catch (error) {
        log((error as Error).message);
        await sleep(pauseAfterFailureMs);
      }
    }
  }

  watch(first);
  return {
    port,
    async stop() {
      isStopping = true;
      await restart;
      await stopServer({ identity: current.identity, log });
    },
  };
}
