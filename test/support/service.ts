// A whole service for tests: real HTTP on a port of its own, on a database of its own. People: alice and bob share an
// account, chelsea has another.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp } from '../../src/server/app.ts';
import { readConfig, type Settings } from '../../src/server/config.ts';
import { addUser } from '../../src/server/identity/add-user.ts';
import type { HashCost } from '../../src/server/identity/password.ts';
import { type OpenedServices, openServices } from '../../src/server/open-services.ts';
import type { Outbound } from '../../src/server/outbound.ts';
import { createFreshDatabase } from './fresh-database.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test names the parts of a body it looks at.
export interface Reply<Body = any> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Body;
}

export interface CallOptions {
  readonly key?: string;
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly query?: Record<string, unknown>;
}

export interface Person {
  readonly email: string;
  readonly password: string;
  readonly user: string;
  readonly account: string;
  readonly token: string;
  readonly key: string;
}

export interface TestService {
  readonly url: string;
  readonly services: OpenedServices;
  /** For a second process on the same database. */
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly log: string[];
  /** Moves the service's clock. */
  advance(ms: number): void;
  call(method: string, path: string, options?: CallOptions): Promise<Reply>;
  person(email: string, account?: string): Promise<Person>;
  readonly people: { readonly alice: Person; readonly bob: Person; readonly chelsea: Person };
  close(): Promise<void>;
}

/** Passwords hashed with it are no secret; only what a test is not about should take no time. */
export const quickCost: HashCost = { N: 16, r: 8, p: 1 };

export async function startService(
  settings: Settings = {},
  substitutes: { outbound?: Outbound; passwordCost?: HashCost } = {},
): Promise<TestService> {
  const database = await createFreshDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'formstead-service-'));
  const config = readConfig({ RATE_LIMIT: '0', DATA_DIR: dataDir, PUBLIC_URL: 'http://forms.test', ...settings });
  const log: string[] = [];
  const write = (fields: object, message: string) => void log.push(JSON.stringify({ ...fields, message }));
  let shift = 0;
  const services = await openServices({
    config,
    databaseUrl: database.url,
    log: { info: write, warn: write, error: write, request: (facts) => write(facts, 'request') },
    clock: { now: () => Date.now() + shift },
    passwordCost: quickCost,
    ...substitutes,
  });
  const app = await buildApp(services);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;

  async function call(method: string, path: string, options: CallOptions = {}): Promise<Reply> {
    return send(method, `${url}/v1.0${path}`, options);
  }

  async function person(email: string, account?: string): Promise<Person> {
    const password = `${email} password`;
    const added = await addUser({ email, password, account }, services);
    const login = await call('POST', '/auth/login', { body: { email, password } });
    const key = await call('POST', '/api-keys', { token: login.body.token, body: {} });
    return { email, password, ...added, token: login.body.token, key: key.body.token };
  }

  const alice = await person('alice@example.com');
  const bob = await person('bob@example.com', alice.account);
  const chelsea = await person('chelsea@example.com');

  return {
    url,
    services,
    databaseUrl: database.url,
    dataDir,
    log,
    advance(ms) {
      shift += ms;
    },
    call,
    person,
    people: { alice, bob, chelsea },
    async close() {
      await app.close();
      await services.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export async function send(method: string, url: string, options: CallOptions = {}): Promise<Reply> {
  const headers: Record<string, string> = { ...options.headers };
  if (options.key !== undefined) headers['x-api-key'] = options.key;
  if (options.token !== undefined) headers['authorization'] = options.token;
  let body: string | Buffer | undefined;
  if (options.body instanceof Buffer || typeof options.body === 'string') body = options.body;
  else if (options.body !== undefined) body = JSON.stringify(options.body);
  if (body !== undefined && headers['content-type'] === undefined) headers['content-type'] = 'application/json';
  const address = new URL(url);
  for (const [name, value] of Object.entries(options.query ?? {})) {
    address.searchParams.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  const response = await fetch(address, { method, headers, body: body ?? null, redirect: 'manual' });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson && text !== '' ? JSON.parse(text) : undefined,
  };
}
