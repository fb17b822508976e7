// Makes a form of a file without an id and writes the id into the file. [running.commands.forms.create]
import type { FormsteadClient } from '../../../packages/client/src/index.ts';
import { isSetName } from '../sets/sets-folder.ts';
import type { FolderState, Pending } from './folder-state.ts';
import { hashOf } from './form-content.ts';
import { addId } from './form-text.ts';
import type { FormFile } from './forms-folder.ts';
import { forgetPending, forgetRefused, listPending, notePending } from './pending.ts';
import { presentServiceForm, type ServiceForm } from './service-form.ts';
import { writeWhole } from './write-file.ts';

export async function makeForm(file: FormFile, state: FolderState, client: FormsteadClient): Promise<ServiceForm> {
  const form = await send(notePending(file, state, file.content), file, state, client);
  noteMade(form, file, state, file.hash);
  return form;
}

/** What an earlier push began. */
export async function finishPending(
  files: readonly FormFile[],
  state: FolderState,
  client: FormsteadClient,
): Promise<void> {
  const advice = 'Look for it with forms list: put its id into the file';
  for (const { file, pending } of listPending(files, state, (name) => !isSetName(name), { what: 'form', advice })) {
    const form = await send(pending, file, state, client);
    // The file may have been changed since: then it differs from what was sent, and is pushed like any other.
    noteMade(form, file, state, hashOf(JSON.parse(pending.body)));
  }
}

async function send(
  { key, body }: Pending,
  file: FormFile,
  state: FolderState,
  { api }: FormsteadClient,
): Promise<ServiceForm> {
  try {
    const { data, response } = await api.POST('/form', {
      params: { header: { 'Idempotency-Key': key } },
      body: JSON.parse(body) as never,
    });
    return presentServiceForm(data as unknown as Readonly<Record<string, unknown>>, response);
  } catch (error) {
    forgetRefused(error, file, state);
    throw error;
  }
}

function noteMade(form: ServiceForm, file: FormFile, state: FolderState, fileHash: string): void {
  state.forms[form.id] = { file: fileHash, service: form.hash };
  state.save();
  writeWhole(file.path, addId(file.text, form.id, file.format));
  forgetPending(file.name, state);
}
