// A proxy as deploy/proxy configures it, in front of servers on this machine: the file word for word but for names, ports and
// certificates, which are a test's own.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort, makeDataFolder } from './server-process.ts';

export const proxyNames = ['nginx', 'caddy', 'haproxy'] as const;
export type ProxyName = (typeof proxyNames)[number];

export interface RunningProxy {
  readonly url: string;
  /** In PEM: whoever trusts it reaches the proxy. */
  readonly certificate: string;
  readonly certificateFile: string;
  /** The most memory that its processes had so far, in MB. */
  peakMegabytes(): number;
  close(): Promise<void>;
}

/** Undefined where it is not installed. */
export function findProxy(name: ProxyName): string | undefined {
  const found = spawnSync('sh', ['-c', `PATH="$PATH:/usr/sbin" command -v ${name}`], {
    encoding: 'utf8',
  }).stdout.trim();
  return found === '' ? undefined : found;
}

export async function startProxy(name: ProxyName, servers: readonly number[]): Promise<RunningProxy> {
  const program = findProxy(name);
  if (program === undefined) throw new Error(`${name} is not installed.`);
  const folder = makeDataFolder();
  const port = await findFreePort();
  const place: Place = { folder, port, servers, ...makeCertificate(folder) };
  const child = spawn(program, kinds[name](place), {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  await waitForPort(port, child, () => output);
  return {
    url: `https://localhost:${port}`,
    certificate: readFileSync(place.certificate, 'utf8'),
    certificateFile: place.certificate,
    peakMegabytes: () => listTree(child.pid as number).reduce((sum, pid) => sum + peakOf(pid), 0),
    async close() {
      const ended = new Promise((done) => child.once('exit', done));
      if (child.exitCode === null && child.signalCode === null && child.kill('SIGTERM')) await ended;
    },
  };
}

interface Place {
  readonly folder: string;
  readonly port: number;
  readonly servers: readonly number[];
  readonly certificate: string;
  readonly key: string;
}

function makeCertificate(folder: string): Pick<Place, 'certificate' | 'key'> {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '30'];
  execFileSync('openssl', ['req', ...kind, ...subject, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  return { certificate, key };
}

const isRoot = process.getuid?.() === 0;
const read = (file: string) => readFileSync(resolve(import.meta.dirname, '../../deploy/proxy', file), 'utf8');

/** Each names what it replaces: a file that no longer has it must not pass by accident. */
function replace(text: string, pairs: readonly (readonly [from: string, to: string])[]): string {
  return pairs.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`The file of the proxy no longer has "${from}".`);
    return changed.replaceAll(from, to);
  }, text);
}

/** Writes the configuration and answers the arguments of the program. */
const kinds: Readonly<Record<ProxyName, (place: Place) => string[]>> = {
  nginx({ folder, port, servers, certificate, key }) {
    const site = replace(read('nginx.conf'), [
      ['server 127.0.0.1:8080;', servers.map((server) => `server 127.0.0.1:${server};`).join(' ')],
      ['listen 443 ', `listen 127.0.0.1:${port} `],
      ['server_name forms.example.org', 'server_name localhost'],
      ['/etc/ssl/forms.example.org.pem', certificate],
      ['/etc/ssl/forms.example.org.key', key],
    ]);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((part) => {
      mkdirSync(join(folder, part));
      return `${part}_temp_path ${join(folder, part)};`;
    });
    // What its package has in /etc/nginx/nginx.conf, as far as it matters.
    const main = `${isRoot ? 'user root;' : ''} daemon off; pid ${folder}/nginx.pid; error_log stderr;
      events { } http { access_log off; ${temporary.join(' ')} include ${folder}/site.conf; }`;
    writeFileSync(join(folder, 'site.conf'), site);
    writeFileSync(join(folder, 'nginx.conf'), main);
    return ['-p', folder, '-c', join(folder, 'nginx.conf')];
  },
  caddy({ folder, port, servers, certificate, key }) {
    const site = replace(read('Caddyfile'), [
      ['forms.example.org {', `https://localhost:${port} {\n\tbind 127.0.0.1\n\ttls ${certificate} ${key}`],
      ['reverse_proxy 127.0.0.1:8080', `reverse_proxy ${servers.map((server) => `127.0.0.1:${server}`).join(' ')}`],
    ]);
    writeFileSync(join(folder, 'Caddyfile'), `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`);
    return ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'];
  },
  haproxy({ folder, port, servers, certificate, key }) {
    const both = join(folder, 'both.pem');
    writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
    const [first, second = first] = servers;
    const file = replace(read('haproxy.cfg'), [
      ['bind :8080', `bind 127.0.0.1:${port} ssl crt ${both} alpn h2,http/1.1`],
      ['server formstead-1 formstead-1:8080', `server formstead-1 127.0.0.1:${first}`],
      ['server formstead-2 formstead-2:8080', `server formstead-2 127.0.0.1:${second}`],
    ]);
    writeFileSync(join(folder, 'haproxy.cfg'), file);
    return ['-db', '-f', join(folder, 'haproxy.cfg')];
  },
};

async function waitForPort(port: number, child: ChildProcess, output: () => string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The proxy ended: ${output()}`);
    const isOpen = await new Promise<boolean>((done) => {
      const socket = connect(port, '127.0.0.1', () => done(true)).once('error', () => done(false));
      socket.once('connect', () => socket.destroy());
    });
    if (isOpen) return;
    await sleep(50);
  }
}

/** A process and all below it. */
function listTree(pid: number): number[] {
  const tasks = `/proc/${pid}/task`;
  if (!existsSync(tasks)) return [];
  const children = readdirSync(tasks).flatMap((task) =>
    readFileSync(join(tasks, task, 'children'), 'utf8')
      .split(' ')
      .filter(Boolean)
      .map(Number),
  );
  return [pid, ...children.flatMap(listTree)];
}

/** Of one process, in MB. */
export function peakOf(pid: number): number {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}
