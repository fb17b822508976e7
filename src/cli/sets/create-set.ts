// Makes an options set of a file without an id and writes the id into the file. As with forms it is noted before the request, with an
// Idempotency-Key: whatever is cut off in between, the next push gets the same set. [running.commands.forms.sets.push]
import { randomUUID } from 'node:crypto';
import { type FormsteadClient, FormsteadError } from '../../../packages/client/src/index.ts';
import { CommandError } from '../command.ts';
import { maxPendingMs } from '../forms/create-form.ts';
import type { FolderState, Pending } from '../forms/folder-state.ts';
import { readFileOptions, type SetFile, writeSetFile } from './set-file.ts';
import { isSetName } from './sets-folder.ts';

/** The file as it is then; the set has no options yet. */
export async function makeSet(
  file: SetFile,
  state: FolderState,
  client: FormsteadClient,
): Promise<SetFile & { id: string }> {
  const pending = { key: randomUUID(), body: JSON.stringify({ name: file.title }), time: new Date().toISOString() };
  state.pending[file.name] = pending;
  state.save();
  return send(pending, file, state, client);
}

/** What an earlier push began. */
export async function finishPendingSets(
  files: readonly SetFile[],
  state: FolderState,
  client: FormsteadClient,
): Promise<void> {
  for (const [name, pending] of Object.entries(state.pending)) {
    if (!isSetName(name)) continue;
    const file = files.find((one) => one.name === name);
    // The id is in the file, or the file is gone: then nobody asks for the set any more.
    if (file === undefined || file.id !== undefined) {
      delete state.pending[name];
      state.save();
      continue;
    }
    if (Date.now() - Date.parse(pending.time) > maxPendingMs) throw tooLate(file, pending, state);
    await send(pending, file, state, client);
  }
}

function tooLate(file: SetFile, { time }: Pending, state: FolderState): CommandError {
  return new CommandError(
    `A push at ${time} was cut off while it made the options set of ${file.path}, and it is too late to ask whether it was made. ` +
      `Look for it in the management app: put its id into line 1 of the file, or if there is none remove "${file.name}" from "pending" in ${state.path}.`,
  );
}

async function send(
  { key, body }: Pending,
  file: SetFile,
  state: FolderState,
  { api }: FormsteadClient,
): Promise<SetFile & { id: string }> {
  const { name } = JSON.parse(body) as { name: string };
  try {
    const { data } = await api.POST('/optionsSet', { params: { header: { 'Idempotency-Key': key } }, body: { name } });
    const id = data?.id ?? '';
    // Without options: what is in the file is a change that was made here.
    state.sets[id] = { name, options: noOptions };
    state.save();
    await writeSetFile(file.path, { id, title: file.title }, readFileOptions(file.path));
    delete state.pending[file.name];
    state.save();
    return { ...file, id };
  } catch (error) {
    // It said no: nothing was made, or what was made was deleted since.
    if (error instanceof FormsteadError && error.status >= 400 && error.status < 500 && error.status !== 429) {
      delete state.pending[file.name];
      state.save();
      error.message = `${file.path}: ${error.message}`;
    }
    throw error;
  }
}

/** The fingerprint of a list without any. */
const noOptions = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
