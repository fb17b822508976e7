// formstead.json: where the service of a folder is, and where the folder's own files are. The nearest one counts, as with package.json.
// [running.commands.service.place]
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { CommandError } from './command.ts';

/** All properties are optional; paths are relative to the file. */
export interface ProjectFile {
  readonly url?: string;
  readonly key?: string;
  readonly keyFile?: string;
  /** Where `forms pull` writes; `forms` unless told otherwise. */
  readonly folder?: string;
  /** How `forms pull` writes. */
  readonly format?: 'yaml' | 'json';
}

export interface Project extends ProjectFile {
  /** The file's own path. */
  readonly path: string;
}

const fileName = 'formstead.json';
/** By name: what a value must be. A new property is added here. */
const properties: Readonly<Record<keyof ProjectFile, readonly string[] | 'text'>> = {
  url: 'text',
  key: 'text',
  keyFile: 'text',
  folder: 'text',
  format: ['yaml', 'json'],
};

/** Of this folder or the nearest one above it. */
export function findProject(folder: string): Project | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const path = join(at, fileName);
    const text = readIfThere(path);
    if (text !== undefined) return readProject(text, path);
    if (dirname(at) === at) return undefined;
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new CommandError(`${path} cannot be read: ${message}`);
  }
}

function readProject(text: string, path: string): Project {
  const fail = (message: string) => new CommandError(`${path} ${message}`);
  let content: unknown;
  try {
    content = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw fail(`is not JSON: ${(error as Error).message}`);
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw fail('must be an object such as {"url": "https://forms.example.com"}.');
  for (const [name, value] of Object.entries(content)) {
    const allowed = Object.hasOwn(properties, name) ? properties[name as keyof ProjectFile] : undefined;
    if (allowed === undefined)
      throw fail(`has the unknown property "${name}". Properties are: ${Object.keys(properties).join(', ')}.`);
    if (typeof value !== 'string' || value === '') throw fail(`: "${name}" must be a text.`);
    if (allowed !== 'text' && !allowed.includes(value)) throw fail(`: "${name}" must be one of ${allowed.join(', ')}.`);
  }
  const project = content as ProjectFile;
  if (project.key !== undefined && project.keyFile !== undefined) throw fail('has both "key" and "keyFile".');
  return { ...project, path };
}
