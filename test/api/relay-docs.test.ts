// The receivers of docs/relay.md, as they are written there, take what the relay sends.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { relayCommand } from '../../src/cli/relay/relay-command.ts';
import { openCommand } from '../support/run-command.ts';
import { startService, type TestService } from '../support/service.ts';

const page = readFileSync('docs/relay.md', 'utf8');
const receivers = [...page.matchAll(/```js\n(.*?)```/gs)].map(([, code = '']) => code);

let service: TestService;
let folder: string;
let secret: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  service = await startService();
  // Inside of the clone, where the library is found.
  folder = mkdtempSync(resolve('node_modules/.relay-docs-'));
  // The line of the page that makes a secret.
  const [, command = ''] = /^(echo "whsec_.*)$/m.exec(page) ?? [];
  execFileSync('sh', ['-c', command], { cwd: folder });
  secret = readFileSync(join(folder, 'relay-secret'), 'utf8').trim();
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
  await service.close();
});

/** Listens where nobody does: a port that is taken is an error of its own. */
async function startReceiver(code: string): Promise<{ url: string; lines: string[] }> {
  const file = join(folder, `receiver-${children.length}.mjs`);
  const port = randomInt(12_000, 31_000);
  writeFileSync(file, `${code.replace(/\);\s*$/, `, () => console.log('ready'));`)}\n`);
  const child = spawn(process.execPath, [file], {
    env: { PATH: process.env['PATH'], RELAY_SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const lines: string[] = [];
  child.stdout?.on('data', (text) => lines.push(...String(text).trimEnd().split('\n')));
  await expect.poll(() => lines).toContain('ready');
  return { url: `http://127.0.0.1:${port}/`, lines };
}

async function relay(to: string, ...flags: string[]) {
  const { context } = openCommand({ env: { url: service.url, key: service.people.alice.key }, folder });
  return relayCommand(['--to', to, '--secret-file', 'relay-secret', '--once', ...flags], context);
}

test('[relay.signed] [relay.events] docs/relay.md: the receiver verifies and stores; a forged request gets 401', async () => {
  expect(receivers).toHaveLength(2);
  const { url, lines } = await startReceiver(receivers[0] as string);
  const { key } = service.people.alice;
  const rootElem = { type: 'cSection', name: 'root', children: [{ type: 'fInput', name: 'name' }] };
  const form = (await service.call('POST', '/form', { key, body: { formSchema: { rootElem } } })).body.id;
  const submit = { form, data: { name: 'Ada' } };
  const { entryId } = (await service.call('POST', '/entry/submit', { key, body: submit })).body;
  expect(await relay(url)).toMatchObject({ delivered: 1, waiting: 0 });
  await service.call('DELETE', `/entry/${entryId}`, { key });
  expect(await relay(url)).toMatchObject({ delivered: 1, waiting: 0 });
  await expect.poll(() => lines).toEqual(['ready', 'entry.submitted [{"name":"Ada"}]', 'entry.deleted []']);
  expect((await fetch(url, { method: 'POST', body: '{"type":"entry.deleted"}' })).status).toBe(401);
});

test('[relay.state.target] docs/relay.md: the receiver that keeps the cursor', async () => {
  const { url, lines } = await startReceiver(receivers[1] as string);
  await relay(url, '--state', 'target');
  const before = lines.filter((line) => line.startsWith('entry.')).length;
  expect(before).toBeGreaterThan(0);
  await relay(url, '--state', 'target');
  expect(lines.filter((line) => line.startsWith('entry.'))).toHaveLength(before);
});
