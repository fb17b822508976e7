// What may sit between Formstead and the nodes: HAProxy, which leads to the leader, and PgBouncer in transaction mode before it.
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../support/server-process.ts';
import { databasePort, patroniPort, superuser } from './patroni.ts';
import { endProcess, startProgram } from './processes.ts';

export interface RunningProxy {
  readonly port: number;
  close(): Promise<void>;
}

/** As docs/scaling.md shows it. */
export async function startDatabaseProxy(addresses: readonly string[]): Promise<RunningProxy> {
  const port = await findFreePort();
  const servers = addresses.map(
    (address, at) => `  server node${at + 1} ${address}:${databasePort} maxconn 100 check port ${patroniPort}`,
  );
  return startHaproxy(
    port,
    `listen primary
  mode tcp
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}`,
  );
}

/** Before the servers of Formstead: one that is not well is passed over. */
export async function startServerProxy(urls: readonly string[]): Promise<RunningProxy> {
  const port = await findFreePort();
  const servers = urls.map((url, at) => `  server formstead${at + 1} ${new URL(url).host} check`);
  return startHaproxy(
    port,
    `listen formstead
  mode http
  bind 127.0.0.1:${port}
  balance roundrobin
  option httpchk GET /health
  option forwardfor
  retry-on conn-failure empty-response
  retries 3
  option redispatch
  default-server inter 500ms fall 1 rise 1
${servers.join('\n')}`,
  );
}

async function startHaproxy(port: number, section: string): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'formstead-haproxy-'));
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(
    file,
    `global
  maxconn 2000
defaults
  timeout connect 1s
  retries 1
  timeout client 1h
  timeout server 1h
  timeout check 500ms
${section}
`,
  );
  const child = startProgram(['/usr/sbin/haproxy', '-db', '-f', file], { cwd: folder, logFile: join(folder, 'log') });
  await untilListening(port);
  return { port, close: () => endProcess(child, 'SIGKILL') };
}

export async function startPgBouncer(target: {
  readonly port: number;
  readonly database: string;
}): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'formstead-pgbouncer-'));
  const port = await findFreePort();
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
${target.database} = host=127.0.0.1 port=${target.port} dbname=${target.database} user=${superuser.name} password='${superuser.password}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 200
default_pool_size = 20
; While there is no primary, statements wait no longer than this, and it is tried again each second.
query_wait_timeout = 2
server_connect_timeout = 2
server_login_retry = 1
`,
  );
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
