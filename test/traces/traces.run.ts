// `npm run test:traces`: the packages and settings of docs/operations.md "Traces", word for word, with a collector of our own. What it is
// sent is Protocol Buffers, in which texts are as they are.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, afterEach, expect, test } from 'vitest';
import { documentedLine } from '../support/documented-command.ts';
import { scratchFolder } from '../support/scratch-folder.ts';
import { copyServedFolder } from '../support/served-folder.ts';
import { endAll, listWorkers, startProcess } from '../support/server-process.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../docs/operations.md'), 'utf8');
const installLine =
  'sudo npm install --prefix /srv/formstead @opentelemetry/api @opentelemetry/auto-instrumentations-node';
const instrumentations = '@opentelemetry/auto-instrumentations-node';

const folder = mkdtempSync(join(scratchFolder(), 'formstead-traces-'));
const received: { readonly path: string; readonly body: Buffer }[] = [];
const collector = createServer(async (request, response) => {
  received.push({ path: request.url ?? '', body: await buffer(request) });
  response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
});

afterEach(endAll);
afterAll(() => {
  collector.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The block of settings under "Traces". */
function documentedSettings(collectorUrl: string): Record<string, string> {
  const [, block = ''] = /^## Traces\n[\s\S]*?^```ini\n([^`]*)^```$/m.exec(page) ?? [];
  const lines = block.trim().split('\n');
  const told = Object.fromEntries(lines.map((line) => [line.split('=')[0], line.slice(line.indexOf('=') + 1)]));
  expect(Object.keys(told)).toEqual(['NODE_OPTIONS', 'OTEL_SERVICE_NAME', 'OTEL_EXPORTER_OTLP_ENDPOINT']);
  return {
    NODE_OPTIONS: told['NODE_OPTIONS']!.replace('/srv/formstead', folder),
    OTEL_SERVICE_NAME: told['OTEL_SERVICE_NAME']!,
    OTEL_EXPORTER_OTLP_ENDPOINT: told['OTEL_EXPORTER_OTLP_ENDPOINT']!.replace('http://collector:4318', collectorUrl),
  };
}

test('[house] operations: with the packages and settings of "Traces" a collector gets the spans of requests, and nothing ends', async () => {
  const [, version] = /run with version (\S+) and/.exec(page) ?? [];
  const values = { '/srv/formstead': folder, [instrumentations]: `${instrumentations}@${version}` };
  const [, ...install] = documentedLine(installLine, values).split(' ');
  await promisify(execFile)('npm', [...install.slice(1), '--no-audit', '--no-fund', '--ignore-scripts']);

  await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done));
  const settings = documentedSettings(`http://127.0.0.1:${(collector.address() as AddressInfo).port}`);
  // Without detectors nobody is asked whether this is a machine of some cloud.
  const server = await startProcess(copyServedFolder(), { ...settings, OTEL_NODE_RESOURCE_DETECTORS: 'env' });
  const workers = listWorkers(server.pid);
  const path = `/form/${randomBytes(12).toString('hex')}`;
  expect((await server.call('GET', path)).status).toBe(401);
  const spans = () =>
    received
      .filter(({ path: to, body }) => to === '/v1/traces' && body.includes(`/v1.0${path}`))
      .map(({ body }) => body);
  await expect.poll(() => spans().length).toBe(1);
  const [body] = spans();
  for (const text of ['formstead', '@opentelemetry/instrumentation-http', 'url.path'])
    expect(body?.includes(text)).toBe(true);
  expect(listWorkers(server.pid)).toEqual(workers);
  expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
  expect(server.log()).not.toContain('a worker process ended');
});
