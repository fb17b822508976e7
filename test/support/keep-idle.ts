// Service and client of a test share an event loop: when it is busy for seconds, an idle connection could be closed by the one in
// the moment the other writes to it. Connections of tests stay open until the service closes.
import type { Server } from 'node:http';

export function keepIdle(server: Server): void {
  server.keepAliveTimeout = 0;
}
