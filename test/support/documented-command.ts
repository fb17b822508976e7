// What docs/operations.md tells people to type, word for word, with a test's own values for its paths and addresses.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const operations = resolve(import.meta.dirname, '../../docs/operations.md');

type Values = Readonly<Record<string, string>>;

/** The arguments of a command of Formstead. */
export function documented(command: string, values: Values): string[] {
  return documentedLine(`npm run -s formstead -- ${command}`, values).split(' ').slice(5);
}

/** A whole line. */
export function documentedLine(line: string, values: Values): string {
  if (!listDocumentedLines().includes(line)) throw new Error(`docs/operations.md does not have the line "${line}".`);
  return line
    .split(' ')
    .map((word) => values[word] ?? word)
    .join(' ');
}

/** Every line that the page shows to type in a shell. */
export function listDocumentedLines(): string[] {
  const blocks = readFileSync(operations, 'utf8').matchAll(/^```sh\n([^`]*)^```$/gm);
  return [...blocks].flatMap(([, block = '']) => block.trimEnd().split('\n'));
}
