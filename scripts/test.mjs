// `npm test`: setup, types, lint, then the tests, of which the heavy ones are left to `npm run test:all` (`--all`). `--quick` runs a sample
// of each group of rules without types and lint, `--changed` what concerns the files that git calls changed, `rule:entries.edit` the tests
// of a rule. Other arguments go to vitest: `npm test -- test/api`.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { quickFiles, quickJourneys, testsOfRule } from './choose-tests.mjs';
import { missingEngines } from './find-engines.mjs';
import { setUp } from './setup.mjs';

const root = resolve(import.meta.dirname, '..');
// Several threads of the compiler look at the same types again, and the tests need every core.
const tsc = ['typescript/bin/tsc', '--noEmit', '--singleThreaded', '-p'];
const checks = [
  [...tsc, 'tsconfig.json'],
  [...tsc, 'src/core/tsconfig.json'],
  // Both apps.
  [...tsc, 'src/admin/tsconfig.json'],
  ['@biomejs/biome/bin/biome', 'check', '.'],
];

// The checks, the tests in a browser, those that share the cores among several workers, those that start processes and mostly wait for
// them, and those that want a core for themselves: all side by side from the start. Each waits a good part of its time, so none of them
// alone keeps two cores busy, and what is left over at the end is short.
const allLanes = {
  shared: ['api', 'core', 'project'],
  browser: ['browser'],
  process: ['process'],
  alone: ['limits', 'pdf'],
};

const modes = ['--all', '--quick', '--changed'];
const [mode] = modes.filter((one) => one === process.argv[2]);
const isWhole = mode === '--all';
const wanted = process.argv.slice(mode === undefined ? 2 : 3);
if (isWhole) process.env.TESTS = 'whole';
// What a title says that is not among them.
const heavy = '[heavy]';
const withoutHeavy = '--testNamePattern=^(?!.*\\[heavy\\])';

setUp();
const { hasBrowser, isMissingFatal } = await findBrowser();
const planned = mode === '--quick' ? planQuick() : planLanes(wanted.flatMap(readWanted));
const [failedChecks, ...lanes] = await Promise.all([mode === '--quick' ? [] : runChecks(), ...planned.map(runLane)]);
const failures = lanes.flatMap((lane) => lane.failures);
for (const { name, reason } of failures) console.error(`FAILED: ${name}\n  ${reason}`);
// Tests that were chosen leave the others out on purpose.
if (wanted.length === 0 && (isWhole || mode === undefined)) {
  const skipped = lanes.flatMap((lane) => lane.skipped);
  const isLeft = (name) => !isWhole && name.includes(heavy);
  for (const name of skipped.filter((name) => !isLeft(name))) console.error(`SKIPPED: ${name}`);
  if (!isWhole) console.error(`${skipped.filter(isLeft).length} heavy tests are left to \`npm run test:all\`.`);
}
for (const [tool, ...args] of failedChecks) console.error(`FAILED: ${tool.split('/').at(-1)} ${args.join(' ')}`);
// Reported, but does not fail the run.
if (missingEngines() !== undefined) console.error(missingEngines());
const checked = mode === '--quick' ? 0 : checks.length - failedChecks.length;
const passed = sum(lanes.map((lane) => lane.passed)) + checked;
const failed = sum(lanes.map((lane) => lane.failed)) + failedChecks.length + (isMissingFatal ? 1 : 0);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function runChecks() {
  const broken = [];
  for (const check of checks) {
    const { isGreen, output } = await runTool(check, { isShown: false });
    if (isGreen) continue;
    broken.push(check);
    process.stderr.write(output);
  }
  return broken;
}

