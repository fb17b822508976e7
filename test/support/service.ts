// A whole service for tests: real HTTP on a port of its own, on a database of its own. People: alice and bob share an
// account, chelsea has another.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { readConfig } from '../../src/server/base/config.ts';
import type { Outbound } from '../../src/server/base/outbound.ts';
import type { Settings } from '../../src/server/base/settings.ts';
import type { HashCost } from '../../src/server/identity/password.ts';
import type { PdfMaker } from '../../src/server/pdf/pdf-maker.ts';
import { buildApp } from '../../src/server/program/app.ts';
import { type OpenedServices, openServices } from '../../src/server/program/open-services.ts';
import type { IndexLimits } from '../../src/server/search/build-keys.ts';
import { checkResponses } from './check-responses.ts';
import { clonePeopleDatabase } from './fresh-database.ts';
import { keepIdle } from './keep-idle.ts';
import { addPerson, type People, type Person, quickCost } from './people.ts';
import { type CallOptions, type Reply, send } from './send.ts';
import { sharePdfMaker } from './shared-pdf-maker.ts';

export { type Person, quickCost } from './people.ts';
export { type CallOptions, type Reply, send } from './send.ts';

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
  readonly people: People;
  close(): Promise<void>;
}

export interface ServiceOptions {
  readonly outbound?: Outbound;
  readonly passwordCost?: HashCost;
  readonly indexLimits?: IndexLimits;
  readonly pdf?: PdfMaker;
  /** On the port of the service before it, where that has closed: what a browser has of its code is good for this one too. */
  readonly keepsPort?: boolean;
}

/** Of a service that has closed. */
let keptPort = 0;

export async function startService(
  settings: Settings = {},
  { keepsPort = false, ...substitutes }: ServiceOptions = {},
): Promise<TestService> {
  const database = await clonePeopleDatabase();
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
    pdf: sharePdfMaker(),
    ...substitutes,
  });
  const app = await buildApp(services);
  checkResponses(app.server);
  keepIdle(app.server);
  const url = await listen(app, keepsPort ? keptPort : 0);
  keptPort = 0;

  async function call(method: string, path: string, options: CallOptions = {}): Promise<Reply> {
    return send(method, `${url}/v1.0${path}`, options);
  }

  const person = (email: string, account?: string) => addPerson({ url, services }, email, account);

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
    people: database.people,
    async close() {
      // A client that went away in the middle of a request may keep its connection for a minute.
      app.server.closeAllConnections();
      await app.close();
      keptPort = Number(new URL(url).port);
      await services.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
    },
  };
}

/** Somebody else may have taken the port meanwhile. */
async function listen(app: FastifyInstance, port: number): Promise<string> {
  const host = '127.0.0.1';
  return app.listen({ port, host }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    return app.listen({ port: 0, host });
  });
}
