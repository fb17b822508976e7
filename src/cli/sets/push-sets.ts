// Files of options sets to the service: each list takes the place of the old one at once, while that is as it was compared. A push that was
// ended at any moment can be run again. [running.commands.forms.sets.push]
import { FormsteadError } from '../../../packages/client/src/index.ts';
import { type CommandContext, CommandError } from '../command.ts';
import type { FolderState } from '../forms/folder-state.ts';
import type { Access } from '../open-access.ts';
import { openProgress } from '../progress.ts';
import { makeSet } from './create-set.ts';
import { counted } from './download-options.ts';
import type { PlannedSetFile } from './plan-sets.ts';
import { sendOptions } from './send-options.ts';
import { getFingerprint } from './service-set.ts';
import { readFileOptions, type SetFile } from './set-file.ts';

export interface PushedSets {
  /** Made on the service; their ids are in the files now. */
  readonly created: object[];
  readonly changed: object[];
  readonly same: number;
  readonly refused: object[];
}

export function lineOfSet({ file, state }: PlannedSetFile) {
  return { file: file.name, set: file.id, name: file.title, options: file.count, state };
}

/** `toSend` are those that differ. */
export async function pushSets(
  toSend: readonly PlannedSetFile[],
  state: FolderState,
  access: Access,
  context: CommandContext,
): Promise<Pick<PushedSets, 'created' | 'changed'>> {
  const [created, changed]: [object[], object[]] = [[], []];
  for (const planned of toSend) {
    const isNew = planned.service === undefined;
    const { name: file, title: name, count: options } = planned.file;
    try {
      const set = await (isNew ? makeAndFill : change)(planned, state, access, context);
      (isNew ? created : changed).push({ file, set, name, options });
    } catch (error) {
      throw about(planned.file.path, error);
    }
  }
  return { created, changed };
}

async function makeAndFill(
  { file }: PlannedSetFile,
  state: FolderState,
  access: Access,
  context: CommandContext,
): Promise<string> {
  const made = await makeSet(file, state, access.client);
  const { etag, count } = await getFingerprint(made.id, access.client);
  if (count > 0) throw new CommandError('The set was filled by somebody else meanwhile. Pull first.');
  await fill(made, { id: made.id, name: made.title, etag }, { state, access, context });
  return made.id;
}

async function change(
  { file, service }: PlannedSetFile,
  state: FolderState,
  access: Access,
  context: CommandContext,
): Promise<string> {
  if (service === undefined) throw new Error('Only a set that the service has can be changed.');
  const { id, name } = service;
  if (file.sha256 !== service.sha256) await fill(file, service, { state, access, context });
  if (file.title !== name) {
    await access.client.api.PATCH('/optionsSet/{setId}', {
      params: { path: { setId: id } },
      body: { name: file.title },
    });
  }
  state.sets[id] = { name: file.title, options: file.sha256 };
  state.save();
  return id;
}

/** The name that the set has is noted with the options, which the file may call otherwise. */
async function fill(
  file: SetFile,
  to: { readonly id: string; readonly name: string; readonly etag: string },
  { state, access, context }: { state: FolderState; access: Access; context: CommandContext },
): Promise<void> {
  const progress = openProgress('push options', context);
  const options = counted(readFileOptions(file.path), (done) => progress.set(done, file.count));
  await sendOptions(options, to, access.client, ({ sha256 }) => {
    if (sha256 !== file.sha256)
      throw new CommandError('It was changed while it was sent. Nothing of it was kept: run the command again.');
  });
  progress.end();
  state.sets[to.id] = { name: to.name, options: file.sha256 };
  state.save();
}

function about(path: string, error: unknown): unknown {
  if (error instanceof FormsteadError && !error.message.startsWith(path)) error.message = `${path}: ${error.message}`;
  return error instanceof CommandError && !error.message.startsWith(path)
    ? new CommandError(`${path}: ${error.message}`)
    : error;
}

export function isSetRefused({ state }: PlannedSetFile, isForced: boolean): boolean {
  if (state === 'gone' || state === 'maintained') return true;
  return !isForced && (state === 'changedThere' || state === 'changedBoth');
}

export function explainSets(refused: readonly PlannedSetFile[]): string[] {
  const named = (isWanted: (one: PlannedSetFile) => boolean) =>
    refused
      .filter(isWanted)
      .map(({ file }) => file.name)
      .join(', ');
  const gone = named(({ state }) => state === 'gone');
  const maintained = named(({ state }) => state === 'maintained');
  const changed = named(({ state }) => state !== 'gone' && state !== 'maintained');
  const about: string[] = [];
  if (changed !== '')
    about.push(`Changed on the service since the last pull or push: ${changed}. Pull first, or push with --force.`);
  if (gone !== '')
    about.push(`Not an options set of this account: ${gone}. Remove the file, or its id to make the set again.`);
  if (maintained !== '') about.push(`Maintained by the service, and not to be changed: ${maintained}.`);
  return about;
}
