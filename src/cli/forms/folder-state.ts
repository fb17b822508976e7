// What the folder and the service had in common last: so that a push notices what somebody else changed there since, and a pull what
// was changed here. It belongs into version control together with the files. [running.commands.forms.push]
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPlainObject } from '../../core/values/value-type.ts';
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

/** Of an options set: what the file and the service both had. */
export interface CommonSet {
  readonly name: string;
  /** Their fingerprint. */
  readonly options: string;
}

export interface FolderState {
  readonly path: string;
  readonly forms: Record<string, Common>;
  readonly sets: Record<string, CommonSet>;
  /** By the name of the file. */
  readonly pending: Record<string, Pending>;
  save(): void;
}

const stateName = '.formstead-state.json';

export function openState(folder: string): FolderState {
  const path = join(folder, stateName);
  const { forms, sets, pending } = readState(path);
  return {
    path,
    forms,
    sets,
    pending,
    save() {
      const state = {
        forms: sorted(forms),
        ...(Object.keys(sets).length > 0 && { sets: sorted(sets) }),
        ...(Object.keys(pending).length > 0 && { pending }),
      };
      writeWhole(path, `${JSON.stringify(state, undefined, 2)}\n`);
    },
  };
}

function sorted<T>(byId: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(byId).sort(([a], [b]) => (a < b ? -1 : 1)));
}

type StateParts = Pick<FolderState, 'forms' | 'sets' | 'pending'>;

function readState(path: string): StateParts {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { forms: {}, sets: {}, pending: {} };
    throw new CommandError(`${path} cannot be read: ${(error as Error).message}`);
  }
  // Marks of a merge, most likely. Without it nothing is lost: a pull makes it again.
  const broken = (what: string) => new CommandError(`${path} ${what}. Remove it and pull again.`);
  let parts: unknown;
  try {
    parts = JSON.parse(text);
  } catch {
    throw broken('is not JSON');
  }
  const { forms = {}, sets = {}, pending = {} } = isPlainObject(parts) ? parts : { forms: null };
  const isWhole =
    hasTexts(forms, ['file', 'service']) &&
    hasTexts(sets, ['name', 'options']) &&
    hasTexts(pending, ['key', 'body', 'time']) &&
    Object.values(pending as unknown as StateParts['pending']).every(({ body }) => isObjectText(body));
  if (!isWhole) throw broken('is not what formstead wrote');
  return { forms, sets, pending } as unknown as StateParts;
}

function hasTexts(items: unknown, names: readonly string[]): boolean {
  return (
    isPlainObject(items) &&
    Object.values(items).every((item) => isPlainObject(item) && names.every((name) => typeof item[name] === 'string'))
  );
}

function isObjectText(text: string): boolean {
  try {
    return isPlainObject(JSON.parse(text));
  } catch {
    return false;
  }
}
