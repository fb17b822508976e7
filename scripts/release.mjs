// `npm run release`: looks whether a release can be made, checks, packs every package, installs and tries the archives on Node.js 20, 22
// and 24, and writes archives, checksums and notes to .cache/release. That is all: it is a dry run. `-- --tag` makes the tag when everything
// was good; pushing it starts .github/workflows/release.yml, which publishes. `-- --facts` only looks, `-- --pack` does what comes after.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { packAll } from './pack-all.mjs';
import { problemsOf, readChangelog, readRelease } from './release-facts.mjs';

const root = resolve(import.meta.dirname, '..');
const folder = join(root, '.cache/release');
const parts = ['--facts', '--pack', '--tag'];
const [part, ...more] = process.argv.slice(2);
if (more.length > 0 || (part !== undefined && !parts.includes(part))) end(`Give one of ${parts.join(', ')}, or none.`);

const facts = readRelease();
const { version } = facts;
if (part !== '--pack') look();
if (part !== '--facts') release();
if (part === '--tag') {
  const message = ['--annotate', '--cleanup=verbatim', '--file', join(folder, 'notes.md')];
  step(`Tag v${version}`, 'git', ['tag', ...message, `v${version}`]);
} else if (part === undefined) {
  console.log(`Nothing was tagged or published. To go on: npm run release -- --tag && git push origin v${version}`);
}

function look() {
  const problems = problemsOf(facts);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) end(`${version} cannot be released.`);
}

function release() {
  step('Types and style', 'npm', ['run', 'check']);
  console.log('Packing ...');
  const archives = packAll(folder);
  step('Archives on Node.js 20, 22 and 24', 'npm', ['run', 'test:package'], { PACKED: folder });
  const notes = notesOf(readChangelog(facts.changelog, version).notes ?? '');
  writeFileSync(join(folder, 'notes.md'), notes);
  console.log(`${version} is ready: ${archives.length} archives, SHA256SUMS and notes.md in ${folder}.`);
}

function notesOf(changes) {
  return `Formstead ${version}

${changes}

### Install

\`\`\`sh
npm install formstead@${version}
\`\`\`
`;
}

function step(title, command, args, env = {}) {
  console.log(`${title} ...`);
  const options = { cwd: root, stdio: 'inherit', env: { ...process.env, ...env }, shell: process.platform === 'win32' };
  const { status } = spawnSync(command, args, options);
  if (status !== 0) end(`${title}: failed.`);
}

function end(message) {
  console.error(message);
  process.exit(1);
}
