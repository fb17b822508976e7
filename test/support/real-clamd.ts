// clamd itself, with a database of one signature: the EICAR test file. Debian: apt-get install clamav-daemon.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eicar, type RunningClamd } from './clamd-server.ts';

const megabyte = 2 ** 20;

export async function startRealClamd(options: { isUnix?: boolean } = {}): Promise<RunningClamd> {
  const folder = mkdtempSync(join(tmpdir(), 'formstead-clamd-'));
  const database = join(folder, 'database');
  mkdirSync(database);
  writeFileSync(join(database, 'eicar.ndb'), `Eicar-Test-Signature:0:*:${eicar.toString('hex')}\n`);
  const port = await findFreePort();
  const socket = join(folder, 'clamd.ctl');
  const config = join(folder, 'clamd.conf');
  const lines = [
    'Foreground yes',
    `DatabaseDirectory ${database}`,
    `TemporaryDirectory ${folder}`,
    'StreamMaxLength 1M',
    'MaxThreads 4',
    ...(options.isUnix ? [`LocalSocket ${socket}`] : [`TCPSocket ${port}`, 'TCPAddr 127.0.0.1']),
  ];
  writeFileSync(config, `${lines.join('\n')}\n`);
  const env = { ...process.env, PATH: [process.env['PATH'], '/usr/sbin', '/usr/local/sbin'].join(delimiter) };
  const clamd = spawn('clamd', [`--config-file=${config}`], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let isOver = false;
  for (const stream of [clamd.stdout, clamd.stderr]) {
    stream.on('data', (piece: Buffer) => {
      output += piece;
    });
  }
  const end = new Promise<void>((resolve) => {
    const over = (text: string) => {
      output += text;
      isOver = true;
      resolve();
    };
    clamd.on('error', (error) => over(String(error)));
    clamd.on('exit', (code) => over(`\nclamd ended with ${code}`));
  });
  const address = options.isUnix ? { path: socket } : { host: '127.0.0.1', port };
  while (!(await isListening(address))) {
    if (isOver) throw new Error(`clamd did not start. Is clamav-daemon installed?\n${output}`);
    await sleep(100);
  }
  return {
    url: options.isUnix ? `unix:${socket}` : `tcp://127.0.0.1:${port}`,
    streamMaxLength: megabyte,
    async close() {
      clamd.kill('SIGTERM');
      await end;
      rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
    },
  };
}

async function isListening(address: { path: string } | { host: string; port: number }): Promise<boolean> {
  const socket = connect(address);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}
