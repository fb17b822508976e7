// `formstead forms pull [FORM...]`: forms of the service into files. A file that was changed here is not overwritten.
// [running.commands.forms.pull] [running.commands.forms.sets.pull]
import { basename, join } from 'node:path';
import type { FormsteadClient } from '../../../packages/client/src/index.ts';
import { type CommandContext, CommandError } from '../command.ts';
import { findFormId, listForms } from '../find-form.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import { type Access, accessFlags, withAccess } from '../open-access.ts';
import { openProgress } from '../progress.ts';
import { readArguments } from '../read-arguments.ts';
import { type PulledSets, pullSets } from '../sets/pull-sets.ts';
import { findSetIds } from '../sets/set-links.ts';
import { compareForms } from './compare-forms.ts';
import { type FolderState, openState } from './folder-state.ts';
import { extensions, type Format, writeText } from './form-text.ts';
import { comparedName, type FormFile, fileNameFor, findFolder, listNames } from './forms-folder.ts';
import { readFiles } from './read-files.ts';
import { findServiceForm, type ServiceForm } from './service-form.ts';
import { removeLeftovers, writeWhole } from './write-file.ts';

export interface PullResult {
  readonly folder: string;
  /** Files that were written. */
  readonly written: string[];
  /** Files that already said the same. */
  readonly same: string[];
  /** Files that were changed here and not on the service: left as they are. */
  readonly kept: string[];
  /** Files that were changed here and on the service: left as they are. */
  readonly conflicts: string[];
  /** The options sets that these forms use, and those that have a file. */
  readonly sets: PulledSets;
}

export async function pullCommand(rest: readonly string[], context: CommandContext): Promise<PullResult> {
  const { values, switches, plain } = readArguments(rest, {
    usage:
      'formstead forms pull [FORM...] [--folder F] [--format yaml|json] [--force] [--user EMAIL --password-file F [--code C]]',
    values: [...accessFlags, 'folder', 'format'],
    switches: ['force'],
    arguments: { min: 0, max: 10_000 },
  });
  const folder = findFolder(values.folder, context);
  return withAccess(values, context, (access) => {
    const format = readFormat(values.format ?? access.project?.format);
    const asked = { folder, format, named: plain, isForced: switches.has('force') };
    return oneAtATime(folder, () => pull(asked, access, context));
  });
}

interface Asked {
  readonly folder: string;
  readonly format: Format;
  readonly named: readonly string[];
  readonly isForced: boolean;
}

async function pull(
  { folder, format, named, isForced }: Asked,
  access: Access,
  context: CommandContext,
): Promise<PullResult> {
  const { client } = access;
  removeLeftovers(folder);
  const { forms: files, sets } = await readFiles(folder);
  const state = openState(folder);
  const namedSets = sets.filter(({ id, name }) => named.some((one) => one === id || basename(one) === name));
  const namedForms = named.filter((one) => !namedSets.some(({ id, name }) => one === id || basename(one) === name));
  const ids = named.length > 0 && namedForms.length === 0 ? [] : await listWanted(namedForms, files, client);
  const result: TakenForms = { written: [], same: [], kept: [], conflicts: [] };
  const taken = new Set(listNames(folder).map(comparedName));
  const setIds = (named.length > 0 ? namedSets : sets).flatMap(({ id }) => (id === undefined ? [] : [id]));
  const progress = openProgress('pull', context);
  for (const [at, id] of ids.entries()) {
    progress.set(at, ids.length);
    const form = await findServiceForm(id, client);
    // Deleted since it was listed.
    if (form === undefined && named.length === 0) continue;
    if (form === undefined) throw new CommandError(`There is no form with the id ${id}.`);
    const file = files.find((one) => one.id === id);
    takeForm(form, file, { state, folder, format, taken, result, isForced });
    setIds.push(...findSetIds(form.content));
    state.save();
  }
  progress.set(ids.length, ids.length);
  progress.end();
  if (result.conflicts.length > 0) context.setFailed();
  const pulledSets = await pullSets(setIds, sets, { state, folder, taken, isForced, access, context });
  return { folder, ...result, sets: pulledSets };
}

export function readFormat(format: string | undefined): Format {
  if (format === undefined || format === 'yaml') return 'yaml';
  if (format === 'json') return format;
  throw new CommandError(`--format is "${format}", but must be yaml or json.`);
}

async function listWanted(named: readonly string[], files: readonly FormFile[], client: FormsteadClient) {
  if (named.length === 0) return (await listForms(client)).map(({ id }) => id);
  const ids = new Set<string>();
  for (const one of named) {
    const file = files.find(({ name, id }) => name === basename(one) && id !== undefined);
    ids.add(file?.id ?? (await findFormId(one, client)));
  }
  return [...ids];
}

type TakenForms = Omit<PullResult, 'folder' | 'sets'>;

interface Taking {
  readonly state: FolderState;
  readonly folder: string;
  readonly format: Format;
  /** Names of files that there are. */
  readonly taken: Set<string>;
  readonly result: TakenForms;
  readonly isForced: boolean;
}

function takeForm(form: ServiceForm, file: FormFile | undefined, taking: Taking): void {
  const { state, result, isForced } = taking;
  const common = state.forms[form.id];
  const sameness = file && compareForms(file.hash, form.hash, common);
  if (file !== undefined && sameness === 'same') {
    state.forms[form.id] = { file: file.hash, service: form.hash };
    return void result.same.push(file.name);
  }
  if (file !== undefined && !isForced && sameness === 'changedHere') return void result.kept.push(file.name);
  if (file !== undefined && !isForced && sameness === 'changedBoth') return void result.conflicts.push(file.name);
  const name =
    file?.name ??
    fileNameFor({ kind: 'form', id: form.id, name: form.content['name'] }, taking.taken, extensions[taking.format]);
  taking.taken.add(comparedName(name));
  const text = writeText({ id: form.id, ...form.content }, file?.format ?? taking.format);
  writeWhole(join(taking.folder, name), text);
  state.forms[form.id] = { file: form.hash, service: form.hash };
  result.written.push(name);
}
