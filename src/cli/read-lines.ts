// The lines of a file of any size, some at a time: the memory holds a piece of it. [running.commands.forms.sets]
import { createReadStream, statSync } from 'node:fs';
import { CommandError } from './command.ts';

/** One option has at most the body that it came in. */
const maxLineLength = 5_242_880;
const pieceBytes = 262_144;

/** Without ends of lines and a mark at the beginning; the last line need not be ended. */
export async function* readLines(path: string): AsyncGenerator<string[], void> {
  refuseOthers(path);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let begun = '';
  try {
    for await (const piece of createReadStream(path, { highWaterMark: pieceBytes })) {
      const lines = (begun + decoder.decode(piece as Buffer, { stream: true })).split('\n');
      begun = lines.pop() ?? '';
      if (begun.length > maxLineLength) throw new CommandError(`${path} has a line that is too long to be an option.`);
      if (lines.length > 0) yield lines.map(withoutReturn);
    }
    begun += decoder.decode();
  } catch (error) {
    throw readable(error, path);
  }
  if (begun !== '') yield [withoutReturn(begun)];
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

/** A pipe or a device would be waited for, or read without an end. */
export function refuseOthers(path: string): { readonly size: number } {
  try {
    const found = statSync(path);
    if (!found.isFile()) throw new CommandError(`${path} is not a file.`);
    return found;
  } catch (error) {
    throw readable(error, path);
  }
}

/** Which file it is about; what the caller of the lines throws stays as it is. */
export function readable(error: unknown, path: string): unknown {
  if ((error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
    return new CommandError(`${path} is not UTF-8.`);
  if (typeof (error as NodeJS.ErrnoException).syscall === 'string')
    return new CommandError(`${path} cannot be read: ${(error as Error).message}`);
  return error;
}
