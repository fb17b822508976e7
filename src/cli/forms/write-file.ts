// A file as it was, or as it is to be: never half of it, whatever happens meanwhile.
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** On the disk when this returns. */
export function writeWhole(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const beside = `${path}.${process.pid}.tmp`;
  const file = openSync(beside, 'w');
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(beside, path);
}
