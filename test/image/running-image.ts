// The image as a container, with a root file system that is read-only and a user that has no name: by podman where that may start
// containers, else its file system in a chroot, with the same user, mounts and settings.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface ImageConfig {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly Volumes: Readonly<Record<string, object>>;
  readonly Healthcheck?: { readonly Test: readonly string[] };
}

export interface RunningImage {
  readonly how: 'podman' | 'chroot';
  /** `exec` in it; the code that it ended with, and what it printed. */
  exec(args: readonly string[]): { code: number | null; output: string };
  /** SIGTERM; the exit code. */
  stop(): Promise<number | null>;
  output(): string;
}

export interface ImageRunner {
  readonly config: ImageConfig;
  readonly how: RunningImage['how'];
  start(settings: Readonly<Record<string, string>>): RunningImage;
  close(): void;
}

/** Nobody in /etc/passwd; its group is the one that platforms give. */
const user = '54321:0';

export function openImage(image: string): ImageRunner {
  const inspected = JSON.parse(execFileSync('buildah', ['inspect', '--type', 'image', image], { encoding: 'utf8' }));
  const config = inspected.Docker.config as ImageConfig;
  const folder = mkdtempSync(join(tmpdir(), 'formstead-image-'));
  const data = join(folder, 'data');
  mkdirSync(data);
  // As the image makes it: of its own user, and of the group.
  chownSync(data, Number(config.User.split(':')[0]), 0);
  chmodSync(data, 0o770);
  const probe = ['run', '--rm', '--network', 'host', '--entrypoint', 'true', image];
  const how = spawnSync('podman', probe, { timeout: 120_000 }).status === 0 ? 'podman' : 'chroot';
  const root = how === 'chroot' ? mountRoot(image, folder, data) : undefined;
  return {
    config,
    how,
    start: (settings) =>
      root === undefined
        ? startByPodman(image, data, settings)
        : startInChroot(root.path, { ...environmentOf(config), ...settings }, [...config.Entrypoint, ...config.Cmd]),
    close() {
      root?.unmount();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function environmentOf({ Env }: ImageConfig): Record<string, string> {
  return Object.fromEntries(Env.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}

function startByPodman(image: string, data: string, settings: Readonly<Record<string, string>>): RunningImage {
  const name = `formstead-image-${process.pid}`;
  const env = Object.entries(settings).flatMap(([key, value]) => ['--env', `${key}=${value}`]);
  const limits = ['--read-only', '--tmpfs', '/tmp', '--user', user, '--volume', `${data}:/data`, '--network', 'host'];
  const child = follow(spawn('podman', ['run', '--rm', '--name', name, ...limits, ...env, image]));
  return {
    how: 'podman',
    exec: (args) => executed(spawnSync('podman', ['exec', name, ...args], { encoding: 'utf8' })),
    async stop() {
      spawnSync('podman', ['stop', '--time', '120', name]);
      return child.ended;
    },
    output: child.output,
  };
}

function startInChroot(
  root: string,
  settings: Readonly<Record<string, string>>,
  args: readonly string[],
): RunningImage {
  const inside = ['--userspec', user, root, '/usr/bin/env', '-i'];
  const env = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  const started = spawn('chroot', [...inside, ...env, ...args]);
  const child = follow(started);
  return {
    how: 'chroot',
    exec: (command) => executed(spawnSync('chroot', [...inside, ...env, ...command], { encoding: 'utf8' })),
    stop() {
      started.kill('SIGTERM');
      return child.ended;
    },
    output: child.output,
  };
}

function executed({ status, stdout, stderr }: { status: number | null; stdout: string; stderr: string }) {
  return { code: status, output: `${stdout}${stderr}` };
}

function follow(child: ChildProcess) {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (text += chunk));
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code));
  });
  return { ended, output: () => text };
}

/** What a container would see: the image read-only, /data, a fresh /tmp. */
function mountRoot(image: string, folder: string, data: string) {
  const container = execFileSync('buildah', ['from', image], { encoding: 'utf8' }).trim();
  const source = execFileSync('buildah', ['mount', container], { encoding: 'utf8' }).trim();
  const path = join(folder, 'root');
  mkdirSync(path);
  const mounted: string[] = [];
  const mount = (target: string, ...args: string[]) => {
    execFileSync('mount', [...args, target]);
    mounted.unshift(target);
  };
  const unmount = () => {
    for (const target of mounted) execFileSync('umount', [target]);
    execFileSync('buildah', ['rm', container]);
  };
  try {
    mount(path, '--bind', source);
    execFileSync('mount', ['-o', 'remount,ro,bind', path]);
    mount(join(path, 'data'), '--bind', data);
    mount(join(path, 'tmp'), '-t', 'tmpfs', 'tmpfs');
    mount(join(path, 'proc'), '-t', 'proc', 'proc');
    mount(join(path, 'dev'), '--bind', '/dev');
  } catch (error) {
    unmount();
    throw error;
  }
  return { path, unmount };
}
