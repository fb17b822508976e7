// The HTML of an fDoc field, or of a text of the form, as blocks the layout can set: paragraphs, lists, quotes, code, tables, and runs
// of text with their marks and links. Whatever is unknown here keeps its text and loses its markup. Pictures are only those that the
// caller knows: of the form, never of what was filled in. [after-actions.pdfs.pictures]

import { DomHandler } from 'htmlparser2';
import { ShallowParser } from '../html/shallow-parser.ts';
import type { PicturePaths, RichBlock, RichMark, RichRun } from './printed-document.ts';
import { breakLongRuns, isolateNumbers, textDirection, withFewMarks } from './printed-text.ts';

type Nodes = DomHandler['root']['children'];
type Node = Nodes[number];
type Tag = Extract<Node, { attribs: unknown }>;

export function readRichText(html: string, pictures: PicturePaths = {}): RichBlock[] {
  const handler = new DomHandler();
  new ShallowParser(handler).end(html);
  findPictures(handler.root.children, pictures);
  return readBlocks(handler.root.children, 0);
}

/** Whatever a tag says of itself, only a picture that is known has a path. */
function findPictures(nodes: Nodes, pictures: PicturePaths): void {
  const left: Node[] = [...nodes];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (!isTag(next)) continue;
    if (next.name === 'img') {
      const { src = '', alt = '' } = next.attribs;
      const id = /\/pictures\/([\w-]{22})$/.exec(src)?.[1] ?? '';
      next.attribs = Object.hasOwn(pictures, id) ? { path: pictures[id]!, alt } : {};
    }
    for (const child of next.children) left.push(child);
  }
}

// The editor nests a few levels; a paste can nest thousands, and each would be a call deep in the typesetter.
const maxDepth = 12;
export const maxRun = 26;

function readBlocks(nodes: Nodes, depth: number): RichBlock[] {
  const blocks: RichBlock[] = [];
  let runs: RichRun[] = [];
  // One by one: a call with very many arguments fails.
  const add = (block: RichBlock) => blocks.push(block);
  const endParagraph = () => {
    paragraphsOf(runs, 'paragraph').forEach(add);
    runs = [];
  };
  for (const node of nodes) {
    const block = isTag(node) && depth < maxDepth ? blockReaders[node.name] : undefined;
    if (block === undefined) {
      addRuns(runs, node, { marks: [] }, depth);
    } else {
      endParagraph();
      block(node as Tag, depth + 1).forEach(add);
    }
  }
  endParagraph();
  return blocks;
}

const blockReaders: Readonly<Record<string, (tag: Tag, depth: number) => RichBlock[]>> = {
  p: (tag, depth) => readBlocks(tag.children, depth),
  div: (tag, depth) => readBlocks(tag.children, depth),
  h1: readTitle,
  h2: readTitle,
  h3: readTitle,
  h4: readTitle,
  h5: readTitle,
  h6: readTitle,
  ul: readList,
  ol: readList,
  blockquote: (tag, depth) => [{ kind: 'quote', blocks: readBlocks(tag.children, depth) }],
  pre: (tag) => [{ kind: 'code', text: textOf(tag) }],
  hr: () => [{ kind: 'rule' }],
  table: readTable,
  img: ({ attribs: { path, alt = '' } }) => (path === undefined ? [] : [{ kind: 'picture', path, alt }]),
};

function readTitle(tag: Tag, depth: number): RichBlock[] {
  const runs: RichRun[] = [];
  for (const child of tag.children) addRuns(runs, child, { marks: [] }, depth);
  return paragraphsOf(runs, 'title');
}

function readList(tag: Tag, depth: number): RichBlock[] {
  const items = tag.children
    .filter(isTag)
    .map((child) => readBlocks(child.name === 'li' ? child.children : [child], depth))
    .filter((blocks) => blocks.length > 0);
  if (items.length === 0) return [];
  const start = Number.parseInt(tag.attribs['start'] ?? '1', 10);
  return [{ kind: 'list', isOrdered: tag.name === 'ol', start: start >= 0 && start < 1e6 ? start : 1, items }];
}

