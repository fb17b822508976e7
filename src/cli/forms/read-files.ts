// Everything that the folder holds, forms and options sets, and which of it arguments name. [running.commands.forms]
// [running.commands.forms.sets]
import { basename, resolve } from 'node:path';
import { type CommandContext, CommandError } from '../command.ts';
import type { SetFile } from '../sets/set-file.ts';
import { readSets, setsOfForms, withSetIds } from '../sets/sets-folder.ts';
import { type FormFile, readFolder } from './forms-folder.ts';

export interface Files {
  readonly forms: readonly FormFile[];
  readonly sets: readonly SetFile[];
}

/** Forms have the ids of their sets, also where they name files. */
export async function readFiles(folder: string): Promise<Files> {
  const sets = await readSets(folder);
  return { forms: readFolder(folder).map((form) => withSetIds(form, sets)), sets };
}

/** By id, name, name of the file or path; forms with the sets that they use. All without any. */
export function chooseFiles(files: Files, named: readonly string[], { folder }: CommandContext): Files {
  if (named.length === 0) return files;
  const items = [
    ...files.forms.map((form) => ({ form, ...form, title: form.content['name'] })),
    ...files.sets.map((set) => ({ set, ...set })),
  ];
  const chosen = named.map((one) => {
    const path = resolve(folder, one);
    const found = items.filter(
      (item) => item.path === path || item.id === one || item.name === basename(one) || item.title === one,
    );
    const exact = found.filter((item) => item.path === path);
    const [only, another] = exact.length > 0 ? exact : found;
    if (only === undefined) throw new CommandError(`No file holds the form "${one}".`);
    if (another !== undefined)
      throw new CommandError(`"${one}" is in ${found.map(({ name }) => name).join(' and ')}. Name one of them.`);
    return only;
  });
  const forms = new Set(chosen.flatMap((item) => ('form' in item ? [item.form] : [])));
  const sets = new Set(chosen.flatMap((item) => ('set' in item ? [item.set] : [])));
  for (const set of setsOfForms([...forms], files.sets)) sets.add(set);
  return { forms: [...forms], sets: [...sets] };
}
