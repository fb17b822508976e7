// `npm start` on a bare clone: what scripts/setup.mjs does, when, and when it does nothing. Run on a small project of its own.
import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { transform } from 'esbuild';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const scripts = resolve(import.meta.dirname, '../../scripts');
const entries = ['setup.mjs', 'start.mjs', 'test.mjs', 'formstead.mjs', 'bench.mjs'];

describe('an old Node.js', () => {
  test.each(entries)('[running.setup] %s says which one is needed', (script) => {
    const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.8' } })`;
    const preload = `data:text/javascript,${encodeURIComponent(pretend)}`;
    const result = spawnSync(process.execPath, ['--import', preload, join(scripts, script)], { encoding: 'utf8' });
    expect(result).toMatchObject({
      status: 1,
      stdout: '',
      stderr: 'Formstead needs Node.js 20.19 or newer; this is 18.20.8. Get a newer one from https://nodejs.org/.\n',
    });
  });

  // An unknown syntax would be an error of the parser, before any line of ours runs.
  test.each([...entries, 'node-version.mjs', 'setup-lock.mjs', 'stop-with-npm.mjs'])(
    '[running.setup] %s can be read by Node.js 14',
    async (script) => {
      const source = fs.readFileSync(join(scripts, script), 'utf8');
      const [asIs, for14] = await Promise.all([transform(source), transform(source, { target: 'node14.13' })]);
      expect(for14.code).toBe(asIs.code);
    },
  );
});