/** Files and projects cannot be mixed in one run of vitest: a file is taken from every project that has it. */
function planQuick() {
  const shown = { name: 'shared', isShown: true };
  const lanes = [
    { ...shown, args: ['--project=core', '--project=project', withoutHeavy] },
    { name: 'api', isShown: false, args: ['--project=api', withoutHeavy, ...quickFiles] },
  ];
  return hasBrowser
    ? [...lanes, { name: 'browser', isShown: false, args: ['--project=browser', withoutHeavy, ...quickJourneys] }]
    : lanes;
}

function readWanted(arg) {
  return arg.startsWith('rule:') ? testsOfRule(root, arg.slice('rule:'.length)) : [arg];
}

/** The arguments of each run of vitest. Whoever names files or projects gets one run with just those. */
function planLanes(args) {
  const chosen = mode === '--changed' ? ['--changed', '--passWithNoTests', ...args] : args;
  if (chosen.length > 0)
    return [{ name: 'all', isShown: true, args: [...(hasBrowser ? [] : ['--project=!browser']), ...chosen] }];
  return Object.entries(allLanes)
    .filter(([name]) => hasBrowser || name !== 'browser')
    .map(([name, projects]) => ({
      name,
      isShown: name === 'shared',
      args: [...projects.map((project) => `--project=${project}`), ...(isWhole ? [] : [withoutHeavy])],
    }));
}

async function runLane({ name, isShown, args }) {
  const results = join(root, '.cache', `test-results-${name}.json`);
  rmSync(results, { force: true });
  mkdirSync(join(root, '.cache'), { recursive: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`];
  const { isGreen, output } = await runTool(['vitest/vitest.mjs', 'run', ...reporters, ...args], { isShown });
  process.stdout.write(output);
  const { passed, failures, skipped } = readResults(results);
  const unseen = !isGreen && failures.length === 0 ? 1 : 0; // An error outside any test, or no test found.
  return { passed, failures, skipped, failed: failures.length + unseen };
}

async function findBrowser() {
  const { findChromium } = await import('./find-chromium.mjs');
  const { browser, failures } = findChromium({ prefersShell: true });
  if (browser) return { hasBrowser: true, isMissingFatal: false };
  const line = '!'.repeat(100);
  console.error(`${line}\nBROWSER TESTS ARE NOT RUN: no browser found.\n- ${failures.join('\n- ')}`);
  console.error(`Install Chromium, or set CHROMIUM_PATH to one.\n${line}`);
  return { hasBrowser: false, isMissingFatal: process.env.CI === 'true' };
}

/** Failures and skipped tests are printed again at the very end, where a long log is read first. */
function readResults(path) {
  let results;
  try {
    results = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return { passed: 0, failures: [], skipped: [] }; // vitest ended before it had results; its exit code tells.
  }
  const failures = results.testResults.flatMap((file) => {
    const name = relative(root, file.name);
    if (file.status === 'failed' && file.assertionResults.length === 0) return [failure(name, file.message)];
    return file.assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => failure(`${name} > ${test.fullName}`, test.failureMessages.join('\n')));
  });
  const skipped = results.testResults.flatMap((file) =>
    file.assertionResults
      .filter((test) => test.status === 'skipped' || test.status === 'pending')
      .map((test) => `${relative(root, file.name)} > ${test.fullName}`),
  );
  return { passed: results.numPassedTests, failures, skipped };
}

function failure(name, message = '') {
  return { name, reason: message.split('\n').slice(0, 3).join('\n  ').slice(0, 600) };
}

/** What is not shown while it runs comes back as `output`, so that two runs do not write between each other's lines. */
function runTool([script, ...args], { isShown }) {
  const child = spawn(process.execPath, [join(root, 'node_modules', script), ...args], {
    cwd: root,
    stdio: isShown ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  });
  const chunks = [];
  if (!isShown) for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (signal !== null) chunks.push(Buffer.from(`${script} was ended by ${signal}.\n`));
      resolve({ isGreen: code === 0, output: Buffer.concat(chunks).toString() });
    });
  });
}

function sum(numbers) {
  return numbers.reduce((total, one) => total + one, 0);
}
