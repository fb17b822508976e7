// docs/tour.md leads newcomers through the server: its files, names and calls are there.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const tour = readFileSync(join(root, 'docs/tour.md'), 'utf8');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const link = String.raw`\[([\w.-]+)\]\(\.\./([\w./-]+)\)`;
const step = new RegExp(String.raw`^\d+\. ${link} \`(\w+)\`(?:, called by ${link})?: `);

const steps = tour
  .split('\n')
  .filter((line) => /^\d/.test(line))
  .map((line) => {
    const [, title, file, name, , caller] = step.exec(line) ?? [];
    return { line, title, file: file ?? '', name: name ?? '', caller };
  });

test('[house] the tour: every step names a file, what it exports, and a caller that imports it', () => {
  expect(steps.length).toBeGreaterThan(30);
  const wrong = steps.flatMap(({ line, title, file, name, caller }) => {
    const problem = problemOf({ title, file, name, caller });
    return problem === undefined ? [] : [`${line.slice(0, 100)}: ${problem}`];
  });
  expect(wrong).toEqual([]);
});

function problemOf(found: { title: string | undefined; file: string; name: string; caller: string | undefined }) {
  const { title, file, name, caller } = found;
  if (title === undefined) return 'does not read as a step';
  if (!existsSync(join(root, file)) || !file.endsWith(`/${title}`)) return `no such file: ${file}`;
  if (!new RegExp(`^export (?:async )?(?:function\\*?|const|class) ${name}\\b`, 'm').test(read(file)))
    return `does not export ${name}`;
  if (caller === undefined) return undefined;
  if (!existsSync(join(root, caller))) return `no such file: ${caller}`;
  return uses(read(caller), caller, file, name) ? undefined : `${caller} does not import and use ${name}`;
}

/** Whether the file imports the name from that file, and names it once more. */
function uses(source: string, caller: string, file: string, name: string): boolean {
  const imports = [...source.matchAll(/^import \{([^}]*)\} from '([^']+)';/gm)];
  const isImported = imports.some(
    ([, names = '', from = '']) =>
      relative(root, resolve(root, dirname(caller), from)) === file &&
      names.split(',').some((one) => one.trim() === name),
  );
  return isImported && source.split(new RegExp(`\\b${name}\\b`)).length > 2;
}

test('[house] the tour: every path and link leads to a file', () => {
  const links = [...tour.matchAll(/\]\(([^)#:]+)\)/g)].map(([, to = '']) => join('docs', to));
  const paths = [...tour.matchAll(/`((?:src|test|docs)\/[\w./-]+)`/g)].map(([, path = '']) => path);
  expect([...links, ...paths].filter((path) => !existsSync(join(root, path)))).toEqual([]);
  expect(paths.length).toBeGreaterThan(2);
});
