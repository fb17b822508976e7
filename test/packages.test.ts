// The libraries of packages/, built as they are packed: the examples of their pages print what is below them, and what is inside comes
// from nowhere else.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPackage } from '../scripts/build-package.mjs';
import { scratchFolder } from './support/scratch-folder.ts';

const root = resolve(import.meta.dirname, '..');
const folder = mkdtempSync(join(scratchFolder(), 'formstead-packages-'));
const names = readdirSync(join(root, 'packages'));
/** Those that run in browsers too import nothing of Node.js. */
const ofNode = ['registries'];
/** Its page needs a service: test/api/client.test.ts and test/process/integrate-docs.test.ts. */
const withService = ['client'];

const placeOf = (name: string) => join(folder, 'node_modules/@formstead', name);
const read = (path: string) => readFileSync(path, 'utf8');

beforeAll(async () => {
  for (const name of names) {
    mkdirSync(placeOf(name), { recursive: true });
    cpSync(join(root, 'packages', name, 'package.json'), join(placeOf(name), 'package.json'));
    await buildPackage(name, join(placeOf(name), 'dist'));
  }
}, 300_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(names.filter((name) => !withService.includes(name)))(
  '[conventions.packages] the example of %s prints what its page says',
  (name) => {
    const page = read(join(root, 'packages', name, 'README.md'));
    const [, program = '', output] = /```js\n(.*?)```\n\n```text\n(.*?)```/s.exec(page) ?? [];
    writeFileSync(join(folder, `${name}.mjs`), program);
    expect(execFileSync(process.execPath, [join(folder, `${name}.mjs`)], { cwd: folder, encoding: 'utf8' })).toBe(
      output,
    );
  },
);

test.each(names)('[conventions.packages] %s needs its dependencies alone, and its types need nothing', (name) => {
  const {
    dependencies = {},
    engines,
    version,
  } = JSON.parse(read(join(placeOf(name), 'package.json'))) as {
    dependencies?: Record<string, string>;
    engines: { node: string };
    version: string;
  };
  const own = JSON.parse(read(join(root, 'package.json'))) as { version: string };
  expect([version, engines.node]).toEqual([own.version, expect.stringMatching(/^>=20\b/)]);
  const code = read(join(placeOf(name), 'dist/index.js'));
  const imported = [...code.matchAll(/^(?:import|export) .*from ["']([^."'][^"']*)["']/gm)].map(
    ([, path]) => path as string,
  );
  const isKnown = (path: string) =>
    Object.hasOwn(dependencies, path) || (ofNode.includes(name) && path.startsWith('node:'));
  expect(imported.filter((path) => !isKnown(path))).toEqual([]);
  const types = readdirSync(join(placeOf(name), 'dist'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.d.ts'),
  );
  expect(types).toContain('index.d.ts');
  const texts = types.map((path) => read(join(placeOf(name), 'dist', path))).join('\n');
  const named = [...texts.matchAll(/(?:from |import\()['"]([^.'"][^'"]*)['"]/g)].map(([, path]) => path as string);
  expect(named.filter((path) => !Object.hasOwn(dependencies, path))).toEqual([]);
});

test('[conventions.packages] the types of every package hold in a strict program of somebody else', () => {
  const program = `
import { checkDefinition, openForm, type CheckedAnswers, type FormDefinition } from '@formstead/engine';
import { importForm, type ImportedForm } from '@formstead/import-forms';
import { openOptionSearch, type Option } from '@formstead/option-search';
import { makeSets, type SetKey } from '@formstead/registries';
const imported: ImportedForm = await importForm({ text: '{}' });
const definition: FormDefinition = imported.form;
const checked: CheckedAnswers = openForm(definition).check({});
export const problems: string[] = checkDefinition(definition).map(({ path, message }) => path + message);
const options: readonly Option[] = (await makeSets({ today: '2026-01-01', keys: ['countries' satisfies SetKey] })).made[0]?.options ?? [];
export const found: string[] = openOptionSearch(options).search('a', { near: true });
// @ts-expect-error: there is no such rule.
openForm(definition).check({}, { rules: 'none' });
export const texts: string[] = checked.messages.map(({ message }) => message);
`;
  writeFileSync(join(folder, 'program.ts'), program);
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2022'],
    types: [],
    noEmit: true,
  };
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  expect(spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' }).stdout).toBe('');
});
