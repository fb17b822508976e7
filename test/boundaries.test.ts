// Which code may know which. Reads every import in src and names any arrow that is not drawn there.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const src = resolve(import.meta.dirname, '../src');

interface Import {
  readonly names: string;
  /** A path from src for our own files, else the package or node: module. */
  readonly target: string;
  /** Nothing of it is left when the program runs. */
  readonly isType: boolean;
}
interface Source {
  /** From src, with slashes. */
  readonly path: string;
  readonly text: string;
  readonly imports: readonly Import[];
}

const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
  .map(readSource);

function readSource(path: string): Source {
  const text = readFileSync(join(src, path), 'utf8');
  const pattern =
    /^\s*(?:import|export)\s+(type\s+)?([^;'"]*?)\s*from\s*['"]([^'"]+)['"]|^\s*import\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;
  const imports = [...text.matchAll(pattern)].map(([, type, names = '', from, bare, dynamic]) => {
    const name = (from ?? bare ?? dynamic) as string;
    const isType = type !== undefined || /^\{\s*(?:type \w+(?: as \w+)?,?\s*)+\}$/.test(names);
    return { names, isType, target: name.startsWith('.') ? fromSrc(path, name) : name };
  });
  return { path, text, imports };
}

function fromSrc(path: string, name: string): string {
  return relative(src, resolve(src, dirname(path), name)).replaceAll('\\', '/');
}

/** `from -> to` for every import that the rule does not allow. */
function forbidden(
  isFrom: (path: string) => boolean,
  isAllowed: (target: string, source: Source) => boolean,
): string[] {
  return sources
    .filter(({ path }) => isFrom(path))
    .flatMap((source) =>
      source.imports
        .filter(({ target }) => !isAllowed(target, source))
        .map(({ target }) => `${source.path} -> ${target}`),
    );
}

const inside =
  (...folders: string[]) =>
  (path: string) =>
    folders.some((folder) => roomed(path).startsWith(`${folder}/`));
/** What a kind of field draws in a browser, and what the server asks of it, are layers of their own, although in the folder of the kind. */
const roomed = (path: string) =>
  path
    .replace(/^fields\/[^/]+\/view\/(?=settings\.)/, 'field-settings/')
    .replace(/^fields\/[^/]+\/(view|server)\//, 'field-$1/');
const layers = [
  'words',
  'api-types',
  'core',
  'fields',
  'field-view',
  'field-server',
  'field-settings',
  'print',
  'tables',
  'import-forms',
  'mcp',
  'cli',
  'server',
  'client',
  'web',
  'form-view',
  'fill',
  'admin',
];
const isOwn = inside(...layers);
const isNode = (target: string) => target.startsWith('node:');

test('[house] every import is read: a known one is found', () => {
  expect(sources.length).toBeGreaterThan(100);
  const main = sources.find(({ path }) => path === 'server/program/serve-as-worker.ts');
  expect(main?.imports.map(({ target }) => target)).toEqual(
    expect.arrayContaining(['node:events', 'server/program/app.ts']),
  );
  // Whatever is in src belongs to a layer with rules.
  expect(sources.map(({ path }) => path).filter((path) => !isOwn(path))).toEqual([]);
});

test('[house] layers: admin <-> field-settings; fill, admin -> form-view <-> field-view -> web, client -> core <- server <-> field-server, cli; all -> print -> fields and core; all but these three -> api-types -> core', () => {
  const pure = ['fields', 'core', 'words'];
  const arrows: Record<string, string[]> = {
    words: ['words'],
    core: pure,
    fields: ['api-types', ...pure],
    print: ['print', ...pure],
    tables: ['tables', ...pure],
    'import-forms': ['import-forms', 'tables', ...pure],
    'api-types': ['api-types', ...pure],
    mcp: ['mcp', 'print', 'api-types', ...pure],
    cli: ['cli', 'mcp', 'import-forms', 'tables', 'api-types', ...pure],
    'field-server': ['field-server', 'server', 'tables', 'print', 'api-types', ...pure],
    server: ['server', 'field-server', 'tables', 'print', 'api-types', ...pure],
    client: ['client', 'api-types', ...pure],
    web: ['web'],
    'field-view': ['field-view', 'form-view', 'web', 'client', 'print', 'api-types', ...pure],
    'form-view': ['form-view', 'field-view', 'web', 'client', 'print', 'api-types', ...pure],
    fill: ['fill', 'form-view', 'web', 'client', 'print', 'api-types', ...pure],
    'field-settings': ['field-settings', 'admin', 'web', ...pure],
    admin: [
      'admin',
      'import-forms',
      'tables',
      'field-settings',
      'field-view',
      'form-view',
      'web',
      'client',
      'print',
      'api-types',
      ...pure,
    ],
  };
  for (const [layer, targets] of Object.entries(arrows)) {
    expect(
      forbidden(
        inside(layer),
        (target, { path }) =>
          !isOwn(target) ||
          inside(...targets)(target) ||
          (path === 'server/program/cli.ts' && target === commandTable) ||
          (path === 'server/web/mcp-routes.ts' && target === toolServer),
      ),
    ).toEqual([]);
  }
});

/** The one arrow to the commands that are clients of a service, drawn when one of them runs. */
const commandTable = 'cli/client-commands.ts';
/** And the one to the tools for agents, drawn when an agent asks for them. */
const toolServer = 'mcp/serve-http.ts';

test('[house] cli: reaches the service by the client alone', () => {
  const client = '../packages/client/src/index.ts';
  const isOutside = (target: string) => target.startsWith('../');
  expect(
    forbidden(
      inside(...layers),
      (target, { path }) => !isOutside(target) || (inside('cli', 'mcp')(path) && target === client),
    ),
  ).toEqual([]);
  const importers = sources.filter(({ imports }) => imports.some(({ target }) => target === client));
  expect(importers.length).toBeGreaterThan(0);
  const commandLine = sources.find(({ path }) => path === 'server/program/cli.ts');
  expect(commandLine?.text).toContain("await import('../../cli/client-commands.ts')");
  const tools = sources.find(({ path }) => path === 'server/web/mcp-routes.ts');
  expect(tools?.imports.filter(({ target }) => target === toolServer).map(({ isType }) => isType)).toEqual([
    true,
    false,
  ]);
  expect(tools?.text).toContain("import('../../mcp/serve-http.ts')");
});

test('[house] api-types: types only, imported as types only', () => {
  const isTypes = inside('api-types');
  const values = sources.flatMap(({ path, imports }) =>
    imports
      .filter(({ target, isType }) => (isTypes(path) || isTypes(target)) && !isType)
      .map(({ target }) => `${path} -> ${target}`),
  );
  expect(values).toEqual([]);
  const makesValues = /^export\s+(?!type\b|interface\b)/m;
  expect(sources.filter(({ path, text }) => isTypes(path) && makesValues.test(text)).map(({ path }) => path)).toEqual(
    [],
  );
  expect(sources.filter(({ path }) => isTypes(path)).length).toBeGreaterThan(5);
});

test('[house] core and fields: import nothing outside themselves, but the linear-time patterns in one place, and types of responses', () => {
  const isPattern = (target: string, { path }: Source) => target === 're2js' && path === 'core/text/pattern.ts';
  const isType = (target: string, { path }: Source) => inside('fields')(path) && inside('api-types')(target);
  expect(
    forbidden(
      inside('core', 'fields'),
      (target, source) =>
        inside('core', 'fields', 'words')(target) || isPattern(target, source) || isType(target, source),
    ),
  ).toEqual([]);
});

test('[house] core: of fields it knows what elements are made of, and how values are read', () => {
  const known =
    /^fields\/(?:(?:element|element-types|properties|property-types|kind|preset|all\/kind|all\/value|all\/preset)|[^/]+\/(?:value|read-choice|phone-value|slider-scale))\.ts$/;
  expect(forbidden(inside('core'), (target) => !inside('fields')(target) || known.test(target))).toEqual([]);
});

test('[house] fields, print: no package, no Node.js, so that server and pages run them alike', () => {
  expect(forbidden(inside('fields', 'print'), isOwn)).toEqual([]);
});

test('[house] web: what runs in a browser knows nothing of Node.js', () => {
  expect(
    forbidden(
      (path) =>
        inside(
          'tables',
          'import-forms',
          'client',
          'web',
          'field-view',
          'field-settings',
          'form-view',
          'fill',
          'admin',
        )(path) && !isTableWriter(path),
      (target) => !isNode(target),
    ),
  ).toEqual([]);
});

const isTableWriter = inside('tables/write');

test('[house] tables: only the server writes files; pages read them', () => {
  expect(
    forbidden(
      (path) => !inside('server')(path) && !isTableWriter(path),
      (target) => !isTableWriter(target),
    ),
  ).toEqual([]);
});

test('[house] words: yes, no and signed are in one catalogue, and in no code', () => {
  const writers = sources.filter(({ text }) => /: ['"`](?:Yes|No|Signed|נחתם)['"`]/.test(text));
  expect(writers.map(({ path }) => path)).toEqual([]);
});

/** Lines outside of src/fields that look at the kind of a field, or at the type of its element. */
const kindNames = readdirSync(join(src, 'fields'), { withFileTypes: true })
  .map(({ name }) => name)
  .filter((name) => existsSync(join(src, 'fields', name, 'kind.json')));
const typeNames = kindNames.flatMap((name): string[] => {
  return JSON.parse(readFileSync(join(src, 'fields', name, 'kind.json'), 'utf8')).types;
});
const kind = `'(?:${kindNames.join('|')})'`;
const type = `'(?:${typeNames.join('|')})'`;
/** The names of kinds that are words of nothing else. */
const ownKind = `'(?:sign|rate|matrix|multi-choice|doc)'`;
const decisions: readonly RegExp[] = [
  // A table by kind, and one by type of elements.
  /Record<ValueKind\b|\bin ValueKind\]/g,
  new RegExp(`^ *(?:${typeNames.join('|')}|rate|'multi-choice'): `, 'gm'),
  // A list to look a type or a kind up in.
  new RegExp(`\\[(?:${type},? ?)+\\]|\\[(?:${kind}, ?)+${kind}`, 'g'),
  // A switch, or a comparison.
  new RegExp(`(?:case |[!=]== )${type}`, 'g'),
  /(?:case |[!=]== )'(?:sign|multi-choice|doc)'/g,
  new RegExp(`(?:value|valueType|itemType|TypeOf\\([^()]*\\)!?)\\??\\.kind [!=]== ${kind}`, 'g'),
  /switch \((?:[\w.]*\bstep\.)?(?:value|valueType|itemType)\.kind\)/g,
];
/** The kind of a value under a name of its own, which is compared below. */
const kindTaken = /\bkind\b[^;{}]*\} = (?:[\w.]*\bvalue|\w+TypeOf\([^()]*\)!?);/;

function countDecisions(text: string): number {
  const lines = decisions.reduce((sum, one) => sum + [...text.matchAll(one)].length, 0);
  if (!kindTaken.test(text)) return lines;
  const compared = new RegExp(`(?<![.\\w])kind [!=]== ${kind}|switch \\(kind\\)|(?:case )${ownKind}`, 'g');
  return lines + [...text.matchAll(compared)].length;
}

test('[house] fields: outside of src/fields nothing decides by the kind of a field', () => {
  const found = sources
    .filter(({ path, text }) => !path.startsWith('fields/') && countDecisions(text) > 0)
    .map(({ path }) => path);
  expect(found).toEqual([]);
});

test('[house] fields: a planted table, list, switch or comparison is found', () => {
  const planted = [
    'const a: Partial<Record<ValueKind, string>> = {',
    "  fRate: 'stars',",
    "  rate: 'number',",
    "  'multi-choice': 'array',",
    "    case 'fSign':",
    "    case 'sign':",
    "if (['fRadio', 'fSelect'].includes(type)) return;",
    "const usable = ['text', 'choice', 'number'];",
    "if (step.value.kind === 'rate') return;",
    "if (itemTypeOf(element).kind === 'choice') return;",
    'switch (step.value.kind) {',
    "const { kind } = step.value; if (kind === 'bool') return;",
    'const { kind, mode } = valueTypeOf(element)!; switch (kind) {',
  ];
  expect(planted.filter((line) => countDecisions(line) !== 1)).toEqual([]);
});

test('[house] fields: outside of its folder one file names the kind of signatures, beside what is made of kind.json', () => {
  const isOther = (path: string) => !/^fields\/(?:sign|all)\//.test(path);
  const named = sources.filter(({ path, text }) => isOther(path) && text.includes("'sign'"));
  expect(named.map(({ path }) => path)).toEqual(['fields/element-types.ts']);
});

test('[house] server: SQL only in store', () => {
  const isStore = inside('server/store');
  expect(
    forbidden(
      (path) => !isStore(path),
      (target) => !['pg', 'pg-copy-streams'].includes(target),
    ),
  ).toEqual([]);
  const tagged = /\b(?:sql|tx)\s*(?:<[^`;()]*>)?`/;
  expect(sources.filter(({ path, text }) => !isStore(path) && tagged.test(text)).map(({ path }) => path)).toEqual([]);
  expect(sources.some(({ path, text }) => isStore(path) && tagged.test(text))).toBe(true);
});

test('[house] server: store knows no feature and no HTTP', () => {
  expect(
    forbidden(
      inside('server/store'),
      (target) =>
        !isOwn(target) ||
        inside('server/store', 'server/base', 'server/scheduling', 'core', 'fields', 'api-types', 'words')(target),
    ),
  ).toEqual([]);
});

/** The folder of the server that a path is in. */
function roomOf(path: string): string | undefined {
  return /^server\/([^/]+)\//.exec(path)?.[1];
}

/** What is needed when the server runs: types alone make no arrow. */
function roomsBehind(room: string): Set<string> {
  const own = sources.filter(({ path }) => roomOf(path) === room);
  const targets = own.flatMap(({ imports }) =>
    imports.filter(({ isType }) => !isType).map(({ target }) => roomOf(target)),
  );
  return new Set(targets.filter((target) => target !== undefined && target !== room) as string[]);
}

test('[house] server: every file is in a folder', () => {
  const paths = sources.map(({ path }) => path);
  expect(paths.filter((path) => inside('server')(path) && roomOf(path) === undefined)).toEqual([]);
});

test('[house] server: http knows no feature', () => {
  expect([...roomsBehind('http')].sort()).toEqual(['base', 'scheduling', 'store']);
});

test('[house] server: no circle of folders', () => {
  const rooms = [...new Set(sources.map(({ path }) => roomOf(path)).filter((room) => room !== undefined))];
  expect(rooms.length).toBeGreaterThan(15);
  const behind = new Map(rooms.map((room) => [room, roomsBehind(room)]));
  // Whatever needs nothing that is left is taken away; what stays at the end is a circle, or leads to one.
  const left = new Set(rooms);
  for (let before = Number.POSITIVE_INFINITY; left.size < before; ) {
    before = left.size;
    for (const room of left) if (![...behind.get(room)!].some((needed) => left.has(needed))) left.delete(room);
  }
  expect([...left]).toEqual([]);
});

/** Files that need each other, types counted. */
function findCircles(): string[][] {
  const needs = new Map(sources.map(({ path, imports }) => [path, imports.map(({ target }) => target)]));
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const visit = (path: string): number => {
    order.set(path, order.size);
    let low = order.get(path)!;
    open.push(path);
    for (const target of needs.get(path)!) {
      if (!needs.has(target)) continue;
      if (!order.has(target)) low = Math.min(low, visit(target));
      else if (open.includes(target)) low = Math.min(low, lowest.get(target) ?? order.get(target)!);
    }
    lowest.set(path, low);
    if (low === order.get(path)) {
      const circle = open.splice(open.indexOf(path));
      if (circle.length > 1) circles.push(circle.sort());
    }
    return low;
  };
  for (const path of needs.keys()) if (!order.has(path)) visit(path);
  return circles;
}

test('[house] files: at most 10 circles, types counted, none of more than 6 files', () => {
  const circles = findCircles();
  expect(circles.filter((circle) => circle.length > 6)).toEqual([]);
  expect(circles.length, circles.map((circle) => circle.join(', ')).join('\n')).toBeLessThanOrEqual(10);
  // That a circle is found: the parts of a form hold each other.
  expect(circles.some((circle) => circle.includes('form-view/form-view.tsx'))).toBe(true);
});

/** The folders of the server whose code may run after that of a file. */
function foldersBehind(start: string): string[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const seen = new Set([start]);
  for (const path of seen) {
    const { imports = [] } = byPath.get(path) ?? {};
    for (const { target, isType } of imports) if (!isType && byPath.has(target)) seen.add(target);
  }
  return [...new Set([...seen].flatMap((path) => roomOf(path) ?? []))].sort();
}

test('[house] documents: ARCHITECTURE.md maps every folder of the server, and those that a submit and an export pass', () => {
  const page = readFileSync(resolve(src, '../ARCHITECTURE.md'), 'utf8');
  const map = page.slice(page.indexOf('## Map of the server'), page.indexOf('## A kind of field'));
  const rows = [...map.matchAll(/^\| `([\w-]+)\/` \| .+ \| (●?) \| (●?) \|$/gm)];
  const folders = [...new Set(sources.flatMap(({ path }) => roomOf(path) ?? []))].sort();
  expect(rows.map(([, folder]) => folder).sort()).toEqual(folders);
  const marked = (column: 2 | 3) => rows.flatMap((row) => (row[column] === '●' ? row[1]! : [])).sort();
  expect(marked(2)).toEqual(foldersBehind('server/entries/fill-entry.ts'));
  expect(marked(3)).toEqual(foldersBehind('server/export/export-entries.ts'));
  for (const column of [2, 3] as const) {
    expect(marked(column).filter((folder) => folder !== 'base').length).toBeLessThanOrEqual(12);
  }
});

test('[house] server: whoever handles something names the services that it needs', () => {
  // What hands them on: to routes, pages and jobs.
  const hands = ['http/route.ts', 'http/lifecycle.ts', 'jobs/run-jobs.ts', 'web/pages.ts', 'web/odata-routes.ts'];
  const isHand = (path: string) => hands.some((one) => path === `server/${one}`) || inside('server/program')(path);
  const takesAll = ({ text }: Source) => /: Services\b(?!\[)/.test(text);
  const takers = sources.filter((source) => inside('server')(source.path) && takesAll(source));
  expect(takers.map(({ path }) => path).filter((path) => !isHand(path))).toEqual([]);
  expect(takers.map(({ path }) => path)).toEqual(expect.arrayContaining(hands.map((one) => `server/${one}`)));
});

test('[house] server: store holds SQL and what the database needs, no process of its own', () => {
  expect(forbidden(inside('server/store'), (target) => target !== 'node:child_process')).toEqual([]);
});

test('[house] server: the framework only where requests come in', () => {
  const isFramework = (target: string) => target === 'fastify' || /^@fastify\/(?!busboy$)/.test(target);
  expect(
    forbidden(
      (path) =>
        !['server/program/app.ts', 'server/files/storage-routes.ts'].includes(path) &&
        !inside('server/http', 'server/web')(path),
      (target) => !isFramework(target),
    ),
  ).toEqual([]);
});

test('[house] server: process.env only in config.ts', () => {
  const readers = sources.filter(({ text }) => /\bprocess\s*\.\s*env\b|import\.meta\.env/.test(text));
  expect(readers.map(({ path }) => path)).toEqual(['server/base/config.ts']);
});

test('[house] server: handlers are imported by the route tables alone', () => {
  const isTable = inside('server/api');
  const handlers = new Set<string>();
  for (const table of sources.filter(({ path }) => isTable(path))) {
    const handled = new Set([...table.text.matchAll(/\bhandle: (\w+)/g)].map(([, name]) => name as string));
    for (const { names, target } of table.imports) {
      for (const name of namesIn(names)) if (handled.has(name)) handlers.add(`${target} ${name}`);
    }
  }
  expect(handlers.size).toBeGreaterThan(25);
  const strays = sources
    .filter(({ path }) => !isTable(path))
    .flatMap(({ path, imports }) =>
      imports.flatMap(({ names, target }) =>
        namesIn(names)
          .filter((name) => handlers.has(`${target} ${name}`))
          .map((name) => `${path} -> ${target} ${name}`),
      ),
    );
  expect(strays).toEqual([]);
  // And the tables are joined in one place.
  expect(
    forbidden(
      (path) => !isTable(path),
      (target) => !isTable(target) || target === 'server/api/route-table.ts',
    ),
  ).toEqual([]);
});

test('[house] shape: no default exports, no barrels', () => {
  expect(sources.filter(({ text }) => /^export default\b/m.test(text)).map(({ path }) => path)).toEqual([]);
  const isBarrel = ({ path, text }: Source) => /^export \*/m.test(text) || /(^|\/)index\.tsx?$/.test(path);
  expect(sources.filter(isBarrel).map(({ path }) => path)).toEqual([]);
});

function namesIn(clause: string): string[] {
  const [, inner = ''] = /\{([^}]*)\}/.exec(clause) ?? [];
  return inner.split(',').map(
    (name) =>
      name
        .trim()
        .replace(/^type\s+/, '')
        .split(/\s+as\s+/)[0] as string,
  );
}
