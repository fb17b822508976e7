// Makes a form of a file without an id and writes the id into the file. What is about to be made is noted before the request, with an
// Idempotency-Key: whatever is cut off in between, the next push gets the same form and not a second one. [running.commands.forms.create]
import { randomUUID } from 'node:crypto';
import { type FormsteadClient, FormsteadError } from '../../../packages/client/src/index.ts';
import { CommandError } from '../command.ts';
import { isSetName } from '../sets/sets-folder.ts';
import type { FolderState, Pending } from './folder-state.ts';
import { hashOf } from './form-content.ts';
import { addId } from './form-text.ts';
import type { FormFile } from './forms-folder.ts';
import { presentServiceForm, type ServiceForm } from './service-form.ts';
import { writeWhole } from './write-file.ts';

export async function makeForm(file: FormFile, state: FolderState, client: FormsteadClient): Promise<ServiceForm> {
  const pending = { key: randomUUID(), body: JSON.stringify(file.content), time: new Date().toISOString() };
  state.pending[file.name] = pending;
  state.save();
  const form = await send(pending, file, state, client);
  noteMade(form, file, state, file.hash);
  return form;
}

/** The service forgets keys after 24 hours. */
export const maxPendingMs = 23 * 60 * 60 * 1000;

/** What an earlier push began. */
export async function finishPending(
  files: readonly FormFile[],
  state: FolderState,
  client: FormsteadClient,
): Promise<void> {
  for (const [name, pending] of Object.entries(state.pending)) {
    if (isSetName(name)) continue;
    const file = files.find((one) => one.name === name);
    // The id is in the file, or the file is gone: then nobody asks for the form any more.
    if (file === undefined || file.id !== undefined) {
      delete state.pending[name];
      state.save();
      continue;
    }
    if (Date.now() - Date.parse(pending.time) > maxPendingMs) throw tooLate(file, pending, state);
    const form = await send(pending, file, state, client);
    // The file may have been changed since: then it differs from what was sent, and is pushed like any other.
    noteMade(form, file, state, hashOf(JSON.parse(pending.body)));
  }
}

function tooLate(file: FormFile, { time }: Pending, state: FolderState): CommandError {
  return new CommandError(
    `A push at ${time} was cut off while it made the form of ${file.path}, and it is too late to ask whether it was made. ` +
      `Look for it with forms list: put its id into the file, or if there is none remove "${file.name}" from "pending" in ${state.path}.`,
  );
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
    // It said no: nothing was made, or what was made was deleted since.
    if (error instanceof FormsteadError && error.status >= 400 && error.status < 500 && error.status !== 429) {
      delete state.pending[file.name];
      state.save();
      error.message = `${file.path}: ${error.message}`;
    }
    throw error;
  }
}

function noteMade(form: ServiceForm, file: FormFile, state: FolderState, fileHash: string): void {
  state.forms[form.id] = { file: fileHash, service: form.hash };
  state.save();
  writeWhole(file.path, addId(file.text, form.id, file.format));
  delete state.pending[file.name];
  state.save();
}
