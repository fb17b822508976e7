// What the folder and the service had in common last: so that a push notices what somebody else changed there since, and a pull what
// was changed here. It belongs into version control together with the files. [running.commands.forms.push]
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../command.ts';
import { writeWhole } from './write-file.ts';

/** Of a form: hashes of its content. They differ where the service spells something otherwise than the file. */
export interface Common {
  readonly file: string;
  readonly service: string;
}

/** A form that is being made: the same request gets the same form, also after a crash. */
export interface Pending {
  readonly key: string;
  readonly body: string;
  readonly time: string;
}

export interface FolderState {
  readonly path: string;
  readonly forms: Record<string, Common>;
  /** By the name of the file. */
  readonly pending: Record<string, Pending>;
  save(): void;
}

const stateName = '.formstead-state.json';

export function openState(folder: string): FolderState {
  const path = join(folder, stateName);
  const { forms, pending } = readState(path);
  return {
    path,
    forms,
    pending,
    save() {
      const sorted = Object.fromEntries(Object.entries(forms).sort(([a], [b]) => (a < b ? -1 : 1)));
      const hasPending = Object.keys(pending).length > 0;
      writeWhole(path, `${JSON.stringify({ forms: sorted, ...(hasPending && { pending }) }, undefined, 2)}\n`);
    },
  };
}

function readState(path: string): Pick<FolderState, 'forms' | 'pending'> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { forms: {}, pending: {} };
    throw new CommandError(`${path} cannot be read: ${(error as Error).message}`);
  }
  try {
    const { forms = {}, pending = {} } = JSON.parse(text) as Partial<FolderState>;
    return { forms, pending };
  } catch {
    // Marks of a merge, most likely. Without it nothing is lost: a pull makes it again.
    throw new CommandError(`${path} is not JSON. Remove it and pull again.`);
  }
}
