// A file as it was, or as it is to be: never half of it, whatever happens meanwhile. A link in its place is replaced, never followed.
import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CommandError } from '../command.ts';

/** On the disk when this returns. */
export function writeWhole(path: string, text: string): void {
  const { file, beside } = openBeside(path);
  try {
    writeFileSync(file, text);
    putInPlace(file, beside, path);
  } catch (error) {
    throw giveUp(error, file, beside, path);
  }
}

/** The same for a text that comes in parts. */
export async function writeWholeFrom(path: string, parts: AsyncIterable<string>): Promise<void> {
  const { file, beside } = openBeside(path);
  try {
    for await (const part of parts) writeFileSync(file, part);
    putInPlace(file, beside, path);
  } catch (error) {
    throw giveUp(error, file, beside, path);
  }
}

const besideEnd = /\.(?:ya?ml|json|jsonl)\.[0-9a-f]{12}\.tmp$/;

/** What commands that were killed left behind; only for whoever is alone in the folder. */
export function removeLeftovers(folder: string): void {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw new CommandError(`The folder ${folder} cannot be read: ${(error as Error).message}`);
  }
  for (const name of names) if (besideEnd.test(name)) rmSync(join(folder, name), { force: true });
}

/** Under a name that nobody can have put a link under. */
function openBeside(path: string): { file: number; beside: string } {
  const beside = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    return { file: openSync(beside, 'wx'), beside };
  } catch (error) {
    throw cannotWrite(error, path);
  }
}

function putInPlace(file: number, beside: string, path: string): void {
  fsyncSync(file);
  closeSync(file);
  renameSync(beside, path);
}

function giveUp(error: unknown, file: number, beside: string, path: string): unknown {
  try {
    closeSync(file);
  } catch {
    // It was closed already: the name could not be given.
  }
  rmSync(beside, { force: true });
  return cannotWrite(error, path);
}

/** A full disk, or a folder that is not ours; what the parts threw stays as it is. */
function cannotWrite(error: unknown, path: string): unknown {
  if (typeof (error as NodeJS.ErrnoException).syscall !== 'string') return error;
  return new CommandError(`${path} cannot be written: ${(error as Error).message}`);
}
