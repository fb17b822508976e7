// Makes a clone ready to run: installs packages when the lock file changed, builds when sources changed, else does nothing and says nothing.
// No dependencies, and only syntax and modules that an old Node.js can read. Everything printed goes to stderr: stdout is the commands'. [running.setup]
import './node-version.mjs';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { withSetupLock } from './setup-lock.mjs';

const rootFolder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

// What the build is made from. A folder stands for everything in it.
const buildInputs = [
  'src',
  'packages/client/src',
  'package-lock.json',
  'tsconfig.json',
  'scripts/build.mjs',
  'scripts/build-program.mjs',
  'scripts/fields.mjs',
  'scripts/server-build.mjs',
  'scripts/bundle-libraries.mjs',
  'scripts/build-web.mjs',
  'scripts/packages-inside.mjs',
  'scripts/words.mjs',
];

/** Returns when the clone is ready; ends the process when it cannot be made so. */
export function setUp(root = rootFolder) {
  try {
    if (isInstallFresh(root) && isBuildFresh(root)) return;
    withSetupLock(root, () => {
      // Asked again: another start may have done it while this one waited.
      if (!isInstallFresh(root)) install(root);
      if (!isBuildFresh(root)) build(root);
    });
  } catch (error) {
    print(`Setup failed: ${error.message}`);
    process.exit(1);
  }
}

function isInstallFresh(root) {
  return readText(path.join(root, installStamp)) === installFingerprint(root);
}

function isBuildFresh(root) {
  return readText(path.join(root, buildStamp)) === buildFingerprint(root);
}

const installStamp = 'node_modules/.formstead-install';
const buildStamp = 'dist/.stamp';

// Packages differ by platform: a folder shared between machines is installed again on each kind.
function installFingerprint(root) {
  const lock = fs.readFileSync(path.join(root, 'package-lock.json'));
  return `${sha256(lock)} ${process.platform}-${process.arch}\n`;
}

function buildFingerprint(root) {
  const hash = createHash('sha256');
  for (const input of buildInputs) {
    for (const file of listFiles(path.join(root, input))) {
      hash.update(`${path.relative(root, file)}\0${sha256(fs.readFileSync(file))}\n`);
    }
  }
  return `${hash.digest('hex')}\n`;
}

function install(root) {
  print('Installing packages (npm ci) ...');
  const started = Date.now();
  const npm = findNpm();
  const args = npm.args.concat(
    'ci',
    '--ignore-scripts',
    '--include=dev',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  );
  run(npm.command, args, { cwd: root, env: npmEnvironment(), shell: npm.shell });
  // npm removes node_modules first, so the stamp says that an install came to its end.
  fs.mkdirSync(path.dirname(path.join(root, installStamp)), { recursive: true });
  fs.writeFileSync(path.join(root, installStamp), installFingerprint(root));
  print(`Installed in ${seconds(started)}.`);
}

function build(root) {
  const started = Date.now();
  const fingerprint = buildFingerprint(root);
  const draft = path.join(root, '.cache', `dist-${process.pid}`);
  const replaced = `${draft}-replaced`;
  fs.rmSync(draft, { recursive: true, force: true });
  try {
    run(process.execPath, [path.join(root, 'scripts', 'build.mjs'), draft], { cwd: root });
    fs.writeFileSync(path.join(draft, path.basename(buildStamp)), fingerprint);
    // A folder cannot take another's place in one step; between the two renames there is no build, never half of one.
    if (fs.existsSync(path.join(root, 'dist'))) fs.renameSync(path.join(root, 'dist'), replaced);
    fs.renameSync(draft, path.join(root, 'dist'));
  } finally {
    fs.rmSync(draft, { recursive: true, force: true });
    fs.rmSync(replaced, { recursive: true, force: true });
  }
  print(`Built in ${seconds(started)}.`);
}

// The npm that started us, else the one that came with this Node.js, else the one on the PATH.
function findNpm() {
  const beside = path.dirname(process.execPath);
  const candidates = [
    process.env.npm_execpath,
    path.join(beside, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    path.join(beside, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ];
  const script = candidates.find((file) => file && path.basename(file) === 'npm-cli.js' && fs.existsSync(file));
  if (script) return { command: process.execPath, args: [script], shell: false };
  return { command: 'npm', args: [], shell: process.platform === 'win32' };
}

// An outer `npm --global` or `--omit=dev` reaches us as environment variables; it was not meant for this install.
function npmEnvironment() {
  const unwanted =
    /^npm_config_(global|location|prefix|omit|only|production|dev|also|dry_run|package_lock(_only)?|workspaces?|ignore_scripts)$/i;
  const env = {};
  for (const name of Object.keys(process.env)) {
    if (!unwanted.test(name)) env[name] = process.env[name];
  }
  return env;
}

function run(command, args, options) {
  // Their stdout becomes our stderr.
  const result = spawnSync(command, args, Object.assign({ stdio: ['ignore', 2, 2] }, options));
  if (result.status === 0) return;
  const reason = result.error ? result.error.message : `it ended with ${result.signal || result.status}`;
  throw new Error(`${[path.basename(command)].concat(args).join(' ')}: ${reason}`);
}

function listFiles(file) {
  const found = fs.statSync(file, { throwIfNoEntry: false });
  if (!found) return [];
  if (!found.isDirectory()) return [file];
  const names = fs.readdirSync(file).sort();
  return names.reduce((files, name) => files.concat(listFiles(path.join(file, name))), []);
}

// Another setup may replace its folder at any time.
function readText(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function sha256(content) {
  return createHash('sha256').update(content).digest('hex');
}

function seconds(started) {
  return `${((Date.now() - started) / 1000).toFixed(1)} s`;
}

function print(message) {
  process.stderr.write(`${message}\n`);
}

if (process.argv[1] && fs.realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) setUp();
