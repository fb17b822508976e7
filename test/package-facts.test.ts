// What the repository says about itself: seed data, tables, README, changelog.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { bakeCountries } from '../scripts/bake-countries.mjs';

const root = resolve(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

test('[house] seed data: countries are those of the packages they come from', () => {
  expect(read('src/server/registries/seed-data/countries.json')).toBe(bakeCountries());
});

test('[house] documents: every table is explained in docs/data-model.md', () => {
  const folder = 'src/server/store/migrations';
  const statements = readdirSync(join(root, folder)).map((name) => read(join(folder, name)));
  const tables = statements.flatMap((text) =>
    [...text.matchAll(/create (?:unlogged )?table (?:if not exists )?(\w+)/g)].map(([, name]) => name),
  );
  const page = read('docs/data-model.md');
  expect(tables.length).toBeGreaterThan(20);
  expect(tables.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

test('[house] documents: the README is short, and the changelog has the version of the package', () => {
  expect(read('README.md').split('\n').length).toBeLessThanOrEqual(150);
  expect(read('CHANGELOG.md')).toContain(`## ${JSON.parse(read('package.json')).version}\n`);
});

test('[house] documents: the README names the browsers that the apps are built for', () => {
  const build = read('scripts/build-web.mjs');
  const targetsOf = (name: string) => new RegExp(`const ${name} = \\[(.*)\\]`).exec(build)?.[1]?.match(/[\d.]+/g);
  const readme = read('README.md');
  const namedIn = (start: string) =>
    new RegExp(`${start}: Chrome and Edge ([\\d.]+), Firefox ([\\d.]+), Safari ([\\d.]+) `).exec(readme);
  expect(namedIn('The fill page')?.slice(1)).toEqual(targetsOf('fillers'));
  expect(namedIn('The management app')?.slice(1)).toEqual(targetsOf('owners'));
});
