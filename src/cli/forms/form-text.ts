// A form as the text of a file, YAML or JSON, and back. What cannot be read is said with its line. [running.commands.forms]
import { type Document, isMap, isPair, isScalar, LineCounter, parseDocument, stringify, visit } from 'yaml';
import type { JsonObject } from '../../core/definition/form-definition.ts';
import { isPlainObject } from '../../core/values/value-type.ts';
import { CommandError } from '../command.ts';

export type Format = 'yaml' | 'json';

export const extensions: Readonly<Record<Format, string>> = { yaml: '.yaml', json: '.json' };

/** By the end of the name; undefined for files of another kind. */
export function formatOf(name: string): Format | undefined {
  if (/\.ya?ml$/i.test(name)) return 'yaml';
  return /\.json$/i.test(name) ? 'json' : undefined;
}

/** Texts of several lines are written as lines. */
export function writeText(content: JsonObject, format: Format): string {
  if (format === 'json') return `${JSON.stringify(content, undefined, 2)}\n`;
  return stringify(content, { lineWidth: 0, blockQuote: 'literal', aliasDuplicateObjects: false });
}

/** `path` is for the error. */
export function readText(text: string, path: string): JsonObject {
  const content = formatOf(path) === 'json' ? readJson(text, path) : readYaml(text, path);
  if (!isPlainObject(content)) throw new CommandError(`${path} does not hold a form: it must be a list of properties.`);
  return content as JsonObject;
}

function readJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new CommandError(`${path} is not JSON: ${(error as Error).message}`);
  }
}

/** As many as a person would write; a few lines with more of them can stand for anything. */
const maxAliases = 100;

function readYaml(text: string, path: string): unknown {
  try {
    const lines = new LineCounter();
    // The library compares each key with all others: our own look takes no longer for a file with very many.
    const document = parseDocument(text, { uniqueKeys: false, lineCounter: lines });
    const [problem] = [...document.errors, ...document.warnings];
    if (problem !== undefined) throw new CommandError(`${path} is not YAML: ${plainWords(problem)}`);
    refuseTwice(document, lines, path);
    // Through JSON: what JSON cannot say (.nan, .inf) would be lost on the way to the service.
    return JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: maxAliases }), refuseOdd(path)) ?? 'null');
  } catch (error) {
    if (error instanceof RangeError || error instanceof ReferenceError)
      throw new CommandError(`${path} cannot be read: ${error.message}`);
    throw error;
  }
}

/** The library's words are for its own callers. */
function plainWords({ code, message }: { code: string; message: string }): string {
  return code === 'MULTIPLE_DOCS' ? 'it holds several documents; a file is one form.' : message;
}

function refuseTwice(document: Document.Parsed, lines: LineCounter, path: string): void {
  visit(document, {
    Map(_at, { items }) {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        const name = isScalar(key) ? String(key.value) : undefined;
        if (name !== undefined && seen.has(name)) {
          const { line } = lines.linePos((isScalar(key) && key.range?.[0]) || 0);
          throw new CommandError(
            `${path} is not YAML: Map keys must be unique, but "${name}" is there again at line ${line}.`,
          );
        }
        seen.add(name);
      }
    },
  });
}

function refuseOdd(path: string) {
  return (name: string, value: unknown) => {
    if (typeof value === 'number' && !Number.isFinite(value))
      throw new CommandError(`${path}: "${name}" is ${value}, which is not a number that JSON has.`);
    return value;
  };
}

/** The same text with the id, comments and spelling kept where the format has them. */
export function addId(text: string, id: string, format: Format): string {
  if (format === 'json') {
    const { id: _none, ...content } = JSON.parse(text.replace(/^\uFEFF/, '')) as JsonObject;
    return writeText({ id, ...content }, 'json');
  }
  const document = parseDocument(text, { uniqueKeys: false });
  const start =
    isMap(document.contents) && document.contents.flow !== true ? firstKeyStart(document.contents) : undefined;
  if (start !== undefined && !document.has('id'))
    return `${text.slice(0, start)}id: ${quoted(id)}${/\r\n/.test(text) ? '\r\n' : '\n'}${text.slice(start)}`;
  document.set('id', id);
  return String(document);
}

/** Where the first property begins, if that is at the beginning of a line. */
function firstKeyStart({ items }: { items: readonly unknown[] }): number | undefined {
  const [item] = items;
  const start = isPair(item) && isScalar(item.key) ? item.key.range?.[0] : undefined;
  return start;
}

/** Digits alone would be a number. */
function quoted(id: string): string {
  return stringify(id).trimEnd();
}
