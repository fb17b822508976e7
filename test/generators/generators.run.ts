// Each client logs in, submits, lists with a filter and pages, and compiles under strict.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.ts';

const root = resolve(import.meta.dirname, '../..');
const tools = [
  'openapi-typescript@7.13.0',
  'openapi-fetch@0.17.0',
  '@hey-api/openapi-ts@0.95.0',
  'swagger-typescript-api@13.13.0',
  'typescript@5.9.3',
  'esbuild@0.28.2',
];
const compilerOptions = {
  ...{
    strict: true,
    noEmit: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    skipLibCheck: true,
  },
  ...{ lib: ['es2022', 'dom', 'dom.iterable'], types: [] },
};

let service: TestService;
let folder: string;
let env: Record<string, string>;

async function run(command: string, ...args: string[]): Promise<string> {
  const options = { cwd: folder, env: { ...process.env, ...env }, maxBuffer: 2 ** 26 };
  try {
    return (await promisify(execFile)(command, args, options)).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${command} ${args.join(' ')}\n${stdout}\n${stderr}`);
  }
}

beforeAll(async () => {
  service = await startService();
  folder = mkdtempSync(join(tmpdir(), 'formstead-generators-'));
  const { alice } = service.people;
  const children = [
    { type: 'fInput', name: 'name', reqValidator: true },
    { type: 'fInput', name: 'email' },
  ];
  const body = { name: 'Jobs', formSchema: { rootElem: { type: 'cSection', name: 'root', children } } };
  const form = (await service.call('POST', '/form', { key: alice.key, body })).body.id;
  env = { URL: service.url, FORM: form, EMAIL: alice.email, PASSWORD: alice.password };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const document = (await service.call('GET', '/openapi.json')).text;
  writeFileSync(join(folder, 'openapi.json'), document.replaceAll('http://forms.test', service.url));
  await run('npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', ...tools);
  // Its binary is an optional package, so that no script has to run.
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await service.close();
});

/** Compiled under strict, then run; it prints what it found. */
async function tryOut(name: string, program: string): Promise<unknown> {
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, 'main.ts'), `declare const process: { env: Record<string, string> };\n${program}`);
  writeFileSync(join(folder, name, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['.'] }));
  await run('npx', 'tsc', '-p', name);
  await run(
    'npx',
    'esbuild',
    `${name}/main.ts`,
    '--bundle',
    '--format=esm',
    '--platform=node',
    `--outfile=${name}/main.mjs`,
  );
  return JSON.parse(await run('node', `${name}/main.mjs`));
}

const expected = { user: expect.any(String), pages: 2, names: ['Ada', 'Grace'] };

test('[conventions.document.clients] openapi-typescript and openapi-fetch', async () => {
  await run('npx', 'openapi-typescript', 'openapi.json', '--output', 'fetch/schema.ts');
  const program = `
import createClient from 'openapi-fetch';
import type { paths } from './schema';
const { URL: url, FORM: form, EMAIL: email, PASSWORD: password } = process.env as Record<'URL' | 'FORM' | 'EMAIL' | 'PASSWORD', string>;
const client = createClient<paths>({ baseUrl: url + '/v1.0' });
const login = await client.POST('/auth/login', { body: { email, password } });
const headers = { authorization: login.data!.token };
for (const name of ['Ada', 'Grace']) await client.POST('/entry/submit', { headers, body: { form, data: { name } } });
const names: unknown[] = [];
let pages = 0;
let after: string | undefined;
do {
  const query = { query: JSON.stringify({ form, status: 2 }), limit: 1, ...(after ? { after } : {}) };
  const { data, response } = await client.GET('/entry', { headers, params: { query } });
  for (const item of data!.data) if ('data' in item && item.data) names.push(item.data['name']);
  pages += 1;
  after = new URL(/<(.*)>/.exec(response.headers.get('link') ?? '')?.[1] ?? url).searchParams.get('after') ?? undefined;
} while (after);
console.log(JSON.stringify({ user: login.data!.user.id, pages, names }));`;
  expect(await tryOut('fetch', program)).toEqual(expected);
});

test('[conventions.document.clients] @hey-api/openapi-ts', async () => {
  const { alice } = service.people;
  await service.call('POST', '/entry/delete', { key: alice.key, body: { query: { form: env['FORM'] } } });
  await run('npx', 'openapi-ts', '-i', 'openapi.json', '-o', 'hey/generated', '-c', '@hey-api/client-fetch');
  const program = `
import { listEntries, logIn, submitEntry, type EntryFilter } from './generated';
const { URL: url, FORM: form, EMAIL: email, PASSWORD: password } = process.env as Record<'URL' | 'FORM' | 'EMAIL' | 'PASSWORD', string>;
const login = await logIn({ body: { email, password }, throwOnError: true });
const headers = { authorization: login.data.token };
for (const name of ['Ada', 'Grace']) await submitEntry({ headers, body: { form, data: { name } }, throwOnError: true });
const filter: EntryFilter = { form, status: 2 };
const names: unknown[] = [];
let pages = 0;
let after: string | undefined;
do {
  const query = { query: JSON.stringify(filter), limit: 1, ...(after ? { after } : {}) };
  const { data, response } = await listEntries({ headers, query, throwOnError: true });
  for (const item of data.data) if ('data' in item && item.data) names.push(item.data['name']);
  pages += 1;
  after = new URL(/<(.*)>/.exec(response.headers.get('link') ?? '')?.[1] ?? url).searchParams.get('after') ?? undefined;
} while (after);
console.log(JSON.stringify({ user: login.data.user.id, pages, names }));`;
  expect(await tryOut('hey', program)).toEqual(expected);
});

test('[conventions.document.clients] swagger-typescript-api', async () => {
  const { alice } = service.people;
  await service.call('POST', '/entry/delete', { key: alice.key, body: { query: { form: env['FORM'] } } });
  await run('npx', 'swagger-typescript-api', 'generate', '-p', 'openapi.json', '-o', 'swagger', '-n', 'api.ts');
  const program = `
import { Api, type EntryFilter } from './api';
const { URL: url, FORM: form, EMAIL: email, PASSWORD: password } = process.env as Record<'URL' | 'FORM' | 'EMAIL' | 'PASSWORD', string>;
const client = new Api<string>({
  baseUrl: url + '/v1.0',
  securityWorker: (token) => (token ? { headers: { authorization: token } } : {}),
});
const login = await client.auth.logIn({ email, password });
client.setSecurityData(login.data.token);
for (const name of ['Ada', 'Grace']) await client.entry.submitEntry({ form, data: { name } });
const filter: EntryFilter = { form, status: 2 };
const names: unknown[] = [];
let pages = 0;
let after: string | undefined;
do {
  const { data, headers } = await client.entry.listEntries({ query: JSON.stringify(filter), limit: 1, ...(after ? { after } : {}) });
  for (const item of data.data) if ('data' in item && item.data) names.push(item.data['name']);
  pages += 1;
  after = new URL(/<(.*)>/.exec(headers.get('link') ?? '')?.[1] ?? url).searchParams.get('after') ?? undefined;
} while (after);
console.log(JSON.stringify({ user: login.data.user.id, pages, names }));`;
  expect(await tryOut('swagger', program)).toEqual(expected);
});

test('[conventions.client] @formstead/client, packed and used in an empty project as docs/integrate.md shows', async () => {
  const pack = ['pack', '--pack-destination', folder, '--json', '--workspace', '@formstead/client'];
  const { stdout } = await promisify(execFile)('npm', pack, { cwd: root, maxBuffer: 2 ** 26 });
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ filename: string }];
  await run('npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', join(folder, filename));
  const [, program = ''] = /```js\n(.*?)```/s.exec(readFileSync(join(root, 'docs/integrate.md'), 'utf8')) ?? [];
  writeFileSync(join(folder, 'own.mjs'), program);
  env = { ...env, FORMSTEAD_URL: service.url, FORMSTEAD_KEY: service.people.alice.key };
  expect(await run('node', 'own.mjs')).toMatch(/^400 entryFailedValidation \d+\n(?:[0-9a-f]{24} .*\n)+\d+ \{.*\}\n$/);
  const typed = program.replace('process.env', '({} as Record<string, string>)');
  mkdirSync(join(folder, 'own'), { recursive: true });
  writeFileSync(join(folder, 'own/main.ts'), typed);
  writeFileSync(join(folder, 'own/tsconfig.json'), JSON.stringify({ compilerOptions, include: ['.'] }));
  await run('npx', 'tsc', '-p', 'own');
});
