// The arguments of a command that docs/operations.md has, word for word, with a test's own values for its paths.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const operations = resolve(import.meta.dirname, '../../docs/operations.md');

export function documented(command: string, values: Readonly<Record<string, string>>): string[] {
  if (!readFileSync(operations, 'utf8').split('\n').includes(`npm run formstead -- ${command}`)) {
    throw new Error(`docs/operations.md does not have the command "${command}".`);
  }
  return command.split(' ').map((argument) => values[argument] ?? argument);
}
