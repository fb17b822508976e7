// Submits of a form of 15 fields without rules, against bare servers that only INSERT, one by one and in batches, through
// the same client to the same database. Budgets: as many as one INSERT per request, half of batched INSERTs.

import { form15, submission15 } from './support/form15.ts';
import { measureInTurn, postRequest } from './support/load.ts';
import { startCeiling, startServer } from './support/running-server.ts';

const rounds = 7;

export async function run() {
  const server = await startServer();
  await server.sql`create table ceiling_entries (id text primary key, data json not null)`;
  const single = await startCeiling('insert', server.databaseUrl);
  const batched = await startCeiling('batch', server.databaseUrl);
  try {
    const form = (await server.call('POST', '/form', form15))['id'] as string;
    const own = postRequest('/v1.0/entry/submit', JSON.stringify({ form, data: submission15 }));
    const withKey = postRequest('/v1.0/entry/submit', JSON.stringify({ form, data: submission15 }), {
      'x-api-key': server.key,
    });
    const bare = postRequest('/', JSON.stringify({ form, data: submission15 }));
    const targets = {
      'one INSERT per request': { url: single.url, request: () => bare, cpuMs: single.cpuMs },
      'batched INSERT': { url: batched.url, request: () => bare, cpuMs: batched.cpuMs },
      submit: { url: server.url, request: () => own, cpuMs: server.cpuMs },
      'submit with an API key': { url: server.url, request: () => withKey, cpuMs: server.cpuMs },
    };
    type Name = keyof typeof targets;
    const names = Object.keys(targets) as Name[];

    const rows: (string | number)[][] = [];
    const verdicts: { name: string; ratio: number; atLeast: number }[] = [];
    for (const connections of [1, 16, 64]) {
      const measured = await measureInTurn({ targets, connections, rounds });
      for (const name of names) {
        rows.push([
          connections,
          name,
          Math.round(measured.middle(name, 'perSecond')),
          measured.middle(name, 'p50Ms').toFixed(2),
          measured.middle(name, 'p99Ms').toFixed(2),
          measured.cpuMicros(name),
          name.startsWith('submit') ? `${server.peakMemoryMb() ?? '?'} MB` : '',
        ]);
      }
      if (connections < 64) continue;
      const ratio = (name: Name) => measured.ratio('submit', name, 'perSecond');
      verdicts.push(
        { name: 'against one INSERT per request, 64 connections', ratio: ratio('one INSERT per request'), atLeast: 1 },
        { name: 'against batched INSERT, 64 connections', ratio: ratio('batched INSERT'), atLeast: 0.5 },
        {
          name: 'p99 within 10 times p50',
          ratio: (10 * measured.middle('submit', 'p50Ms')) / measured.middle('submit', 'p99Ms'),
          atLeast: 1,
        },
      );
    }
    const peak = server.peakMemoryMb();
    if (peak !== undefined) verdicts.push({ name: 'memory of the server under 300 MB', ratio: 300 / peak, atLeast: 1 });
    return {
      title: `submit of 15 fields (medians of ${rounds} rounds)`,
      columns: ['connections', 'server', 'requests/s', 'p50 ms', 'p99 ms', 'CPU us a request', 'peak memory'],
      rows,
      verdicts,
    };
  } finally {
    await single.close();
    await batched.close();
    await server.close();
  }
}
