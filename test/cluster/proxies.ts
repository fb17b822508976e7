// What may sit between Formstead and the nodes: HAProxy, which leads to the leader, and PgBouncer in transaction mode before it.
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../support/server-process.ts';
import { databasePort, patroniPort, superuser } from './node-settings.ts';
import { endProcess, startProgram } from './processes.ts';

export interface RunningProxy {
  readonly port: number;
  close(): Promise<void>;
}

/** deploy/patroni/haproxy.cfg with the addresses of the test. */
export async function startDatabaseProxy(addresses: readonly string[]): Promise<RunningProxy> {
  const port = await findFreePort();
  const settings = readExample('haproxy.cfg')
    .replace('bind 127.0.0.1:5000', `bind 127.0.0.1:${port}`)
    .replace(/10\.0\.0\.1([1-3]):5432/g, (_, at) => `${addresses[at - 1]}:${databasePort}`)
    .replace(/check port 8008/g, `check port ${patroniPort}`);
  return startHaproxy(port, settings);
}

function readExample(name: string): string {
  return readFileSync(resolve(import.meta.dirname, '../../deploy/patroni', name), 'utf8');
}

/** Before the servers of Formstead: one that is not well is passed over. */
export async function startServerProxy(urls: readonly string[]): Promise<RunningProxy> {
  const port = await findFreePort();
  const servers = urls.map((url, at) => `  server formstead${at + 1} ${new URL(url).host} check`);
  return startHaproxy(
    port,
    `global
  maxconn 2000
defaults
  timeout connect 1s
  timeout client 1h
  timeout server 1h
  timeout check 500ms
listen formstead
  mode http
  bind 127.0.0.1:${port}
  balance roundrobin
  option httpchk GET /health
  option forwardfor
  retry-on conn-failure empty-response
  retries 3
  option redispatch
  default-server inter 500ms fall 1 rise 1
${servers.join('\n')}
`,
  );
}

async function startHaproxy(port: number, settings: string): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'formstead-haproxy-'));
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, settings);
  const child = startProgram(['/usr/sbin/haproxy', '-db', '-f', file], { cwd: folder, logFile: join(folder, 'log') });
  await untilListening(port);
  return { port, close: () => endProcess(child, 'SIGKILL') };
}

/** deploy/patroni/pgbouncer.ini with the addresses of the test; whoever asks is the superuser. */
export async function startPgBouncer(target: {
  readonly port: number;
  readonly database: string;
}): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'formstead-pgbouncer-'));
  const port = await findFreePort();
  const file = join(folder, 'pgbouncer.ini');
  const user = `user=${superuser.name} password='${superuser.password}'`;
  const settings = readExample('pgbouncer.ini')
    .replace(
      /^formstead = .*$/m,
      `${target.database} = host=127.0.0.1 port=${target.port} dbname=${target.database} ${user}`,
    )
    .replace('listen_port = 6432', `listen_port = ${port}`)
    .replace(/^auth_type = .*\nauth_file = .*$/m, 'auth_type = any');
  writeFileSync(file, settings);
  chmodSync(folder, 0o755);
  chmodSync(file, 0o644);
  // It refuses to run as root.
  const account = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = startProgram(['/usr/sbin/pgbouncer', '-q', ...account, file], {
    cwd: folder,
    logFile: join(folder, 'log'),
  });
  await untilListening(port);
  return { port, close: () => endProcess(child, 'SIGKILL') };
}

async function untilListening(port: number): Promise<void> {
  for (let tries = 0; !(await canConnect(port)); tries += 1) {
    if (tries === 100) throw new Error(`Nothing listens on ${port}.`);
    await sleep(100);
  }
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      done(true);
    });
    socket.on('error', () => done(false));
  });
}
