// Serves /metrics in Prometheus text when METRICS=1: requests by route and status, the parts of the service, event loop, memory.
// METRICS_TOKEN protects it; METRICS_PORT serves it on a port of its own that is not public. [running.metrics]
import { hash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { MetricsConfig } from '../base/config.ts';
import type { Log, RequestFacts } from '../base/log-types.ts';
import { openReports } from '../base/metrics/gather-reports.ts';
import { createHistogram } from '../base/metrics/instruments.ts';
import { watchProcess } from '../base/metrics/process-metrics.ts';
import { contentType, type Metric, writeMetrics } from '../base/metrics/registry.ts';

export const metricsPath = '/metrics';

export interface MetricsParts {
  readonly config: MetricsConfig;
  /** What the parts of the service know of themselves. */
  readonly readServices: () => Metric[];
  readonly log: Log;
}

/** Counts a request whose caller left before the framework sent a response. */
export type Observe = (facts: Pick<RequestFacts, 'method' | 'route' | 'status' | 'ms'>) => void;

export function addMetrics(app: FastifyInstance, { config, readServices, log }: MetricsParts): Observe {
  const requests = createHistogram('formstead_request_seconds', 'How long requests took, by route and status.');
  const readers = [() => [requests.report()], readServices, watchProcess()];
  const reports = openReports(() => readers.flatMap((read) => read()));
  const read = async () => writeMetrics(await reports.gather());
  app.addHook('onClose', async () => reports.close());
  app.addHook('onResponse', async (request, reply) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode };
    requests.observe(labels, reply.elapsedTime / 1000);
  });
  const observe: Observe = ({ method, route, status, ms }) => requests.observe({ method, route, status }, ms / 1000);
  if (config.listener !== undefined) {
    serveApart(app, config, read);
    return observe;
  }
  if (config.token === undefined) {
    log.warn(
      {},
      'METRICS=1: everybody who reaches the service can read /metrics. METRICS_TOKEN or METRICS_PORT close it',
    );
  }
  app.get(metricsPath, async (request, reply) => {
    if (!isAllowed(request.headers.authorization, config)) {
      return reply.code(401).header('www-authenticate', 'Bearer').type('text/plain').send('METRICS_TOKEN is needed.\n');
    }
    return reply.type(contentType).send(await read());
  });
  return observe;
}

/** Compares hashes, so that the time taken reveals nothing about the token. */
function isAllowed(authorization: string | undefined, { token }: MetricsConfig): boolean {
  if (token === undefined) return true;
  const digest = (text: string) => hash('sha256', text, 'buffer');
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`));
}

/** Opens and closes with the service. A port that is taken stops the start, as that of the service does. */
function serveApart(app: FastifyInstance, config: MetricsConfig, read: () => Promise<string>): void {
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    if (request.method !== 'GET' || request.url !== metricsPath) response.writeHead(404).end();
    else if (!isAllowed(request.headers.authorization, config)) response.writeHead(401).end();
    else {
      read().then(
        (text) => response.writeHead(200, { 'content-type': contentType }).end(text),
        () => response.writeHead(500).end(),
      );
    }
  });
  app.addHook('onReady', async () => {
    server.listen(config.listener);
    await once(server, 'listening');
  });
  app.addHook('onClose', async () => {
    server.closeAllConnections();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  });
}
