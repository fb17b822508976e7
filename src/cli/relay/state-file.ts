// The state in a file: replaced as a whole, and on the disk before the relay goes on. [relay.state]
import { type FileHandle, mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type RelayState, readState } from './relay-state.ts';

/** Where the state is kept: a file, or the target itself. */
export interface StateStore {
  /** For people. */
  readonly name: string;
  load(): Promise<RelayState | undefined>;
  /** Comes back when the state cannot be lost any more. */
  save(state: RelayState): Promise<void>;
}

/** Where it is unless `--state` says otherwise. */
export const defaultState = 'relay-state.json';

export function stateFile(path: string): StateStore {
  return {
    name: path,
    load: () => loadStateFile(path),
    save: (state) => replaceFile(path, `${JSON.stringify(state, undefined, 2)}\n`),
  };
}

export async function loadStateFile(path: string): Promise<RelayState | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return readState(text, path);
}

async function replaceFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.draft`;
  await withFile(draft, 'w', async (file) => {
    await file.writeFile(text);
    await file.sync();
  });
  await rename(draft, path);
  // The new name is on the disk when its folder is. Windows has no such step.
  if (process.platform !== 'win32') await withFile(dirname(path), 'r', (folder) => folder.sync());
}

async function withFile(path: string, flags: string, work: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(path, flags, 0o600);
  try {
    await work(file);
  } finally {
    await file.close();
  }
}
