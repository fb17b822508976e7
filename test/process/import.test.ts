// `formstead entries import`, `export` and `forms push` as processes that are killed in the middle of their work.
import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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
/** 50,000 for the figure of the release. */
const rowCount = Number(process.env['IMPORT_ROWS'] ?? 2_000);
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

test('[running.commands.import.resume] an import that is killed again and again makes every entry, each of them once', async () => {
  const form = await makeForm();
  const rows = Array.from({ length: rowCount }, (_, at) => `${at},"נועה ${at}, ""כהן""",${at % 2 ? 'Large' : 's'}`);
  writeFileSync(join(folder, 'people.csv'), `\uFEFFNumber,שם,Size\n${rows.join('\n')}\n`);
  const state = join(folder, `people.csv.${form}.import`);
  const lengthOf = () => {
    try {
      return readFileSync(state, 'utf8').split('\n').length;
    } catch {
      return 0;
    }
  };
  let kills = 0;
  let began = performance.now();
  for (let goal = randomInt(20, 200); ; goal = lengthOf() + randomInt(10, rowCount)) {
    const { child, ended } = spawnCommand(folder, ['entries', 'import', form, 'people.csv'], env());
    let isOver = false;
    void ended.then(() => {
      isOver = true;
    });
    if (kills < 3) while (!isOver && lengthOf() < goal) await sleep(5);
    if (kills >= 3 || isOver) {
      const { code, stdout, stderr } = await ended;
      expect([code, stderr.split('\n').filter((line) => !line.startsWith('{"progress"'))]).toEqual([0, ['']]);
      const result = lastLine(stdout);
      expect(result).toMatchObject({ rows: rowCount, failed: 0 });
      expect(Number(result['imported']) + Number(result['before'])).toBe(rowCount);
      break;
    }
    child.kill('SIGKILL');
    await ended;
    kills += 1;
  }
  began = performance.now() - began;
  expect(kills).toBeGreaterThan(0);
  const { body } = await server.call('GET', `/form/${form}`, { key });
  expect([body.current.all, body.counts.submit]).toEqual([rowCount, rowCount]);
  const exported = await run('entries', 'export', form, '--format', 'jsonl', '--out', 'out.jsonl');
  expect(lastLine(exported.stdout)).toMatchObject({ entries: rowCount, out: join(folder, 'out.jsonl') });
  const lines = readFileSync(join(folder, 'out.jsonl'), 'utf8').trimEnd().split('\n');
  const data = lines.map((line) => JSON.parse(line).data as { number: number; name: string; size: string });
  data.sort((a, b) => a.number - b.number);
  expect(data.map(({ number }) => number)).toEqual(Array.from({ length: rowCount }, (_, at) => at));
  expect(data.at(-1)).toEqual({ number: rowCount - 1, name: `נועה ${rowCount - 1}, "כהן"`, size: 'l' });
  process.stderr.write(`import: ${rowCount} rows, ${kills} kills, ${(began / 1000).toFixed(1)} s\n`);
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

test('[running.commands.forms.create] a push that is killed when its form was just made makes no second one', async () => {
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
