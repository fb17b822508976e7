// The rules of the service (docs/rules), where code and documents cite them, and which tests prove them. One notation for all:
// an id in square brackets, such as `[entries.edit.status-only]`, in a comment, in a document or at the start of a test's title.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** What a title may name instead of a rule. */
export const labels = {
  house: 'checks of the repository itself',
  management: 'the management app',
  builder: 'the form builder in it',
  heavy: 'left to `npm run test:all`; `npm test` has another of its kind',
};

const notRules = ['README.md', 'where.md'];

/** Every rule: its id, the document that has it, and what it says. */
export function readRules(root) {
  return listFiles(root, 'docs/rules')
    .filter((file) => !notRules.includes(basename(file)))
    .flatMap((file) => {
      const [, ...sections] = readFileSync(join(root, file), 'utf8').split(/^### /m);
      return sections.map((section) => {
        const [id, ...lines] = section.split('\n');
        return { id, file, text: lines.join('\n').trim() };
      });
    });
}

/** The link of a rule from docs/rules: dots are not part of a heading's anchor. */
export function ruleLink({ id, file }) {
  return `${basename(file)}#${id.replaceAll('.', '')}`;
}

/** Titles of tests that begin with names in brackets: also those of test tables, as `title`. */
export function readTitles(root) {
  const title =
    /(?<=\b(?:test|it|describe)(?:\.\w+)*\(\s*|\)\(\s*|\btitle:\s*)(['"`])((?:\[[^\]|\n]+\] ?)+)(?:(?!\1)[^\n\\]|\\.)*\1/g;
  return listTests(root).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(title)].map(([text, , names]) => ({
      file,
      title: text.slice(1, -1),
      names: [...names.matchAll(/\[([^\]]+)\]/g)].map(([, name]) => name),
    })),
  );
}

/** Titles that name nothing, of tests that stand in no group that does. */
export function readBareTitles(root) {
  const start = /(?:\b(?:test|it)(?:\.\w+)*\(|\)\()\s*(['"`])((?:(?!\1)[^\n\\]|\\.)*)\1,\s*(?:async\b|\(|\{)/g;
  return listTests(root).flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split(/^(?=(?:test|it|describe)\b)/m)
      .slice(1)
      .filter((block) => !/^describe(?:\.\w+\(.*\))?\(\s*['"`]\[/.test(block))
      .flatMap((block) => [...block.matchAll(start)].map(([, , text]) => text))
      // The rows of a table bring titles of their own.
      .filter((text) => !text.startsWith('[') && !text.startsWith('$title'))
      .map((text) => ({ file, title: text })),
  );
}

/** Ids in the comments of code and anywhere in documents; whether they exist is for the caller to see. */
export function readCitations(root) {
  const groups = readdirSync(join(root, 'docs/rules')).map((name) => name.replace('.md', ''));
  const citation = new RegExp(`\\[((?:${groups.join('|')})\\.[\\w.-]+)\\]`, 'g');
  return [...readComments(root), ...readDocuments(root)].flatMap(({ file, text }) =>
    [...text.matchAll(citation)].map(([, id]) => ({ file, id })).filter(({ id }) => !id.endsWith('.md')),
  );
}

/** The comments of all code, file by file. */
export function readComments(root) {
  const packages = readdirSync(join(root, 'packages')).map((name) => `packages/${name}/src`);
  return ['src', 'test', 'scripts', 'bench', ...packages]
    .flatMap((folder) => listFiles(root, folder))
    .filter((file) => /\.(?:tsx?|mjs)$/.test(file))
    .map((file) => ({ file, text: commentsOf(readFileSync(join(root, file), 'utf8')) }));
}

/** The documents of the repository, the generated table left out. */
export function readDocuments(root) {
  const files = [...readdirSync(root).filter((name) => name.endsWith('.md')), ...listFiles(root, 'docs')];
  return files
    .filter((file) => file.endsWith('.md') && basename(file) !== 'where.md')
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
}

/** docs/rules/where.md: from every rule to the code that keeps it and the tests that prove it. */
export function writeWhere(root) {
  const citations = readCitations(root).filter(({ file }) => isCode(file));
  const titles = readTitles(root);
  const rules = readRules(root);
  const filesOf = (rows) =>
    [...new Set(rows.map(({ file }) => file))].sort().map((file) => `[${basename(file)}](../../${file})`);
  const rows = rules.map((rule) => {
    const code = filesOf(citations.filter(({ id }) => id === rule.id));
    const tests = filesOf(titles.filter(({ names }) => names.includes(rule.id)));
    return `| [${rule.id}](${ruleLink(rule)}) | ${code.join(', ')} | ${tests.join(', ')} |`;
  });
  return [
    '# Where each rule is kept and proved',
    '',
    'Made by `npm run rules` from the ids in comments and in the titles of tests. A test fails when it is out of date.',
    '',
    '| Rule | Kept in | Proved by |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

export function isCode(file) {
  return /^(?:src|scripts|packages)\//.test(file) && !isTest(file);
}

function isTest(file) {
  return /\.(?:test|run)\.tsx?$|cases?\.ts$|^test\//.test(file);
}

function listTests(root) {
  return [...listFiles(root, 'src'), ...listFiles(root, 'test')].filter((file) => /\.tsx?$/.test(file) && isTest(file));
}

function listFiles(root, folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
}

function commentsOf(text) {
  return [...text.matchAll(/(?<!:)\/\/.*|\/\*[\s\S]*?\*\//g)].join('\n');
}
