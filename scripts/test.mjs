// `npm test`: setup, types, lint, then every test. Arguments go to vitest: `npm test -- test/api`.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { setUp } from './setup.mjs';

const ROOT = resolve(import.meta.dirname, '..');
const RESULTS = join(ROOT, '.cache', 'test-results.json');
const CHECKS = [
  ['typescript/bin/tsc', '-p', 'tsconfig.json', '--noEmit'],
  ['typescript/bin/tsc', '-p', 'src/core/tsconfig.json', '--noEmit'],
  ['typescript/bin/tsc', '-p', 'src/fill/tsconfig.json', '--noEmit'],
  ['typescript/bin/tsc', '-p', 'src/admin/tsconfig.json', '--noEmit'],
  ['@biomejs/biome/bin/biome', 'check', '.'],
];

setUp();
const failedChecks = CHECKS.filter((check) => !runTool(check));
const tests = await runTests(process.argv.slice(2));
for (const { name, reason } of tests.failures) console.error(`FAILED: ${name}\n  ${reason}`);
const passed = tests.passed + CHECKS.length - failedChecks.length;
const failed = tests.failed + failedChecks.length;
for (const [tool, ...args] of failedChecks) console.error(`FAILED: ${tool.split('/').at(-1)} ${args.join(' ')}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function runTests(args) {
  const { hasBrowser, isMissingFatal } = await findBrowser();
  rmSync(RESULTS, { force: true });
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${RESULTS}`];
  const isGreen = runTool([
    'vitest/vitest.mjs',
    'run',
    ...reporters,
    ...(hasBrowser ? [] : ['--project=!browser']),
    ...args,
  ]);
  const { passed, failures } = readResults();
  const unseen = !isGreen && failures.length === 0 ? 1 : 0; // An error outside any test, or no test found.
  return { passed, failures, failed: failures.length + unseen + (isMissingFatal ? 1 : 0) };
}

async function findBrowser() {
  const { findChromium } = await import('./find-chromium.mjs');
  const { browser, failures } = findChromium();
  if (browser) return { hasBrowser: true, isMissingFatal: false };
  const line = '!'.repeat(100);
  console.error(`${line}\nBROWSER TESTS ARE NOT RUN: no browser found.\n- ${failures.join('\n- ')}`);
  console.error(`Install Chromium, or set CHROMIUM_PATH to one.\n${line}`);
  return { hasBrowser: false, isMissingFatal: process.env.CI === 'true' };
}

/** The failures are said again at the very end, where a long log is read first. */
function readResults() {
  let results;
  try {
    results = JSON.parse(readFileSync(RESULTS, 'utf8'));
  } catch {
    return { passed: 0, failures: [] }; // vitest ended before it had results; its exit code tells.
  }
  const failures = results.testResults.flatMap((file) => {
    const path = relative(ROOT, file.name);
    if (file.status === 'failed' && file.assertionResults.length === 0) return [failure(path, file.message)];
    return file.assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => failure(`${path} > ${test.fullName}`, test.failureMessages.join('\n')));
  });
  return { passed: results.numPassedTests, failures };
}

function failure(name, message = '') {
  return { name, reason: message.split('\n').slice(0, 3).join('\n  ').slice(0, 600) };
}

function runTool([script, ...args]) {
  const result = spawnSync(process.execPath, [join(ROOT, 'node_modules', script), ...args], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  return result.status === 0;
}
