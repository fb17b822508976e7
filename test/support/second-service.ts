// Another process's worth of a test service: its own connections, caches and port on the same database.

import type { Clock } from '../../src/server/base/clock.ts';
import { buildApp } from '../../src/server/program/app.ts';
import { type OpenedServices, openServices } from '../../src/server/program/open-services.ts';
import { checkResponses } from './check-responses.ts';
import { keepIdle } from './keep-idle.ts';
import { type CallOptions, quickCost, type Reply, send, type TestService } from './service.ts';
import { sharePdfMaker } from './shared-pdf-maker.ts';

export interface SecondService {
  readonly url: string;
  readonly services: OpenedServices;
  call(method: string, path: string, options?: CallOptions): Promise<Reply>;
  close(): Promise<void>;
}

/** `databaseUrl` is another way to the same database, `clock` the clock of another machine. */
export async function startSecondService(
  service: TestService,
  databaseUrl = service.databaseUrl,
  clock: Clock | undefined = service.services.clock,
): Promise<SecondService> {
  const { config, log } = service.services;
  const own = await openServices({ config, databaseUrl, log, clock, passwordCost: quickCost, pdf: sharePdfMaker() });
  const app = await buildApp(own);
  checkResponses(app.server);
  keepIdle(app.server);
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    url: address,
    services: own,
    call: (method, path, options) => send(method, `${address}/v1.0${path}`, options),
    async close() {
      // A client that went away in the middle of a request may keep its connection for a minute.
      app.server.closeAllConnections();
      await app.close();
      await own.close();
    },
  };
}
