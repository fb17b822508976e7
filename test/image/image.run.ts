// deploy/Dockerfile built and run, as containers run: any user, a root file system that cannot be written. IMAGE=name runs one that
// is built already.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../support/server-process.ts';
import { ensureBaseImage } from './base-image.ts';
import { type ImageRunner, openImage, type RunningImage } from './running-image.ts';

const root = resolve(import.meta.dirname, '../..');
const image = process.env['IMAGE'] ?? 'localhost/formstead-image-test';
let runner: ImageRunner;
let running: RunningImage | undefined;

beforeAll(() => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || spawnSync('buildah', ['--version']).status !== 0) {
    throw new Error(
      'This needs Linux, root and buildah (Debian: apt-get install buildah podman debootstrap): nothing was proved.',
    );
  }
});
afterAll(async () => {
  await running?.stop();
  runner?.close();
});

test.skipIf(process.env['IMAGE'] !== undefined)('[house] the image is built from deploy/Dockerfile', () => {
  const base = ensureBaseImage(readFileSync(join(root, 'deploy/Dockerfile'), 'utf8'));
  console.log(
    base === 'real' ? 'on the published base image' : 'ON A STAND-IN for the base image: it could not be pulled',
  );
  const npmrc = join(homedir(), '.npmrc');
  const shared = existsSync(npmrc) ? ['--volume', `${npmrc}:/root/.npmrc:ro`] : [];
  const options = ['--isolation', 'chroot', '--network', 'host', '--pull=never', '--format', 'docker', ...shared];
  execFileSync('buildah', ['bud', ...options, '-f', 'deploy/Dockerfile', '-t', image, '.'], {
    cwd: root,
    stdio: 'inherit',
  });
});

test('[running.embedded] [running.health] it serves as a user without a name, writes nothing but /data and /tmp, stops when told, and goes on', async () => {
  runner = openImage(image);
  const { config, how } = runner;
  console.log(how === 'podman' ? 'run by podman' : 'RUN IN A CHROOT: podman may not start containers here');
  expect([config.User, Object.keys(config.Volumes)]).toEqual(['10001:0', ['/data']]);
  const port = String(await findFreePort());
  const url = `http://127.0.0.1:${port}`;
  const admin = { email: 'alice@example.com', password: 'a long enough password' };
  const settings = {
    PORT: port,
    HOST: '127.0.0.1',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    PUBLIC_URL: url,
  };
  const call = async (path: string, body?: object, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: token }) };
    const reply = await fetch(
      `${url}/v1.0${path}`,
      body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers },
    );
    // biome-ignore lint/suspicious/noExplicitAny: a test names the parts it looks at.
    return (await reply.json()) as any;
  };
  const start = async () => {
    running = runner.start(settings);
    const isWell = () =>
      fetch(`${url}/health`).then(
        (reply) => reply.status,
        () => 0,
      );
    await expect.poll(isWell, { timeout: 300_000, interval: 500, message: running.output() }).toBe(200);
    return running;
  };

  const first = await start();
  const health = config.Healthcheck?.Test.slice(1) ?? [];
  expect(health[0]).toBe('node');
  expect(first.exec(health)).toEqual({ code: 0, output: '' });
  expect(first.exec(['id', '-u'])).toEqual({ code: 0, output: '54321\n' });
  for (const place of ['/app/x', '/etc/x', '/x']) {
    expect(first.exec(['touch', place]).output).toMatch(/Read-only file system|Permission denied/);
  }
  const { token } = await call('/auth/login', admin);
  const rootElem = { type: 'cSection', name: 'root', children: [{ type: 'fInput', name: 'name' }] };
  const form = await call('/form', { name: 'F', formSchema: { rootElem } }, token);
  const { entry } = await call('/entry/submit', { form: form.id, data: { name: 'Ada' } });
  const doctor = first.exec(['node', '/app/scripts/formstead.mjs', 'doctor', '--json']);
  expect(JSON.parse(doctor.output).checks.filter(({ state }: { state: string }) => state === 'problem')).toEqual([]);
  const { components } = JSON.parse(first.exec(['cat', '/app/dist/sbom.json']).output);
  const listed = components.map(({ name }: { name: string }) => name);
  expect(
    ['fastify', '@myriaddreamin/typst-ts-web-compiler', 'preact'].filter((name) => !listed.includes(name)),
  ).toEqual([]);
  const code = await first.stop();
  running = undefined;
  expect([code, first.output()]).toEqual([0, expect.not.stringContaining('could not look up effective user ID')]);

  await start();
  expect((await call(`/entry/${entry.id}`, undefined, token)).data).toEqual({ name: 'Ada' });
});
