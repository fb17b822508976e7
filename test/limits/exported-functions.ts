// The exported functions of src/server, src/core, src/tables and src/import-forms that take text or data of unknown shape, found in the sources.
import { readdirSync, readFileSync } from 'node:fs';

export interface ExportedFunction {
  /** `server/html/clean-html.ts cleanHtml` */
  readonly name: string;
  readonly file: string;
  readonly parameters: string;
}

const textual =
  /\b(?:string|unknown|any|JsonValue|JsonObject|Buffer|FormDefinition|(?:Field)?Element(?:Of|With)?|LoadedForm)\b/;

/** What runs in the browser of the person who typed the text. */
const isDrawn = /^[^\\/]+[\\/]view[\\/]/;

export function listExportedFunctions(): ExportedFunction[] {
  return ['server', 'core', 'fields', 'print', 'tables', 'import-forms'].flatMap((part) =>
    readdirSync(`src/${part}`, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !isDrawn.test(file))
      .flatMap((file) => functionsIn(`${part}/${file.replaceAll('\\', '/')}`)),
  );
}

function functionsIn(file: string): ExportedFunction[] {
  const source = readFileSync(`src/${file}`, 'utf8');
  const found = source.matchAll(/^export (?:async )?function\*? (\w+)(?:<[^(]*>)?\(/gm);
  return [...found].flatMap(({ 0: head, 1: name, index }) => {
    const parameters = parametersFrom(source, index + head.length);
    return textual.test(parameters) ? [{ name: `${file} ${name}`, file, parameters }] : [];
  });
}

/** Up to the parenthesis that closes the list. */
function parametersFrom(source: string, start: number): string {
  let depth = 1;
  let end = start;
  for (; depth > 0; end++) {
    if (source[end] === '(') depth++;
    else if (source[end] === ')') depth--;
  }
  return source.slice(start, end - 1);
}
