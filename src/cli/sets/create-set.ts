// Makes an options set of a file without an id and writes the id into the file. [running.commands.forms.sets.push]
import type { FormsteadClient } from '../../../packages/client/src/index.ts';
import type { FolderState, Pending } from '../forms/folder-state.ts';
import { forgetPending, forgetRefused, listPending, notePending } from '../forms/pending.ts';
import { readFileOptions, type SetFile, writeSetFile } from './set-file.ts';
import { isSetName } from './sets-folder.ts';

/** The file as it is then; the set has no options yet. */
export async function makeSet(
  file: SetFile,
  state: FolderState,
  client: FormsteadClient,
): Promise<SetFile & { id: string }> {
  return send(notePending(file, state, { name: file.title }), file, state, client);
}

/** What an earlier push began. */
export async function finishPendingSets(
  files: readonly SetFile[],
  state: FolderState,
  client: FormsteadClient,
): Promise<void> {
  const advice = 'Look for it in the management app: put its id into line 1 of the file';
  for (const { file, pending } of listPending(files, state, isSetName, { what: 'options set', advice })) {
    await send(pending, file, state, client);
  }
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
    forgetPending(file.name, state);
    return { ...file, id };
  } catch (error) {
    forgetRefused(error, file, state);
    throw error;
  }
}

/** The fingerprint of a list without any. */
const noOptions = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
