// Options sets of the service into files beside the forms. A file that was changed here is not overwritten.
// [running.commands.forms.sets.pull]
import { join } from 'node:path';
import type { CommandContext } from '../command.ts';
import type { FolderState } from '../forms/folder-state.ts';
import { comparedName, fileNameFor } from '../forms/forms-folder.ts';
import type { Access } from '../open-access.ts';
import { openProgress } from '../progress.ts';
import { compareSets } from './compare-sets.ts';
import { counted, downloadAgain, downloadOptions } from './download-options.ts';
import { type Fingerprint, findServiceSet, getFingerprint } from './service-set.ts';
import { readFileOptions, type SetFile, setExtension, writeSetFile } from './set-file.ts';

export interface PulledSets {
  readonly written: string[];
  readonly same: string[];
  /** Changed here and not on the service: left as they are. */
  readonly kept: string[];
  /** Changed here and on the service: left as they are. */
  readonly conflicts: string[];
  /** Ids that forms or files name, and that are not of this account. */
  readonly missing: string[];
}

export interface PullingSets {
  readonly state: FolderState;
  readonly folder: string;
  /** Names of files that there are. */
  readonly taken: Set<string>;
  readonly isForced: boolean;
  readonly access: Access;
  readonly context: CommandContext;
}

export async function pullSets(
  ids: Iterable<string>,
  files: readonly SetFile[],
  pulling: PullingSets,
): Promise<PulledSets> {
  const result: PulledSets = { written: [], same: [], kept: [], conflicts: [], missing: [] };
  for (const id of new Set(ids)) {
    await pullSet(
      id,
      files.find((file) => file.id === id),
      pulling,
      result,
    );
    pulling.state.save();
  }
  if (result.conflicts.length > 0) pulling.context.setFailed();
  return result;
}

async function pullSet(id: string, file: SetFile | undefined, pulling: PullingSets, result: PulledSets): Promise<void> {
  const { state, isForced, access } = pulling;
  const set = await findServiceSet(id, access.client);
  if (set === undefined) return void result.missing.push(id);
  if (set.isMaintained) return;
  const { name } = set;
  const found = await getFingerprint(id, access.client);
  const sameness = file && compareSets(file, { name, sha256: found.sha256 }, state.sets[id]);
  if (file !== undefined && sameness === 'same') {
    state.sets[id] = { name, options: found.sha256 };
    return void result.same.push(file.name);
  }
  if (file !== undefined && !isForced && sameness === 'changedHere') return void result.kept.push(file.name);
  if (file !== undefined && !isForced && sameness === 'changedBoth') return void result.conflicts.push(file.name);
  const isHere = file?.sha256 === found.sha256;
  const fileName = file?.name ?? fileNameFor({ kind: 'set', id, name }, pulling.taken, setExtension);
  pulling.taken.add(comparedName(fileName));
  const path = join(pulling.folder, fileName);
  const { sha256 } = await writeOptions({ id, title: name, path }, { ...found, isHere }, pulling);
  state.sets[id] = { name, options: sha256 };
  result.written.push(fileName);
}

async function writeOptions(
  { id, title, path }: { id: string; title: string; path: string },
  { count, isHere }: Fingerprint & { isHere: boolean },
  { access, context }: PullingSets,
): Promise<{ sha256: string }> {
  const head = { id, title };
  // Only its name is another one.
  if (isHere) return writeSetFile(path, head, readFileOptions(path));
  if (count === 0) return writeSetFile(path, head, none());
  const progress = openProgress('pull options', context);
  const written = await downloadAgain(async () => {
    const options = counted(await downloadOptions(id, access.client), (done) => progress.set(done, count));
    return writeSetFile(path, head, options);
  });
  progress.end();
  return written;
}

async function* none(): AsyncGenerator<never[], void> {}
