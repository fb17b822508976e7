// Memory of a whole process that holds entries of 1 MB: lists, exports, insight, deletions and bodies are bounded by bytes.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { findRunningEmbedded } from '../../src/server/postgres/embedded.ts';
import { openSql } from '../../src/server/store/connection/pool.ts';
import { copyServedFolder } from '../support/served-folder.ts';
import { buildServer, endAll, listWorkers, type ServerProcess, startProcess } from '../support/server-process.ts';

beforeAll(buildServer, 180_000);
afterEach(endAll);

const entryCount = Number(process.env['MEMORY_ENTRIES'] ?? 200);
const maxMegabytes = 400;
const admin = { email: 'ann@example.com', password: 'a long password' };
const definition = {
  name: 'Large',
  formSchema: { rootElem: { type: 'cSection', name: 'root', children: [{ type: 'fLngTxt', name: 'text' }] } },
};

/** The largest resident memory of the process that serves, seen while the work runs, in MB. */
async function peakOf(server: ServerProcess, work: () => Promise<void>): Promise<number> {
  const [worker] = listWorkers(server.pid);
  let peak = 0;
  let isOver = false;
  const watch = async () => {
    while (!isOver) {
      peak = Math.max(peak, residentMegabytes(worker as number));
      await sleep(50);
    }
  };
  const watching = watch();
  try {
    await work();
  } finally {
    isOver = true;
    await watching;
  }
  return peak;
}

function residentMegabytes(pid: number): number {
  const file = `/proc/${pid}/status`;
  if (existsSync(file)) return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1]) / 1024;
  return Number(spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).stdout) / 1024;
}

/** The bytes of a response that nobody keeps. */
async function readAway(response: Response, { slowly = false } = {}): Promise<number> {
  expect(response.status).toBe(200);
  let bytes = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (slowly && bytes % 7 === 0) await sleep(1);
  }
  return bytes;
}

test('[limits.memory] [heavy] entries of 1 MB: every list, export, insight, deletion and burst of submits stays under 400 MB', {
  timeout: 600_000,
}, async () => {
  const folder = copyServedFolder();
  const server = await startProcess(folder, { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password });
  const { token } = (await server.call('POST', '/auth/login', { body: admin })).body;
  const form = (await server.call('POST', '/form', { token, body: definition })).body.id as string;
  const { account } = (await server.call('GET', '/me', { token })).body;
  const sql = openSql((await findRunningEmbedded(folder))?.url ?? '', { max: 1 });
  try {
    // What is measured is the server: its database need not compress 200 MB and unpack them for every list.
    await sql`alter table entries alter column data set storage external`;
    await sql`update form_counters set idx = ${entryCount}, current_all = ${entryCount} where form = ${form}`;
    await sql`insert into entries (id, account, form, status, idx, submit_idx, data, actions, sent_emails, archived_renders,
        create_time, modify_time, changed_at, submit_time)
      select lpad(to_hex(n), 24, '0'), ${account}, ${form}, 2, n, n, json_build_object('text', n || t.text), '[{}]', '[]', '[]',
        now(), now(), now(), now()
      from generate_series(1, ${entryCount}::int) as n,
        (select string_agg(md5(m::text), '') as text from generate_series(1, 32768) as m) as t`;
  } finally {
    await sql.end();
  }

  const get = (path: string) => fetch(`${server.url}/v1.0${path}`, { headers: { authorization: token } });
  const query = encodeURIComponent(JSON.stringify({ form }));
  const page = `/entry?limit=2000&query=${query}`;
  const wholeBytes = entryCount * 2 ** 20;
  const peaks: Record<string, number> = {};
  const measure = async (name: string, work: () => Promise<void>) => {
    peaks[name] = Math.round(await peakOf(server, work));
  };

  await measure('list without limit', async () => {
    expect(await readAway(await get(`/entry?query=${query}`))).toBeGreaterThan(wholeBytes);
  });
  await measure('page', async () => {
    expect(await readAway(await get(page))).toBeGreaterThan(wholeBytes);
  });
  await measure('page with fields', async () => {
    const fields = encodeURIComponent('["id","data"]');
    expect(await readAway(await get(`${page}&fields=${fields}`))).toBeGreaterThan(wholeBytes);
  });
  // Together twice as much as all entries: whoever held them would need more than the bound.
  await measure('four pages, taken slowly', async () => {
    const half = page.replace('limit=2000', `limit=${entryCount / 2}`);
    const pages = Array.from({ length: 4 }, async () => readAway(await get(half), { slowly: true }));
    for (const bytes of await Promise.all(pages)) expect(bytes).toBeGreaterThan(wholeBytes / 2);
  });
  for (const format of ['csv', 'xlsx']) {
    await measure(format, async () => {
      const body = { query: { form } };
      const { status } = await server.call('POST', '/entry/export', { token, query: { format }, body });
      expect(status).toBe(200);
    });
  }
  await measure('insight', async () => {
    const { status } = await server.call('GET', `/form/${form}/insight`, { token });
    expect(status).toBe(200);
  });
  await measure('deletion by query', async () => {
    expect((await server.call('POST', '/entry/delete', { token, body: { query: { form } } })).status).toBe(200);
  });
  await measure('submits of 1 MB at once', async () => {
    const body = JSON.stringify({ form, data: { text: 'x'.repeat(1_000_000) } });
    const submits = Array.from({ length: 150 }, () => server.call('POST', '/entry/submit', { body }));
    for (const { status } of await Promise.all(submits)) expect(status).toBe(200);
  });
  expect(Math.min(...Object.values(peaks))).toBeGreaterThan(50);
  expect(
    Object.entries(peaks).filter(([, megabytes]) => megabytes > maxMegabytes),
    JSON.stringify(peaks),
  ).toEqual([]);
  expect((await server.call('GET', `/form/${form}`, { token })).body.current).toMatchObject({ all: 150 });
});
