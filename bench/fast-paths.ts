// What parts of ours are worth that a framework would have done by itself: each is taken out of a build of its own, and the processor time
// of a request is compared. A part that is worth nothing goes, unless it is there for another reason: lines are gathered for a destination
// that a full disk or a pipe that nobody reads does not stop.
import { buildVariant, type Variant } from './support/build-variant.ts';
import { form15, submission15 } from './support/form15.ts';
import { getRequest, measureInTurn, postRequest, type Target } from './support/load.ts';
import { type RunningServer, startServer } from './support/running-server.ts';

const connections = 64;
const rounds = 7;

const variants: Variant[] = [
  {
    name: 'without the batch of a tick',
    module: 'src/server/http/tick-batch.ts',
    change: () => 'export const createTickBatch = () => (work) => work();',
  },
  {
    name: "log lines to pino's own buffer",
    module: 'src/server/base/log.ts',
    change: (source) =>
      source.replace(
        'const lines = gatherLines(destination);',
        'const lines = pino.destination({ dest: 2, minLength: 16_000 });',
      ),
  },
];

export async function run() {
  const asBuilt = 'as it is';
  const servers = new Map<string, RunningServer>([[asBuilt, await startServer()]]);
  try {
    for (const variant of variants) {
      servers.set(variant.name, await startServer({ dist: await buildVariant(variant) }));
    }
    const rows: (string | number)[][] = [];
    const verdicts: { name: string; ratio: number; atLeast: number }[] = [];
    for (const work of ['GET /me', 'submit'] as const) {
      const targets: Record<string, Target> = {};
      for (const [name, server] of servers) targets[name] = await targetOf(work, server);
      const measured = await measureInTurn({ targets, connections, rounds });
      const cpuOf = (name: string) => Number(measured.cpuMicros(name).replaceAll(',', ''));
      for (const name of servers.keys())
        rows.push([work, name, Math.round(measured.middle(name, 'perSecond')), measured.cpuMicros(name)]);
      for (const { name } of variants)
        verdicts.push({
          name: `${work}, ${name}: CPU against as it is`,
          ratio: cpuOf(name) / cpuOf(asBuilt),
          atLeast: 1,
        });
    }
    return {
      title: `fast paths taken out, ${connections} connections (${rounds} rounds)`,
      columns: ['request', 'server', 'requests/s', 'CPU us a request'],
      rows,
      verdicts,
    };
  } finally {
    for (const server of servers.values()) await server.close();
  }
}

async function targetOf(work: 'GET /me' | 'submit', server: RunningServer): Promise<Target> {
  const { url, cpuMs } = server;
  if (work === 'GET /me') {
    const request = getRequest('/v1.0/me', { 'x-api-key': server.key });
    return { url, cpuMs, request: () => request };
  }
  const form = (await server.call('POST', '/form', form15))['id'] as string;
  const request = postRequest('/v1.0/entry/submit', JSON.stringify({ form, data: submission15 }));
  return { url, cpuMs, request: () => request };
}
