// `formstead forms diff [FORM...]`: what differs between the files and the service. Ends with code 1 where something does.
// [running.commands.forms.diff] [running.commands.forms.sets.diff]
import type { CommandContext } from '../command.ts';
import { type Access, accessFlags, withAccess } from '../open-access.ts';
import { readArguments } from '../read-arguments.ts';
import { planSets } from '../sets/plan-sets.ts';
import { lineOfSet } from '../sets/push-sets.ts';
import { openState } from './folder-state.ts';
import { findFolder } from './forms-folder.ts';
import { type PlannedForm, planForms } from './plan-push.ts';
import { chooseFiles, readFiles } from './read-files.ts';

export async function diffCommand(rest: readonly string[], context: CommandContext): Promise<object> {
  const { values, plain } = readArguments(rest, {
    usage: 'formstead forms diff [FORM...] [--folder F] [--user EMAIL --password-file F [--code C]]',
    values: [...accessFlags, 'folder'],
    arguments: { min: 0, max: 10_000 },
  });
  const folder = findFolder(values.folder, context);
  return withAccess(values, context, (access) => diff(folder, plain, access, context));
}

async function diff(folder: string, named: readonly string[], access: Access, context: CommandContext) {
  const { forms, sets } = chooseFiles(await readFiles(folder), named, context);
  const state = openState(folder);
  const plannedSets = await planSets(sets, state, access);
  const planned = await planForms(forms, state, access.client);
  const differentSets = plannedSets.filter(({ state: one }) => one !== 'same');
  const different = planned.filter(({ state: one }) => one !== 'same');
  for (const one of [...differentSets, ...different]) context.print(one.diff);
  if (different.length + differentSets.length > 0) context.setFailed();
  return {
    folder,
    same: planned.length - different.length,
    different: different.map(lineOf),
    sets: { same: plannedSets.length - differentSets.length, different: differentSets.map(lineOfSet) },
  };
}

export function lineOf({ file, state }: PlannedForm) {
  return { file: file.name, form: file.id, state };
}
