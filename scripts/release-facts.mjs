// What must be true of the repository before a release: one version everywhere, and a changelog that says what is in it.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const groups = ['Highlights', 'Added', 'Changed', 'Fixed'];

export function readRelease() {
  const read = (path) => readFileSync(join(root, path), 'utf8');
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim();
  const { version } = JSON.parse(read('package.json'));
  const packages = readdirSync(join(root, 'packages')).map((name) => `packages/${name}/package.json`);
  const lock = JSON.parse(read('package-lock.json'));
  return {
    version,
    versions: {
      'package-lock.json': lock.packages[''].version,
      ...Object.fromEntries(packages.map((path) => [path, JSON.parse(read(path)).version])),
    },
    changelog: read('CHANGELOG.md'),
    changes: git('status', '--porcelain'),
    // Where this very commit has the tag, it is being released.
    tags: git('tag', '--list', '--no-contains', 'HEAD').split('\n'),
  };
}

/** Each in a sentence; none when a release can be made. */
export function problemsOf({ version, versions, changelog, changes, tags }) {
  const { notes, unreleased } = readChangelog(changelog, version);
  const names = [...(notes ?? '').matchAll(/^### (.*)$/gm)].map(([, name]) => name);
  const highlights = /^### Highlights\n+((?:- .*\n)*)/m.exec(`${notes ?? ''}\n`)?.[1] ?? '';
  return [
    ...Object.entries(versions)
      .filter(([, one]) => one !== version)
      .map(([file, one]) => `${file} has version ${one}, package.json ${version}.`),
    ...(notes === undefined ? [`CHANGELOG.md has no "## ${version}".`] : []),
    ...(notes !== undefined && !/^\d{4}-\d\d-\d\d$/m.test(notes)
      ? [`CHANGELOG.md has no date below "## ${version}".`]
      : []),
    ...(notes !== undefined && names.join() !== groups.filter((one) => names.includes(one)).join()
      ? [`The groups of ${version} in CHANGELOG.md are ${names.join(', ')}, not ${groups.join(', ')}.`]
      : []),
    ...(notes !== undefined && !isTenLines(highlights)
      ? [`The highlights of ${version} in CHANGELOG.md must be 1 to 10 lines.`]
      : []),
    ...(unreleased === '' ? [] : ['CHANGELOG.md has changes under "## Unreleased": they belong to a version.']),
    ...(changes === '' ? [] : ['There are changes that are not committed.']),
    ...(tags.includes(`v${version}`) ? [`The tag v${version} is there already.`] : []),
  ];
}

/** What CHANGELOG.md says of a version, and of what is in none. */
export function readChangelog(text, version) {
  const sections = new Map(
    text
      .split(/^## /m)
      .slice(1)
      .map((section) => [section.split('\n', 1)[0], section.slice(section.indexOf('\n')).trim()]),
  );
  return { notes: sections.get(version), unreleased: sections.get('Unreleased') ?? '' };
}

function isTenLines(text) {
  const count = text.split('\n').filter((line) => line !== '').length;
  return count >= 1 && count <= 10;
}
