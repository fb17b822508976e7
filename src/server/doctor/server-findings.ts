// The server on this machine: does one run on the port, is it ours, and is it well? [running.doctor.address]
import type { Config } from '../base/config.ts';
import { requestIdHeader } from '../http/response-headers.ts';
import { ask, type Reply } from './ask.ts';
import { type Finding, ok, problem, wordsOf } from './finding.ts';

const askMs = 4_000;

export interface LookedAtServer {
  readonly runs: boolean;
  readonly findings: readonly Finding[];
}

export async function lookAtServer({ host, port }: Config): Promise<LookedAtServer> {
  const check = 'server.live';
  if (port === 0) return { runs: false, findings: [ok(check, 'PORT is 0: nobody knows where a server listens.')] };
  const place = `port ${port} of ${host}`;
  let live: Reply;
  try {
    live = await ask(`http://${nameOf(host)}:${port}/health/live`, { timeoutMs: askMs });
  } catch (error) {
    return explain(error, place);
  }
  if (live.status !== 200 || live.headers[requestIdHeader] === undefined) {
    const remedy = 'Stop it, or set PORT to another one.';
    return { runs: false, findings: [problem(check, `Another program has ${place}.`, remedy)] };
  }
  return { runs: true, findings: [ok(check, `A server responds at ${place}.`), await healthFinding(host, port)] };
}

async function healthFinding(host: string, port: number): Promise<Finding> {
  const check = 'server.health';
  const remedy = "See what is said here about the database and the disk, and the server's log.";
  try {
    const { status } = await ask(`http://${nameOf(host)}:${port}/health`, { timeoutMs: askMs });
    if (status === 200) return ok(check, 'It takes writes (/health is 200).');
    return problem(check, `The server runs, but cannot take writes, or is stopping: /health is ${status}.`, remedy);
  } catch (error) {
    return problem(check, `The server runs, but /health does not respond: ${wordsOf(error)}.`, remedy);
  }
}

function explain(error: unknown, place: string): LookedAtServer {
  const check = 'server.live';
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ECONNREFUSED') return { runs: false, findings: [ok(check, `No server runs at ${place} now.`)] };
  if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL' || code === 'EAI_AGAIN') {
    const remedy = 'Set HOST to an address of this machine: 127.0.0.1 behind a proxy, 0.0.0.0 in a container.';
    return { runs: false, findings: [problem(check, `HOST does not name this machine: ${wordsOf(error)}.`, remedy)] };
  }
  if (code === 'ETIMEDOUT') {
    const remedy = 'Restart it, and see its log: a process that hangs is replaced after 10 seconds by itself.';
    return { runs: false, findings: [problem(check, `Something listens at ${place}, but does not respond.`, remedy)] };
  }
  const remedy = 'Stop it, or set PORT to another one.';
  return { runs: false, findings: [problem(check, `Another program has ${place}: ${wordsOf(error)}.`, remedy)] };
}

/** Where a listener on every address is reached. */
function nameOf(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}
