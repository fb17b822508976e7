// What the hand-written parts of the HTTP layer save, of which each says its figure in its first lines: each is taken out of a build of
// its own, and the processor time of a request is compared. A part that saves less than a tenth of
// either request goes.
import { buildVariant, type Variant } from './support/build-variant.ts';
import { form15, submission15 } from './support/form15.ts';
import { getRequest, measureInTurn, postRequest, type Target } from './support/load.ts';
import { type RunningServer, startServer } from './support/running-server.ts';

const connections = 64;
const rounds = 7;

const variants: Variant[] = [
  {
    name: "by the framework's reply",
    module: 'src/server/http/send-json.ts',
    change: (source) =>
      source.slice(0, source.indexOf('/** `common` are')) +
      `export const createSendJson = (_common: Headers): SendJson => (reply, json, headers) => {
        if (!isAnswered(reply)) void reply.headers({ 'content-type': jsonType, ...headers }).send(json);
      };`,
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
    const saved = new Map<string, number>();
    for (const work of ['GET /me', 'submit'] as const) {
      const targets: Record<string, Target> = {};
      for (const [name, server] of servers) targets[name] = await targetOf(work, server);
      const measured = await measureInTurn({ targets, connections, rounds });
      const cpuOf = (name: string) => Number(measured.cpuMicros(name).replaceAll(',', ''));
      for (const name of servers.keys())
        rows.push([work, name, Math.round(measured.middle(name, 'perSecond')), measured.cpuMicros(name)]);
      for (const { name } of variants) saved.set(name, Math.max(saved.get(name) ?? 0, cpuOf(name) / cpuOf(asBuilt)));
    }
    const verdicts = [...saved].map(([name, ratio]) => ({
      name: `${name}: CPU against as it is, where it is most`,
      ratio,
      atLeast: 1.1,
    }));
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
