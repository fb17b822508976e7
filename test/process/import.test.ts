// `formstead entries import`, `export` and `forms push` as processes that are killed in the middle of their work.
import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, request as sendOn } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { copyServedFolder } from '../support/served-folder.ts';
import {
  buildServer,
  endAll,
  runCommand,
  type ServerProcess,
  spawnCommand,
  startProcess,
} from '../support/server-process.ts';

const admin = { ADMIN_EMAIL: 'ann@example.com', ADMIN_PASSWORD: 'a long password' };
/** `IMPORT_ROWS=50000 npx vitest run --project process test/process/import.test.ts -t killed` for the figure of a release. */
const rowCount = Number(process.env['IMPORT_ROWS'] ?? 400);
const maxKills = rowCount > 10_000 ? 8 : 2;
let server: ServerProcess;
let folder: string;
let key: string;

beforeAll(buildServer);
beforeEach(async () => {
  folder = copyServedFolder();
  server = await startProcess(folder, { ...admin, RATE_LIMIT: '0' });
  const login = await server.call('POST', '/auth/login', {
    body: { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD },
  });
  key = (await server.call('POST', '/api-keys', { token: login.body.token })).body.token;
});
afterEach(() => endAll());

const env = () => ({ FORMSTEAD_URL: server.url, FORMSTEAD_KEY: key });
const run = (...args: string[]) => runCommand(folder, args, env());
const lastLine = (text: string) => JSON.parse(text.trimEnd().split('\n').at(-1) ?? '') as Record<string, unknown>;

async function makeForm(): Promise<string> {
  const children = [
    { type: 'fInput', name: 'number', label: 'Number', typeValidator: 'num', reqValidator: true },
    { type: 'fInput', name: 'name', label: 'שם' },
    {
      type: 'fRadio',
      name: 'size',
      label: 'Size',
      options: [
        ['s', 'Small'],
        ['l', 'Large'],
      ],
    },
  ];
  const body = { name: 'Imported', formSchema: { rootElem: { type: 'cSection', name: 'root', children } } };
  return (await server.call('POST', '/form', { key, body })).body.id;
}

test('[running.commands.import.resume] [running.commands.import.report] [heavy] an import that is killed again and again makes every entry, each of them once', {
  // A row takes a few milliseconds; a busy machine some dozens.
  timeout: 300_000 + rowCount * 50,
}, async () => {
  const form = await makeForm();
  const isBad = (at: number) => at % 350 === 150;
  const sizeOf = (at: number) => (isBad(at) ? 'Huge' : at % 2 ? 'Large' : 's');
  const rows = Array.from({ length: rowCount }, (_, at) => `${at},"נועה ${at}, ""כהן""",${sizeOf(at)}`);
  const good = rows.flatMap((_, at) => (isBad(at) ? [] : [at]));
  writeFileSync(join(folder, 'people.csv'), `\uFEFFNumber,שם,Size\n${rows.join('\n')}\n`);
  const state = join(folder, `people.csv.${form}.import`);
  const stateSize = () => statSync(state, { throwIfNoEntry: false })?.size ?? 0;
  /** A third of what the state has for a row. */
  const rowBytes = 28;
  let kills = 0;
  let took = performance.now();
  for (let goal = randomInt(1_000, 10_000); ; goal = stateSize() + randomInt(500, rowBytes * rowCount)) {
    const { child, ended } = spawnCommand(folder, ['entries', 'import', form, 'people.csv', '--only-good'], env());
    let isOver = false;
    void ended.then(() => {
      isOver = true;
    });
    if (kills < maxKills) while (!isOver && stateSize() < goal) await sleep(5);
    if (kills >= maxKills || isOver) {
      const { code, stdout, stderr } = await ended;
      expect([code, stderr.split('\n').filter((line) => !line.startsWith('{"progress"'))]).toEqual([1, ['']]);
      const result = lastLine(stdout);
      expect(result).toMatchObject({ rows: rowCount, failed: rowCount - good.length });
      expect(Number(result['imported']) + Number(result['before'])).toBe(good.length);
      break;
    }
    child.kill('SIGKILL');
    await ended;
    kills += 1;
  }
  took = performance.now() - took;
  expect(kills).toBeGreaterThan(0);
  const report = readFileSync(join(folder, 'people.failed.csv'), 'utf8').trimEnd().split('\r\n').slice(1);
  expect(report.map((line) => line.split(',')[0])).toEqual(
    rows.flatMap((_, at) => (isBad(at) ? [String(at + 2)] : [])),
  );
  const { body } = await server.call('GET', `/form/${form}`, { key });
  expect([body.current.all, body.counts.submit]).toEqual([good.length, good.length]);
  const exported = await run('entries', 'export', form, '--format', 'jsonl', '--out', 'out.jsonl');
  expect(lastLine(exported.stdout)).toMatchObject({ entries: good.length, out: join(folder, 'out.jsonl') });
  const lines = readFileSync(join(folder, 'out.jsonl'), 'utf8').trimEnd().split('\n');
  const entries = lines.map((line) => JSON.parse(line) as { idx: number; submitIdx: number; data: { number: number } });
  const sorted = (read: (entry: (typeof entries)[number]) => number) => entries.map(read).sort((a, b) => a - b);
  expect(sorted(({ data }) => data.number)).toEqual(good);
  // Numbers have no gaps: a row that was sent twice took none.
  const numbers = good.map((_, at) => at + 1);
  expect(sorted(({ submitIdx }) => submitIdx)).toEqual(numbers);
  expect(sorted(({ idx }) => idx)).toEqual(numbers);
  const [last = 0] = good.slice(-1);
  expect(entries.find(({ data }) => data.number === last)?.data).toEqual({
    number: last,
    name: `נועה ${last}, "כהן"`,
    size: last % 2 ? 'l' : 's',
  });
  process.stderr.write(
    `import: ${rowCount} rows, ${kills} kills, ${(took / 1000).toFixed(1)} s, ${Math.round((good.length / took) * 1000)} rows/s\n`,
  );
});

