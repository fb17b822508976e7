// Which browser do the tests drive? The one named by CHROMIUM_PATH, the one from the npm registry (linux x64), or one of the system.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const systemNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
/** Chromium without its windows, as the one from the npm registry is: it takes half the processor time. */
const shellName = 'chromium-headless-shell';
const macApps = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The browser with the environment it needs, or the reasons why there is none. */
export function findChromium({ prefersShell = false } = {}) {
  const failures = [];
  for (const candidate of listCandidates(failures, prefersShell ? [shellName, ...systemNames] : systemNames)) {
    const failure = findFailure(candidate);
    if (!failure) return { browser: candidate, failures };
    failures.push(`${candidate.executablePath}: ${failure}`);
  }
  return { browser: undefined, failures };
}

function* listCandidates(failures, names) {
  const named = process.env.CHROMIUM_PATH;
  if (named) yield { executablePath: named, env: {} };
  if (process.platform === 'linux' && process.arch === 'x64') {
    const packaged = unpackRegistryChromium(failures);
    if (packaged) yield packaged;
  } else failures.push(`@sparticuz/chromium has no browser for ${process.platform} ${process.arch}`);
  const folders = (process.env.PATH ?? '').split(delimiter);
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  const installed = [...onPath, ...(process.platform === 'darwin' ? macApps : [])].filter((path) => existsSync(path));
  if (installed.length === 0) failures.push(`no ${names.join(', ')} on the PATH`);
  for (const executablePath of installed) yield { executablePath, env: {} };
}

function findFailure({ executablePath, env }) {
  const result = spawnSync(executablePath, ['--version'], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
    timeout: 30_000,
  });
  if (result.status === 0) return undefined;
  return (
    result.error?.message ?? (result.stderr.trim().split('\n').at(-1) || `ended with ${result.status ?? result.signal}`)
  );
}

function unpackRegistryChromium(failures) {
  try {
    const packageFile = join(root, 'node_modules', '@sparticuz', 'chromium', 'package.json');
    const { version } = JSON.parse(readFileSync(packageFile, 'utf8'));
    const folder = join(root, '.cache', `chromium-${version}`);
    if (!existsSync(folder)) unpackInto(folder);
    return {
      executablePath: join(folder, 'chromium'),
      env: { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_PATH: join(folder, 'fonts') },
    };
  } catch (error) {
    failures.push(`@sparticuz/chromium: ${error.message}`);
    return undefined;
  }
}

// The package unpacks into the temporary folder, takes whatever is there for complete, and brings the libraries that a bare
// system lacks only on Amazon's: so it unpacks in a process of its own, told that it is there, into a draft that is renamed when complete.
function unpackInto(folder) {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const draft = mkdtempSync(`${folder}-`);
  try {
    const program = "import('@sparticuz/chromium').then((chromium) => chromium.default.executablePath())";
    const env = { ...process.env, TMPDIR: draft, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' };
    execFileSync(process.execPath, ['-e', program], { cwd: root, env });
    for (const path of [draft, join(draft, 'chromium')]) chmodSync(path, 0o755);
    // Its own list of font folders knows only Amazon's places.
    const folders = [join(folder, 'fonts'), '/usr/share/fonts'].map((path) => `<dir>${path}</dir>`).join('');
    const cache = `<cachedir>${join(folder, 'fonts-cache')}</cachedir>`;
    writeFileSync(
      join(draft, 'fonts', 'fonts.conf'),
      `<?xml version="1.0"?><fontconfig>${folders}${cache}</fontconfig>\n`,
    );
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(folder)) throw error; // Otherwise another run unpacked it meanwhile.
  }
}

// `node scripts/find-chromium.mjs` exits with 0 when there is a browser for the tests, and prints where it is.
if (process.argv[1] === import.meta.filename) {
  const { browser } = findChromium({ prefersShell: true });
  if (browser) console.log(browser.executablePath);
  else process.exitCode = 1;
}
