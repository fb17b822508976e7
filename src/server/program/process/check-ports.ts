// Whether the ports can be listened on, asked before a database is made or a worker is started: a port that is taken is the first
// thing to hear of a start that cannot work. [running.start.port]
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../base/config.ts';
import { ConfigError } from '../../base/settings.ts';

/** A process that is stopping needs a moment, and a supervisor may start its successor at once. */
const patienceMs = 5_000;
const tryEveryMs = 100;

export async function checkPorts(config: Config): Promise<void> {
  const { listener } = config.metrics ?? {};
  const own: Place = { port: config.port, host: config.host };
  const places = listener === undefined ? [own] : [own, { ...listener, setting: 'METRICS_PORT' } as const];
  for (const place of places) await checkPort(place);
}

async function checkPort(place: Place): Promise<void> {
  for (const deadline = performance.now() + patienceMs; ; await sleep(tryEveryMs)) {
    const error = await tryToListen(place);
    if (error === undefined) return;
    if (error.code !== 'EADDRINUSE' || performance.now() > deadline) throw explainListenError(error, place);
  }
}

function tryToListen({ port, host }: Place): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', resolve);
    server.listen({ port, host }, () => server.close(() => resolve(undefined)));
  });
}

interface Place {
  readonly port: number;
  readonly host: string;
  readonly setting?: 'METRICS_PORT';
}

export function explainListenError(error: unknown, { port, host, setting }: Place): unknown {
  const change = setting === undefined ? 'PORT or --port' : `${setting} or --metrics-port`;
  const place = `port ${port} on ${host}`;
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new ConfigError(`Cannot listen: ${place} is in use by another program. Choose another with ${change}.`);
    case 'EACCES':
      return new ConfigError(`Cannot listen: this user may not use ${place}. Choose a port above 1023 with ${change}.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new ConfigError(`Cannot listen: ${host} is not an address of this machine. Set HOST or --host.`);
    default:
      return error;
  }
}
