// The image that deploy/Dockerfile begins with: the real one where it is here or can be pulled; else one that is made of Debian's own
// packages (debootstrap) and the Node.js of the npm registry, which the run then says.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export function ensureBaseImage(dockerfile: string): 'real' | 'stand-in' {
  const [, name = ''] = /^FROM (\S+)/m.exec(dockerfile) ?? [];
  const full = `docker.io/library/${name}`;
  const isHere = () => spawnSync('buildah', ['inspect', '--type', 'image', full]).status === 0;
  if (isHere()) return isStandIn(full) ? 'stand-in' : 'real';
  if (spawnSync('buildah', ['pull', full], { timeout: 120_000 }).status === 0) return 'real';
  const folder = mkdtempSync(join(tmpdir(), 'formstead-base-'));
  try {
    makeRoot(join(folder, 'root'), /node:(\d+)/.exec(name)?.[1] ?? '24', folder);
    const container = execFileSync('buildah', ['from', 'scratch'], { encoding: 'utf8' }).trim();
    run('buildah', ['add', '--quiet', container, join(folder, 'root'), '/']);
    run('buildah', ['config', '--label', standInLabel, container]);
    run('buildah', ['commit', '--quiet', container, full]);
    run('buildah', ['rm', container]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return 'stand-in';
}

const standInLabel = 'formstead.stand-in=1';

function isStandIn(image: string): boolean {
  return execFileSync('buildah', ['inspect', '--type', 'image', image], { encoding: 'utf8' }).includes(
    'formstead.stand-in',
  );
}

function makeRoot(root: string, major: string, folder: string): void {
  run('debootstrap', ['--variant=minbase', '--include=ca-certificates,libstdc++6', 'bookworm', root]);
  run('npm', ['pack', '--silent', `node-linux-${process.arch}@${major}`], folder);
  const packed = readdirSync(folder).find((name) => name.endsWith('.tgz')) as string;
  run('tar', ['-xzf', packed], folder);
  cpSync(join(folder, 'package/bin/node'), join(root, 'usr/local/bin/node'));
  // npm is the one of this machine.
  const npm = dirname(
    dirname(
      execFileSync('realpath', [execFileSync('which', ['npm'], { encoding: 'utf8' }).trim()], {
        encoding: 'utf8',
      }).trim(),
    ),
  );
  mkdirSync(join(root, 'usr/local/lib/node_modules'), { recursive: true });
  cpSync(npm, join(root, 'usr/local/lib/node_modules/npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'));
  // Where this machine reaches the npm registry through somebody, the image does too.
  for (const file of ['/etc/ssl/certs/ca-certificates.crt', '/usr/local/etc/npmrc']) {
    if (!existsSync(file)) continue;
    mkdirSync(dirname(join(root, file)), { recursive: true });
    cpSync(file, join(root, file), { dereference: true });
  }
}

function run(program: string, args: string[], cwd?: string): void {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8', ...(cwd && { cwd }) });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stderr}`);
}