describe('on a clone', () => {
  let root: string;

  beforeEach(() => {
    root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'formstead-setup-')));
    for (const folder of ['scripts', 'src', 'tool']) fs.mkdirSync(join(root, folder));
    for (const name of ['setup.mjs', 'setup-lock.mjs', 'node-version.mjs']) {
      fs.copyFileSync(join(scripts, name), join(root, 'scripts', name));
    }
    write('scripts/build.mjs', buildThatCopiesSrc);
    write('src/main.ts', 'first');
    write('tool/package.json', JSON.stringify({ name: 'tool', version: '1.0.0' }));
    write('package.json', JSON.stringify(packageJson));
    write('package-lock.json', JSON.stringify(lock));
  });

  afterEach(() => fs.rmSync(root, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 }));

  test('[running.setup] the first run installs and builds, the next does and says nothing', () => {
    const first = runSetup();
    expect(first).toMatchObject({ status: 0, stdout: '' });
    expect(first.stderr).toMatch(
      /^Installing packages \(npm ci\) \.\.\.\n[\s\S]*Installed in [\d.]+ s\.\nBuilt in [\d.]+ s\.\n$/,
    );
    expect(read('dist/main.ts')).toBe('first');
    expect(runSetup()).toMatchObject(nothing);
  });

  test('[running.setup] development packages are installed whatever the environment asks of npm', () => {
    const environment = {
      NODE_ENV: 'production',
      npm_config_omit: 'dev',
      npm_config_global: 'true',
      NPM_CONFIG_DRY_RUN: 'true',
    };
    expect(runSetup(environment)).toMatchObject({ status: 0 });
    expect(fs.existsSync(join(root, 'node_modules', 'tool', 'package.json'))).toBe(true);
  });

  test('[running.setup] changed sources, one more or one less: only a build', () => {
    runSetup();
    for (const change of [
      () => write('src/main.ts', 'other'),
      () => write('src/new.ts', ''),
      () => fs.rmSync(join(root, 'src', 'new.ts')),
    ]) {
      change();
      expect(runSetup().stderr).toMatch(/^Built in [\d.]+ s\.\n$/);
      expect(runSetup()).toMatchObject(nothing);
    }
    expect(fs.readdirSync(join(root, 'dist')).sort()).toEqual(['.stamp', 'main.ts']);
  });

  test('[running.setup] [heavy] a changed lock file, an install that did not finish, or none: installed again', () => {
    runSetup();
    for (const change of [
      () => write('package-lock.json', JSON.stringify(lock, null, 1)),
      () => fs.rmSync(join(root, 'node_modules', '.formstead-install')),
      () => fs.rmSync(join(root, 'node_modules'), { recursive: true }),
    ]) {
      change();
      expect(runSetup().stderr).toContain('Installing packages');
      expect(runSetup()).toMatchObject(nothing);
    }
  });

  test('[running.setup] a build that fails leaves the last good one in place, and is tried again', () => {
    runSetup();
    write('src/main.ts', 'broken');
    const failed = runSetup();
    expect(failed.status).toBe(1);
    expect(failed.stderr).toContain('Setup failed: ');
    expect(read('dist/main.ts')).toBe('first');
    expect(fs.readdirSync(join(root, '.cache'))).toEqual([]);
    write('src/main.ts', 'mended');
    expect(runSetup().status).toBe(0);
    expect(read('dist/main.ts')).toBe('mended');
  });

  test('[running.setup] several at once: one works, the others wait for it', async () => {
    const runs = await Promise.all(Array.from({ length: 4 }, () => runAside()));
    expect(runs.map(({ status }) => status)).toEqual([0, 0, 0, 0]);
    expect(runs.filter(({ stderr }) => stderr.includes('Installing'))).toHaveLength(1);
    expect(runs.filter(({ stderr }) => stderr.includes('Built in'))).toHaveLength(1);
  });

  test('[running.setup] a killed setup does not block the next ones', async () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    write(`.cache/setup.lock/${pid}.-.dead`, '');
    write(`.cache/setup.lock-${pid}.-.waited/${pid}.-.waited`, '');
    const runs = await Promise.all(Array.from({ length: 4 }, () => runAside()));
    expect(runs.map(({ status }) => status)).toEqual([0, 0, 0, 0]);
    expect(runs.filter(({ stderr }) => stderr.includes('Installing'))).toHaveLength(1);
    expect(fs.readdirSync(join(root, '.cache'))).toEqual([]);
  });

  // After the owner's end another process may have its number: this one, or one that began later (only Linux tells).
  test.runIf(process.platform === 'linux')('[running.setup] the number of a dead owner is no reason to wait', () => {
    write(`.cache/setup.lock/${process.pid}.1.dead`, '');
    expect(runSetup().stderr).not.toContain('Waiting');
    write('take-own.mjs', takeOwn);
    expect(spawnSync(process.execPath, ['take-own.mjs'], { cwd: root, encoding: 'utf8' })).toMatchObject({
      stdout: 'in\n',
      stderr: '',
    });
  });

  test('[running.setup] whoever finds a dead owner leaves the lock to those who came meanwhile', async () => {
    write('look-late.mjs', lookLate);
    const { status, stderr } = await runAside('look-late.mjs');
    expect({ status, stderr: stderr.replace(/^Waiting .*\n/gm, '') }).toEqual({ status: 0, stderr: '' });
    expect(fs.existsSync(join(root, 'newcomer-out'))).toBe(true);
    expect(fs.readdirSync(join(root, '.cache'))).toEqual([]);
  });

  test('[running.setup] whoever lost the lock does not give back that of another', () => {
    write('lose.mjs', lose);
    expect(spawnSync(process.execPath, ['lose.mjs'], { cwd: root, encoding: 'utf8' }).stderr).toBe('');
    expect(fs.readdirSync(join(root, '.cache', 'setup.lock'))).toEqual(['1.-.another']);
  });

  test('[running.setup] the lock passes from one to the next without a moment for two', async () => {
    write('take-turns.mjs', takeTurns);
    const runs = await Promise.all(Array.from({ length: 4 }, () => runAside('take-turns.mjs')));
    expect(runs.map(({ stderr }) => stderr.replace(/^Waiting .*\n/gm, ''))).toEqual(['', '', '', '']);
    expect(runs.map(({ status }) => status)).toEqual([0, 0, 0, 0]);
    expect(fs.readdirSync(join(root, '.cache'))).toEqual([]);
  });

  function runSetup(environment = {}): SpawnSyncReturns<string> {
    const env = { ...process.env, ...environment };
    return spawnSync(process.execPath, ['scripts/setup.mjs'], { cwd: root, encoding: 'utf8', env });
  }

  function runAside(script = 'scripts/setup.mjs'): Promise<{ status: number | null; stderr: string }> {
    const child = spawn(process.execPath, [script], { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    return new Promise((resolve) => child.on('close', (status) => resolve({ status, stderr })));
  }

  function write(path: string, content: string): void {
    fs.mkdirSync(join(root, path, '..'), { recursive: true });
    fs.writeFileSync(join(root, path), content);
  }

  function read(path: string): string {
    return fs.readFileSync(join(root, path), 'utf8');
  }
});