test('[running.commands.export] tables and lines, to standard output and to a file; what was exported can be imported', async () => {
  const form = await makeForm();
  for (const [number, name] of [
    [1, '=1+1'],
    [2, 'שלום'],
  ] as const)
    await server.call('POST', '/entry/submit', { key, body: { form, data: { number, name, size: 's' } } });
  await server.call('POST', '/entry/save', { key, body: { form, data: { number: 3 } } });
  const csv = await run('entries', 'export', form, '--labels');
  expect(csv.stdout).toContain('Number');
  expect(csv.stdout).toContain('Small');
  expect(lastLine(csv.stderr)).toMatchObject({ form, format: 'csv' });
  const where = JSON.stringify({ path: 'number', op: 'eq', value: 2 });
  const found = await run('entries', 'export', form, '--format', 'jsonl', '--where', where);
  expect(
    found.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).data),
  ).toEqual([{ number: 2, name: 'שלום', size: 's' }]);
  const book = await run('entries', 'export', form, '--out', 'out.xlsx');
  expect(lastLine(book.stdout)).toMatchObject({ format: 'xlsx', out: join(folder, 'out.xlsx') });
  expect(readFileSync(join(folder, 'out.xlsx')).subarray(0, 2).toString()).toBe('PK');
  const drafts = await run('entries', 'export', form, '--format', 'jsonl', '--query', '{"status":1}');
  expect(JSON.parse(drafts.stdout).data).toEqual({ number: 3 });
  const bad = await run('entries', 'export', form, '--where', '{');
  expect([bad.code, bad.stdout]).toEqual([1, '']);
  expect(bad.stderr).toContain('--where must be a JSON object');
  // And back, into another form.
  const other = await makeForm();
  await run('entries', 'export', form, '--format', 'jsonl', '--out', 'out.jsonl');
  expect(lastLine((await run('entries', 'import', other, 'out.jsonl')).stdout)).toMatchObject({ imported: 2 });
});

test('[running.commands.forms.create] [heavy] a push that is killed when its form was just made makes no second one', async () => {
  mkdirSync(join(folder, 'forms'));
  writeFileSync(join(folder, 'forms/new.yaml'), '# mine\nname: Only once\n');
  let kill = () => {};
  // Passes everything on, and kills whoever asked when the service has made the form.
  const proxy = createServer((asked, reply) => {
    const { hostname, port } = new URL(server.url);
    const onward = sendOn({ hostname, port, path: asked.url, method: asked.method, headers: asked.headers }, (got) => {
      if (asked.method === 'POST') kill();
      else reply.writeHead(got.statusCode ?? 500, got.headers);
      got.pipe(asked.method === 'POST' ? reply.destroy() : reply);
    });
    asked.pipe(onward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const through = { FORMSTEAD_URL: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, FORMSTEAD_KEY: key };
  for (let round = 0; round < 2; round += 1) {
    const { child, ended } = spawnCommand(folder, ['forms', 'push'], through);
    kill = () => child.kill('SIGKILL');
    await ended;
    expect(readFileSync(join(folder, 'forms/new.yaml'), 'utf8')).toBe('# mine\nname: Only once\n');
  }
  proxy.closeAllConnections();
  proxy.close();
  const pushed = await run('forms', 'push');
  expect(pushed.code).toBe(0);
  const listed = lastLine((await run('forms', 'list')).stdout)['forms'] as { id: string; name: string }[];
  const made = listed.filter(({ name }) => name === 'Only once');
  expect(made).toHaveLength(1);
  expect(readFileSync(join(folder, 'forms/new.yaml'), 'utf8')).toBe(`# mine\nid: ${made[0]?.id}\nname: Only once\n`);
  expect(lastLine((await run('forms', 'diff')).stdout)).toMatchObject({ different: [] });
});
