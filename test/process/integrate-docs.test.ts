// docs/integrate.md leads through everything that programs can do: its commands are run as they are written, in their order, against a service.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { copyServedFolder } from '../support/served-folder.ts';
import { buildServer, endAll, startProcess } from '../support/server-process.ts';

const admin = { ADMIN_EMAIL: 'ann@example.com', ADMIN_PASSWORD: 'a long password' };
const page = readFileSync('docs/integrate.md', 'utf8');
const blocks = [...page.matchAll(/^```(\w+)\n(.*?)^```/gms)].map(([, language, text = '']) => ({ language, text }));

beforeAll(buildServer);
afterEach(() => endAll());

test('[conventions.document.guides] docs/integrate.md: every command does what it says', {
  timeout: 600_000,
}, async () => {
  const dataDir = copyServedFolder();
  const server = await startProcess(dataDir, { ...admin, RATE_LIMIT: '0' });
  const login = await server.call('POST', '/auth/login', {
    body: { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD },
  });
  const key = (await server.call('POST', '/api-keys', { token: login.body.token })).body.token as string;
  const folder = await makeFolder(dataDir);
  const target = await openTarget();
  const { code, output } = await runAll(folder, {
    FORMSTEAD_URL: server.url,
    FORMSTEAD_KEY: key,
    OTHER_URL: server.url,
    OTHER_KEY: key,
    TARGET: target.url,
  });
  target.close();
  expect([code, output]).toEqual([0, expect.stringContaining('the end of the page')]);

  // And what came of them: four entries, by hand, by the client and from the file.
  const forms = (await server.call('GET', '/form', { key, query: { fields: ['id', 'displayName'] } })).body.data;
  const names = forms.map(({ displayName }: { displayName: string }) => displayName).sort();
  expect(names).toEqual(['Feedback', 'Registration', 'Registration 2027']);
  const { id } = forms.find(({ displayName }: { displayName: string }) => displayName === 'Registration');
  const form = (await server.call('GET', `/form/${id}`, { key })).body;
  expect(form.formSchema.rootElem.children[0].label).toBe('Your full name');
  const entries = (await server.call('GET', '/entry', { key, query: { query: { form: id, status: 2 } } })).body.data;
  expect(entries.map(({ data }: { data: { name: string } }) => data.name).sort()).toEqual([
    'Ada',
    'Grace',
    'Lin',
    'Noa',
  ]);
  expect(output).toContain('400 entryFailedValidation 2');
  expect(output).toContain('{\\"count\\":4,\\"isMore\\":false}');
  expect(output).toContain('differs');
  expect(target.types).toEqual(Array.from({ length: 4 }, () => 'entry.submitted'));
  expect(readFileSync(join(folder, 'registration.ts'), 'utf8')).toContain('email');
  expect(readFileSync(join(folder, 'people.xlsx')).subarray(0, 2).toString()).toBe('PK');
});

/** A project of an engineer: `formstead` on the path, the client installed, the program of the page as it is there. */
async function makeFolder(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'project');
  mkdirSync(join(folder, 'bin'), { recursive: true });
  const program = join(dataDir, 'formstead.mjs');
  writeFileSync(join(folder, 'bin/formstead'), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`, {
    mode: 0o755,
  });
  const installed = join(folder, 'node_modules/@formstead/client');
  await build({
    entryPoints: ['packages/client/src/index.ts'],
    outfile: join(installed, 'index.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
  });
  writeFileSync(join(installed, 'package.json'), '{"name":"@formstead/client","exports":"./index.mjs"}');
  const programs = blocks.filter(({ language }) => language === 'js');
  expect(programs).toHaveLength(1);
  writeFileSync(join(folder, 'submit.mjs'), programs[0]?.text as string);
  return folder;
}

/** One shell for all of them, as a person has one: what a command sets, later ones use. The first that fails ends it. */
async function runAll(
  folder: string,
  values: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const commands = blocks.filter(({ language }) => language === 'sh').map(({ text }) => text);
  expect(commands.length).toBeGreaterThanOrEqual(12);
  writeFileSync(join(folder, 'all.sh'), `set -e\n${commands.join('\necho\n')}\necho 'the end of the page'\n`);
  const Path = `${join(folder, 'bin')}:${process.env['PATH']}`;
  const child = spawn('sh', ['-x', 'all.sh'], {
    cwd: folder,
    env: { PATH: Path, HOME: folder, ...values },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}

/** Where the relay posts to. */
async function openTarget(): Promise<{ url: string; types: string[]; close(): void }> {
  const types: string[] = [];
  const target = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    types.push(JSON.parse(body).type);
    response.end();
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  const { port } = target.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, types, close: () => target.close() };
}
