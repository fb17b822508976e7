// The files of options sets in the folder of the forms, and what the forms call them. A form may name a set by its file, so that both can be
// new. [running.commands.forms.sets] [running.commands.forms.sets.named]
import { join } from 'node:path';
import { CommandError } from '../command.ts';
import { hashOf } from '../forms/form-content.ts';
import { type FormFile, listNames } from '../forms/forms-folder.ts';
import { readSetFile, type SetFile, setExtension } from './set-file.ts';
import { findSetIds, mapTexts } from './set-links.ts';

/** By name. */
export async function readSets(folder: string): Promise<SetFile[]> {
  const sets: SetFile[] = [];
  for (const name of listNames(folder, (entry) => !entry.isDirectory() && isSetName(entry.name)))
    sets.push(await readSetFile(join(folder, name), name));
  const byId = new Map<string, SetFile>();
  for (const set of sets) {
    if (set.id === undefined) continue;
    const other = byId.get(set.id);
    if (other !== undefined) throw new CommandError(`${other.path} and ${set.path} have the same id, ${set.id}.`);
    byId.set(set.id, set);
  }
  return sets;
}

export function isSetName(name: string): boolean {
  return !name.startsWith('.') && name.toLowerCase().endsWith(setExtension);
}

const named = /\/optionsSet\/([^/\\\s"'<>?#]{1,255}\.options\.jsonl)(?=[/?#"'\s]|$)/giu;

/** The same form with ids instead of names of files; a set without an id stays a name. */
export function withSetIds(file: FormFile, sets: readonly SetFile[]): FormFile {
  const found = new Map(sets.map((set) => [set.name.normalize('NFC'), set]));
  let isChanged = false;
  const content = mapTexts(file.content, (text) =>
    text.replace(named, (whole, name: string) => {
      const set = found.get(name.normalize('NFC'));
      if (set === undefined)
        throw new CommandError(`${file.path} names the options set ${name}, which is not in the folder.`);
      isChanged ||= set.id !== undefined;
      return set.id === undefined ? whole : `/optionsSet/${set.id}`;
    }),
  ) as FormFile['content'];
  return isChanged ? { ...file, content, hash: hashOf(content) } : file;
}

/** Those of these forms, by id or by file. */
export function setsOfForms(forms: readonly FormFile[], sets: readonly SetFile[]): SetFile[] {
  const used = new Set<string>();
  for (const { content } of forms) {
    for (const id of findSetIds(content)) used.add(id);
    mapTexts(content, (text) => {
      for (const [, name = ''] of text.matchAll(named)) used.add(name.normalize('NFC'));
      return text;
    });
  }
  return sets.filter(({ id, name }) => (id !== undefined && used.has(id)) || used.has(name.normalize('NFC')));
}