const nothing = { status: 0, stdout: '', stderr: '' };

const buildThatCopiesSrc = `
  import { cpSync, readFileSync } from 'node:fs';
  cpSync('src', process.argv[2], { recursive: true });
  if (readFileSync('src/main.ts', 'utf8') === 'broken') process.exit(1);
`;

const takeTurns = `
  import { rmSync, writeFileSync } from 'node:fs';
  import { withSetupLock } from './scripts/setup-lock.mjs';
  const work = () => {
    writeFileSync('in-progress', '', { flag: 'wx' });
    rmSync('in-progress');
  };
  for (let turn = 0; turn < 1_000; turn += 1) withSetupLock('.', work);
`;

const takeOwn = `
  import { mkdirSync, writeFileSync } from 'node:fs';
  import { withSetupLock } from './scripts/setup-lock.mjs';
  mkdirSync('.cache/setup.lock');
  writeFileSync('.cache/setup.lock/' + process.pid + '.-.dead', '');
  withSetupLock('.', () => console.log('in'));
`;

// Between the moment in which it reads who the owner is and that in which it asks whether that one lives, the owner leaves and another comes.
const lookLate = `
  import { spawn } from 'node:child_process';
  import { existsSync, writeFileSync } from 'node:fs';
  import { withSetupLock } from './scripts/setup-lock.mjs';
  const until = "const until = (name) => { while (!fs.existsSync(name)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10); };";
  const aside = (name) => spawn(process.execPath, ['--input-type=module', '-e', \`
    import * as fs from 'node:fs';
    import { withSetupLock } from './scripts/setup-lock.mjs';
    \${until}
    withSetupLock('.', () => {
      fs.writeFileSync('\${name}-in', '');
      until('\${name}-may-leave');
      fs.writeFileSync('\${name}-out', '');
    });
  \`], { stdio: 'ignore' });
  const wait = (name) => { while (!existsSync(name)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10); };
  aside('owner');
  wait('owner-in');
  const { kill } = process;
  let newcomer;
  process.kill = (pid, signal) => {
    if (newcomer !== undefined) return kill.call(process, pid, signal);
    writeFileSync('owner-may-leave', '');
    wait('owner-out');
    newcomer = aside('newcomer');
    wait('newcomer-in');
    throw Object.assign(new Error('gone'), { code: 'ESRCH' });
  };
  // Its own turn comes when the newcomer's is over.
  spawn(process.execPath, ['-e', 'setTimeout(() => require("fs").writeFileSync("newcomer-may-leave", ""), 1000)'], { stdio: 'ignore' });
  withSetupLock('.', () => {
    if (!existsSync('newcomer-out')) throw new Error('two at once');
  });
`;

const lose = `
  import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
  import { withSetupLock } from './scripts/setup-lock.mjs';
  withSetupLock('.', () => {
    rmSync('.cache/setup.lock', { recursive: true });
    mkdirSync('.cache/setup.lock');
    writeFileSync('.cache/setup.lock/1.-.another', '');
  });
`;

const packageJson = { name: 'clone', version: '1.0.0', devDependencies: { tool: 'file:tool' } };

const lock = {
  name: 'clone',
  version: '1.0.0',
  lockfileVersion: 3,
  requires: true,
  packages: {
    '': packageJson,
    'node_modules/tool': { resolved: 'tool', link: true },
    tool: { version: '1.0.0', dev: true },
  },
};
