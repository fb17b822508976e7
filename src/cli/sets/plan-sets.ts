// What a push would do with the files of options sets, before anything is sent. [running.commands.forms.sets.push]
// [running.commands.forms.sets.diff]

import { diffNote, type Sameness } from '../forms/compare-forms.ts';
import type { FolderState } from '../forms/folder-state.ts';
import type { Access } from '../open-access.ts';
import { compareSets } from './compare-sets.ts';
import { diffOptions } from './diff-options.ts';
import { downloadAgain, downloadOptions } from './download-options.ts';
import { type Fingerprint, findServiceSet, getFingerprint } from './service-set.ts';
import { headText, readFileOptions, type SetFile } from './set-file.ts';

export interface PlannedSetFile {
  readonly file: SetFile;
  /** Undefined for a new set, and for one that is gone or maintained. */
  readonly service: (Fingerprint & { readonly id: string; readonly name: string }) | undefined;
  /** `gone`: the account has no set with this id. */
  readonly state: Sameness | 'new' | 'gone' | 'maintained';
  /** From the service to the file. */
  readonly diff: string;
}

export async function planSets(
  files: readonly SetFile[],
  state: FolderState,
  access: Access,
): Promise<PlannedSetFile[]> {
  const planned: PlannedSetFile[] = [];
  for (const file of files) planned.push(await planSet(file, state, access));
  return planned;
}

async function planSet(file: SetFile, state: FolderState, access: Access): Promise<PlannedSetFile> {
  const { id } = file;
  const after = { title: file.name };
  if (id === undefined) {
    const diff = diffNote({ title: 'nothing' }, after, `A new options set, "${file.title}": ${file.count} options.`);
    return { file, service: undefined, state: 'new', diff };
  }
  const set = await findServiceSet(id, access.client);
  if (set === undefined) return { file, service: undefined, state: 'gone', diff: '' };
  if (set.isMaintained) return { file, service: undefined, state: 'maintained', diff: '' };
  const service = { ...(await getFingerprint(id, access.client)), id, name: set.name };
  const sameness = compareSets(file, service, state.sets[id]);
  if (sameness === 'same') return { file, service, state: sameness, diff: '' };
  return { file, service, state: sameness, diff: await showDiff(file, service, access) };
}

async function showDiff(
  file: SetFile,
  service: NonNullable<PlannedSetFile['service']>,
  { client }: Access,
): Promise<string> {
  const { id, name, count, sha256 } = service;
  const [before, after] = [{ title: `${name} (the service)` }, { title: file.name }];
  if (sha256 === file.sha256) return diffNote(before, after, `Another name: "${name}" there, "${file.title}" here.`);
  return downloadAgain(async () =>
    diffOptions(
      { ...before, count, head: headText({ id, title: name }), options: await downloadOptions(id, client) },
      { ...after, count: file.count, head: headText({ id, title: file.title }), options: readFileOptions(file.path) },
    ),
  );
}
