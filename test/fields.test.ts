// Kinds of fields: each is a folder of src/fields, whose layers are read through registries that a script writes.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { listRegistries, makeRegistries } from '../scripts/fields.mjs';

const folder = mkdtempSync(join(tmpdir(), 'formstead-fields-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('[house] fields: the registries are those that npm run fields writes', () => {
  const fields = 'src/fields';
  const found = listRegistries(fields).map((path) => [path, readFileSync(join(fields, 'all', path), 'utf8')]);
  expect(Object.fromEntries(found)).toEqual(makeRegistries(fields));
});

test('[house] fields: a new folder is in the registry of each layer that it has, after those that give a place', () => {
  cpSync('src/fields', folder, { recursive: true });
  mkdirSync(join(folder, 'a-test'));
  const write = (name: string, text = '') => writeFileSync(join(folder, 'a-test', name), text);
  write('kind.json', '{ "types": ["fTest"] }');
  expect(() => makeRegistries(folder)).toThrow('src/fields/a-test has no value.ts');
  write('value.ts');
  for (const room of ['server', 'view']) mkdirSync(join(folder, 'a-test', room));
  for (const name of ['answer', 'about', 'sample', 'builder', 'column', 'server/schema', 'server/search', 'view/look'])
    write(`${name}.ts`);
  const { 'kind.ts': kinds, 'answer.ts': answers } = makeRegistries(folder);
  expect(kinds).toContain("  | 'matrix'\n  | 'a-test';");
  expect(kinds).toContain("  'fMatrix': 'matrix',\n  'fTest': 'a-test',\n} as const;");
  expect(answers).toContain(`import { answer as aTest } from '../a-test/answer.ts';`);
  expect(answers).toMatch(/ {2}matrix,\n {2}'a-test': aTest,\n\};/);
});
