// What a push is about to make, a form or an options set: noted before the request, with an Idempotency-Key. Whatever is cut off in
// between, the next push gets the same one and not a second. [running.commands.forms.create] [running.commands.forms.sets.push]
import { randomUUID } from 'node:crypto';
import { FormsteadError } from '../../../packages/client/src/index.ts';
import { CommandError } from '../command.ts';
import type { FolderState, Pending } from './folder-state.ts';

interface MadeFile {
  readonly name: string;
  readonly path: string;
  readonly id?: string | undefined;
}

export function notePending(file: MadeFile, state: FolderState, content: unknown): Pending {
  const pending = { key: randomUUID(), body: JSON.stringify(content), time: new Date().toISOString() };
  state.pending[file.name] = pending;
  state.save();
  return pending;
}

/** The service forgets keys after 24 hours. */
const maxPendingMs = 23 * 60 * 60 * 1000;

/** What an earlier push began, of the names that are asked for. `advice` is for whoever comes too late. */
export function listPending<File extends MadeFile>(
  files: readonly File[],
  state: FolderState,
  isAsked: (name: string) => boolean,
  { what, advice }: { what: string; advice: string },
): { file: File; pending: Pending }[] {
  const found: { file: File; pending: Pending }[] = [];
  for (const [name, pending] of Object.entries(state.pending)) {
    if (!isAsked(name)) continue;
    const file = files.find((one) => one.name === name);
    // The id is in the file, or the file is gone: then nobody asks for it any more.
    if (file === undefined || file.id !== undefined) {
      forgetPending(name, state);
    } else if (Date.now() - Date.parse(pending.time) > maxPendingMs) {
      throw new CommandError(
        `A push at ${pending.time} was cut off while it made the ${what} of ${file.path}, and it is too late to ask whether it was made. ` +
          `${advice}, or if there is none remove "${name}" from "pending" in ${state.path}.`,
      );
    } else found.push({ file, pending });
  }
  return found;
}

export function forgetPending(name: string, state: FolderState): void {
  delete state.pending[name];
  state.save();
}

/** The service said no: nothing was made, or what was made was deleted since. */
export function forgetRefused(error: unknown, file: MadeFile, state: FolderState): void {
  if (!(error instanceof FormsteadError) || error.status < 400 || error.status >= 500 || error.status === 429) return;
  forgetPending(file.name, state);
  error.message = `${file.path}: ${error.message}`;
}
