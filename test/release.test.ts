// What a release must be true of, and the workflows that make and publish it: each fault is planted, and must be found.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { problemsOf, type ReleaseFacts, readChangelog, readRelease } from '../scripts/release-facts.mjs';

const root = resolve(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const workflows = '.github/workflows';
// biome-ignore lint/suspicious/noExplicitAny: documents of another program, looked at piece by piece.
type Yaml = any;

const changelog = `# Changelog

## Unreleased

## 1.2.0

2026-01-02

### Highlights

- One.
- Two.

### Added

- Three.

### Fixed

- Four.

## 1.1.0
`;
const good: ReleaseFacts = {
  version: '1.2.0',
  versions: { 'package-lock.json': '1.2.0', 'packages/client/package.json': '1.2.0' },
  changelog,
  changes: '',
  tags: ['v1.1.0'],
};

test('[house] release: nothing is said of one that can be made', () => {
  expect(problemsOf(good)).toEqual([]);
});

const faults: [string, Partial<ReleaseFacts>, string][] = [
  [
    'another version in a package',
    { versions: { 'packages/client/package.json': '1.1.0' } },
    'packages/client/package.json has version 1.1.0, package.json 1.2.0.',
  ],
  ['no notes', { changelog: changelog.replace('## 1.2.0', '## 1.3.0') }, 'CHANGELOG.md has no "## 1.2.0".'],
  ['no date', { changelog: changelog.replace('2026-01-02\n', '') }, 'CHANGELOG.md has no date below "## 1.2.0".'],
  [
    'groups in another order',
    { changelog: changelog.replace('### Added', '### News') },
    'The groups of 1.2.0 in CHANGELOG.md are Highlights, News, Fixed, not Highlights, Added, Changed, Fixed.',
  ],
  [
    'no highlights',
    { changelog: changelog.replace('### Highlights\n\n- One.\n- Two.\n\n', '') },
    'The highlights of 1.2.0 in CHANGELOG.md must be 1 to 10 lines.',
  ],
  [
    'too many highlights',
    { changelog: changelog.replace('- One.\n', '- One.\n'.repeat(10)) },
    'The highlights of 1.2.0 in CHANGELOG.md must be 1 to 10 lines.',
  ],
  [
    'changes that belong to no version',
    { changelog: changelog.replace('## Unreleased\n', '## Unreleased\n\n- Five.\n') },
    'CHANGELOG.md has changes under "## Unreleased": they belong to a version.',
  ],
  ['changes that are not committed', { changes: ' M README.md' }, 'There are changes that are not committed.'],
  ['a tag of another commit', { tags: ['v1.2.0'] }, 'The tag v1.2.0 is there already.'],
];

test.each(faults)('[house] release: %s', (_name, fault, problem) => {
  expect(problemsOf({ ...good, ...fault })).toEqual([problem]);
});

test('[house] release: every package of this repository has its version, and the changelog has notes of it', () => {
  const facts = readRelease();
  expect(Object.keys(facts.versions).length).toBeGreaterThan(1);
  expect(Object.entries(facts.versions).filter(([, version]) => version !== facts.version)).toEqual([]);
  expect(readChangelog(facts.changelog, facts.version).notes).toBeDefined();
});

const files = readdirSync(join(root, workflows)).map((name): [string, Yaml] => [
  name,
  parse(read(`${workflows}/${name}`)),
]);
const stepsOf = ({ jobs }: Yaml) => Object.values<Yaml>(jobs).flatMap(({ steps = [] }) => steps);

test.each(files)(
  '[house] workflows: %s may do as little as it needs, ends by itself, and runs what is there',
  (_name, workflow) => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    for (const job of Object.values<Yaml>(workflow.jobs)) {
      if (job.uses !== undefined) expect(existsSync(join(root, job.uses))).toBe(true);
      else expect(job['timeout-minutes']).toBeGreaterThan(0);
    }
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const commands = stepsOf(workflow).map(({ run = '' }: { run?: string }) => run);
    const named = commands.flatMap((text: string) =>
      [...text.matchAll(/npm run (?:-s )?([\w:]+)/g)].map(([, name]) => name),
    );
    expect(named.filter((name) => scripts[name as string] === undefined)).toEqual([]);
    const programs = commands.flatMap((text: string) => text.match(/scripts\/[\w-]+\.mjs/g) ?? []);
    expect(programs.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    // Secrets and texts of strangers reach a shell by its environment alone.
    expect(commands.filter((text: string) => /\$\{\{(?!\s*(?:matrix|inputs)\.)/.test(text))).toEqual([]);
  },
);

test('[house] workflows: the Node.js versions of the tests are those that a release is tried on', () => {
  const weekly = Object.fromEntries(files)['weekly.yml'];
  const tried = /const versions = \[(.*)\]/.exec(read('test/package/package.run.ts'))?.[1]?.match(/\d+/g);
  expect(weekly.jobs.test.strategy.matrix.node).toEqual(tried);
  expect(read('package.json')).toContain(`"node": ">=${tried?.[0]}.`);
});

test('[house] workflows: only a pushed tag publishes; the packages with provenance, the image for both processors', () => {
  const release = Object.fromEntries(files)['release.yml'];
  expect(release.on).toEqual({ push: { tags: ['v*'] } });
  const publishing = files.filter(([, workflow]) =>
    stepsOf(workflow).some(({ run = '' }: { run?: string }) => /npm publish|buildx .*--push|gh release/.test(run)),
  );
  expect(publishing.map(([name]) => name)).toEqual(['release.yml']);
  const steps = release.jobs.packages.steps.map(({ run = '' }: { run?: string }) => run).join('\n');
  expect(steps).toMatch(/release -- --facts[\s\S]*release -- --pack[\s\S]*npm publish --provenance/);
  expect(release.jobs.packages.permissions['id-token']).toBe('write');
  const platforms = release.jobs.image.strategy.matrix.include.map(({ platform }: { platform: string }) => platform);
  expect(platforms).toEqual(['linux/amd64', 'linux/arm64']);
});

test('[house] workflows: every path of CODEOWNERS is there', () => {
  const lines = read('.github/CODEOWNERS')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const paths = lines.map((line) => line.split(/\s+/)[0] as string).filter((path) => path !== '*');
  expect(paths.length).toBeGreaterThan(5);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
