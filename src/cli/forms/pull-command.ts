// `formstead forms pull [FORM...]`: forms of the service into files. A file that was changed here is not overwritten.
// [running.commands.forms.pull]
import { basename, join } from 'node:path';
import type { FormsteadClient } from '../../../packages/client/src/index.ts';
import { type CommandContext, CommandError } from '../command.ts';
import { findFormId, listForms } from '../find-form.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import { findPlace, openClient, placeFlags } from '../place.ts';
import { openProgress } from '../progress.ts';
import { readArguments } from '../read-arguments.ts';
import { compareForms } from './compare-forms.ts';
import { type FolderState, openState } from './folder-state.ts';
import { extensions, type Format, writeText } from './form-text.ts';
import { comparedName, type FormFile, fileNameFor, findFolder, listNames, readFolder } from './forms-folder.ts';
import { findServiceForm, type ServiceForm } from './service-form.ts';
import { writeWhole } from './write-file.ts';

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
}

export async function pullCommand(rest: readonly string[], context: CommandContext): Promise<PullResult> {
  const { values, switches, plain } = readArguments(rest, {
    usage: 'formstead forms pull [FORM...] [--folder F] [--format yaml|json] [--force]',
    values: [...placeFlags, 'folder', 'format'],
    switches: ['force'],
    arguments: { min: 0, max: 10_000 },
  });
  const place = findPlace(values, context);
  const format = readFormat(values.format ?? place.project?.format);
  const client = openClient(place);
  const folder = findFolder(values.folder, context);
  const asked = { folder, format, named: plain, isForced: switches.has('force') };
  return oneAtATime(folder, () => pull(asked, client, context));
}

interface Asked {
  readonly folder: string;
  readonly format: Format;
  readonly named: readonly string[];
  readonly isForced: boolean;
}

async function pull(
  { folder, format, named, isForced }: Asked,
  client: FormsteadClient,
  context: CommandContext,
): Promise<PullResult> {
  const files = readFolder(folder);
  const state = openState(folder);
  const ids = await listWanted(named, files, client);
  const result: PullResult = { folder, written: [], same: [], kept: [], conflicts: [] };
  const taken = new Set(listNames(folder).map(comparedName));
  const progress = openProgress('pull', context);
  for (const [at, id] of ids.entries()) {
    progress.set(at, ids.length);
    const form = await findServiceForm(id, client);
    // Deleted since it was listed.
    if (form === undefined && named.length === 0) continue;
    if (form === undefined) throw new CommandError(`There is no form with the id ${id}.`);
    const file = files.find((one) => one.id === id);
    takeForm(form, file, { state, folder, format, taken, result, isForced });
    state.save();
  }
  progress.set(ids.length, ids.length);
  progress.end();
  if (result.conflicts.length > 0) context.setFailed();
  return result;
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

interface Taking {
  readonly state: FolderState;
  readonly folder: string;
  readonly format: Format;
  /** Names of files that there are. */
  readonly taken: Set<string>;
  readonly result: PullResult;
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
    file?.name ?? fileNameFor({ id: form.id, name: form.content['name'] }, taking.taken, extensions[taking.format]);
  taking.taken.add(comparedName(name));
  const text = writeText({ id: form.id, ...form.content }, file?.format ?? taking.format);
  writeWhole(join(taking.folder, name), text);
  state.forms[form.id] = { file: form.hash, service: form.hash };
  result.written.push(name);
}
