// `formstead forms diff [FORM...]`: what differs between the files and the service. Ends with code 1 where something does.
// [running.commands.forms.diff]
import type { CommandContext } from '../command.ts';
import { findPlace, openClient, placeFlags } from '../place.ts';
import { readArguments } from '../read-arguments.ts';
import { openState } from './folder-state.ts';
import { findFolder, readFolder } from './forms-folder.ts';
import { chooseFiles, type PlannedForm, planForms } from './plan-push.ts';

export async function diffCommand(rest: readonly string[], context: CommandContext): Promise<object> {
  const { values, plain } = readArguments(rest, {
    usage: 'formstead forms diff [FORM...] [--folder F]',
    values: [...placeFlags, 'folder'],
    arguments: { min: 0, max: 10_000 },
  });
  const client = openClient(findPlace(values, context));
  const folder = findFolder(values.folder, context);
  const files = chooseFiles(readFolder(folder), plain, context);
  const planned = await planForms(files, openState(folder), client);
  const different = planned.filter(({ state }) => state !== 'same');
  for (const { diff } of different) context.print(diff);
  if (different.length > 0) context.setFailed();
  return { folder, same: planned.length - different.length, different: different.map(lineOf) };
}

export function lineOf({ file, state }: PlannedForm) {
  return { file: file.name, form: file.id, state };
}
