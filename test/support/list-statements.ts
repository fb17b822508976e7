// Every SQL statement of the service (they are all in store/), as text. What is put into one is a parameter (`$`), unless it is itself SQL with a
// name, which is put in its place. Static, so that a statement which no test runs is seen too.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseAst } from 'rolldown/parseAst';

export interface Statement {
  /** File and function: `entries.ts findEntry`. */
  readonly place: string;
  readonly text: string;
}

interface Node {
  readonly type: string;
  readonly [property: string]: unknown;
}

const root = resolve(import.meta.dirname, '../../src/server/store');
const begins = /^\s*(?:select|insert|update|delete|with|lock|truncate|copy|merge)\b/i;
const goesOn = /\b(?:from|into|update|table|copy)\b/i;

export function listStatements(): Statement[] {
  const files = listFiles();
  const programs = files.map(({ program }) => program);
  const everywhere = createPieces(programs, () => '');
  return files.flatMap(({ name, program }) => {
    const imported = importedNames(program);
    const pieces = createPieces([program], (wanted) => (imported.has(wanted) ? everywhere(wanted) : ''));
    return statementsOf(name, program, pieces);
  });
}

/** The functions whose templates have other templates in them, which makes their text a matter of what they are given. */
export function listPlacesOfPieces(): string[] {
  const places = new Set<string>();
  const visit = (node: Node, file: string, around: string): void => {
    const name = nameOf(node) ?? around;
    if (node.type === 'TaggedTemplateExpression' && isTag(node['tag'] as Node)) {
      const { expressions } = node['quasi'] as { expressions: Node[] };
      if (expressions.some(makesPiece)) places.add(`${file} ${name}`);
    }
    for (const child of children(node)) visit(child, file, name);
  };
  for (const { name, program } of listFiles()) visit(program, name, '');
  return [...places].sort();
}

const isTag = (node: Node) => node['name'] === 'sql' || node['name'] === 'tx';

/** A template, or a function that is given what makes one. A name in quotes or a constant as text is not a piece. */
function makesPiece(expression: Node): boolean {
  if (expression.type === 'TaggedTemplateExpression') return isTag(expression['tag'] as Node);
  if (expression.type === 'CallExpression') {
    const [first] = expression['arguments'] as Node[];
    const isName = isTag(expression['callee'] as Node);
    return !isName && first !== undefined && isTag(first);
  }
  return children(expression).some(makesPiece);
}

function listFiles() {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.ts$/.test(path) && !/\.test\.ts$/.test(path) && !path.startsWith('migrations/'));
  const files = paths.map((path) => ({ name: basename(path), program: parse(path) }));
  return files.sort((one, two) => (one.name < two.name ? -1 : 1));
}

function parse(path: string): Node {
  return parseAst(readFileSync(join(root, path), 'utf8'), { lang: 'ts' }) as unknown as Node;
}

function importedNames(program: Node): Set<string> {
  const imports = (program['body'] as Node[]).filter(({ type }) => type === 'ImportDeclaration');
  const specifiers = imports.flatMap((one) => one['specifiers'] as { local: { name: string } }[]);
  return new Set(specifiers.map(({ local }) => local.name));
}

function statementsOf(file: string, program: Node, pieces: Pieces): Statement[] {
  const found: Statement[] = [];
  const visit = (node: Node, around: string): void => {
    const name = nameOf(node) ?? around;
    if (isText(node)) {
      const text = textOf(node, pieces).replaceAll(/\s+/g, ' ').trim();
      if (begins.test(text) && goesOn.test(text)) return void found.push({ place: `${file} ${name}`, text });
    }
    for (const child of children(node)) visit(child, name);
  };
  visit(program, '');
  return found;
}

const isText = (node: Node) =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node['value'] === 'string');

function children(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((value): value is Node => typeof value === 'object' && value !== null && 'type' in value);
}

/** The function that a node begins. */
function nameOf(node: Node): string | undefined {
  const value = node['init'] as Node | null | undefined;
  const isFunction = node.type === 'FunctionDeclaration' || value?.type === 'ArrowFunctionExpression';
  return isFunction ? (node['id'] as { name: string }).name : undefined;
}

/** The SQL that a name stands for: of a constant, or of a function for what it gives back. */
type Pieces = (name: string) => string;

/** Names of these files; any other is looked for elsewhere. */
function createPieces(programs: readonly Node[], elsewhere: Pieces): Pieces {
  const nodes = new Map<string, Node>();
  const visit = (node: Node): void => {
    const name = (node['id'] as { name?: string } | null | undefined)?.name;
    const value =
      node.type === 'VariableDeclarator' ? node['init'] : node.type === 'FunctionDeclaration' && node['body'];
    if (name !== undefined && value) nodes.set(name, value as Node);
    for (const child of children(node)) visit(child);
  };
  for (const program of programs) visit(program);
  const texts = new Map<string, string>();
  const piece: Pieces = (name) => {
    const node = nodes.get(name);
    if (node === undefined) return elsewhere(name);
    // While it is being put together: one that names itself ends here.
    if (!texts.has(name)) texts.set(name, '').set(name, inserted(node, piece));
    return texts.get(name) as string;
  };
  return piece;
}

function textOf(node: Node, pieces: Pieces): string {
  if (node.type === 'Literal') return node['value'] as string;
  const texts = (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
  const expressions = node['expressions'] as Node[];
  return texts
    .map((text, at) => text + (at in expressions ? inserted(expressions[at] as Node, pieces) || '$' : ''))
    .join('');
}

/** Longer than any piece. Names that lead to each other would double the text at every step. */
const maxInserted = 20_000;

/** The SQL in an expression: templates, and what is named. */
function inserted(expression: Node, pieces: Pieces): string {
  const texts: string[] = [];
  const visit = (node: Node): void => {
    if (node.type === 'TemplateLiteral') texts.push(textOf(node, pieces));
    else if (node.type === 'MemberExpression') visit(node['object'] as Node);
    else if (node.type === 'Identifier') texts.push(pieces(node['name'] as string));
    else for (const child of children(node)) visit(child);
  };
  visit(expression);
  return texts
    .filter((text) => text !== '')
    .join(' ')
    .slice(0, maxInserted);
}