function readTable(tag: Tag, depth: number): RichBlock[] {
  const rows = findTags(tag, 'tr').map((row) =>
    row.children.filter(isTag).map((cell) => readBlocks(cell.children, depth)),
  );
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  return width === 0 ? [] : [{ kind: 'table', width, rows }];
}

/** Not inside the tables of a table. */
function findTags(tag: Tag, name: string): Tag[] {
  return tag.children.filter(isTag).flatMap((child) => {
    if (child.name === name) return [child];
    return child.name === 'table' ? [] : findTags(child, name);
  });
}

type RunStyle = Omit<RichRun, 'text'>;

const lineBreak = '\n';

function addRuns(runs: RichRun[], node: Node, style: RunStyle, depth: number): void {
  if ('data' in node && node.type === 'text') {
    runs.push({ ...style, text: withFewMarks(node.data).replace(/[\s\u200b]+/g, ' ') });
    return;
  }
  if (!isTag(node) || hiddenTags.has(node.name)) return;
  if (node.name === 'br') runs.push({ ...style, text: lineBreak });
  else if (depth > maxDepth * 4) runs.push({ ...style, text: textOf(node) });
  else {
    const inside = styleInside(node, style);
    for (const child of node.children) addRuns(runs, child, inside, depth + 1);
    // A block where only text can be, such as a paragraph in a heading.
    if (Object.hasOwn(blockReaders, node.name)) runs.push({ ...style, text: lineBreak });
  }
}

const hiddenTags: ReadonlySet<string> = new Set(['script', 'style', 'template', 'title', 'iframe', 'object']);

const marks: Readonly<Record<string, RichMark>> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  u: 'underline',
  ins: 'underline',
  s: 'strike',
  del: 'strike',
  strike: 'strike',
  code: 'code',
  kbd: 'code',
  sub: 'sub',
  sup: 'super',
};

function styleInside(tag: Tag, style: RunStyle): RunStyle {
  const mark = Object.hasOwn(marks, tag.name) ? marks[tag.name]! : undefined;
  if (mark !== undefined) return style.marks.includes(mark) ? style : { ...style, marks: [...style.marks, mark] };
  const href = tag.name === 'a' ? tag.attribs['href'] : undefined;
  return href !== undefined && /^(?:https?:\/\/|mailto:|tel:)\S+$/i.test(href) ? { ...style, href } : style;
}

/** Lines of runs, each a paragraph in its own direction; what is blank is none. */
function paragraphsOf(runs: readonly RichRun[], kind: 'paragraph' | 'title'): RichBlock[] {
  const lines: RichRun[][] = [[]];
  for (const run of runs) {
    if (run.text === lineBreak) lines.push([]);
    else if (run.text !== '') lines.at(-1)!.push(run);
  }
  return lines.flatMap((line): RichBlock[] => {
    const text = line.map((run) => run.text).join('');
    if (!/\S/.test(text)) return [];
    const dir = textDirection(text) ?? 'ltr';
    return [
      {
        kind,
        dir,
        runs: trimLine(line).map((run) => ({ ...run, text: isolateNumbers(breakLongRuns(run.text, maxRun)) })),
      },
    ];
  });
}

function trimLine(line: readonly RichRun[]): RichRun[] {
  return line.map((run, at) => {
    const text = at === 0 ? run.text.trimStart() : run.text;
    return { ...run, text: at === line.length - 1 ? text.trimEnd() : text };
  });
}

/** Without recursion: this is what the deepest markup comes to. */
function textOf(node: Node): string {
  let text = '';
  const left: Node[] = [node];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if ('data' in next && next.type === 'text') text += withFewMarks(next.data);
    else if (isTag(next)) {
      if (next.name === 'br') text += '\n';
      for (let at = next.children.length - 1; at >= 0; at--) left.push(next.children[at]!);
    }
  }
  return text;
}

function isTag(node: Node): node is Tag {
  return 'attribs' in node;
}
