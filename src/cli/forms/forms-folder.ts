// The folder with one file for each form. Files are known by the id in them, not by their names. [running.commands.forms]
import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type CommandContext, CommandError } from '../command.ts';
import { findProject } from '../project-file.ts';
import { readable, refuseOthers } from '../read-lines.ts';
import { contentOf, type FormContent, findMisshapen, hashOf } from './form-content.ts';
import { type Format, formatOf, readText } from './form-text.ts';

export interface FormFile {
  readonly path: string;
  /** In the folder. */
  readonly name: string;
  readonly format: Format;
  readonly text: string;
  /** None of a form that the service does not have yet. */
  readonly id: string | undefined;
  readonly content: FormContent;
  readonly hash: string;
}

/** The service takes 2 MB; YAML says the same with more characters. */
const maxFileBytes = 16_777_216;

/** `--folder`, the folder of formstead.json, or `forms` beside it. */
export function findFolder(flag: string | undefined, { folder }: CommandContext): string {
  if (flag !== undefined) return resolve(folder, flag);
  const project = findProject(folder);
  return resolve(project === undefined ? folder : dirname(project.path), project?.folder ?? 'forms');
}

/** By name. Every file is read before anything is done with one. */
export function readFolder(folder: string): FormFile[] {
  const files = listNames(folder, isFormFile).map((name) => {
    const path = join(folder, name);
    try {
      return readFormFile(path, name);
    } catch (error) {
      if (error instanceof RangeError) throw new CommandError(`${path} is nested too deeply.`);
      throw error;
    }
  });
  const byId = new Map<string, FormFile>();
  for (const file of files) {
    if (file.id === undefined) continue;
    const other = byId.get(file.id);
    if (other !== undefined) throw new CommandError(`${other.path} and ${file.path} have the same id, ${file.id}.`);
    byId.set(file.id, file);
  }
  return files;
}

function isFormFile(entry: Dirent): boolean {
  const { name } = entry;
  return !entry.isDirectory() && !name.startsWith('.') && name !== 'formstead.json' && formatOf(name) !== undefined;
}

/** Of everything in it. */
export function listNames(folder: string, isWanted: (entry: Dirent) => boolean = () => true): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter(isWanted)
      .map(({ name }) => name)
      .sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new CommandError(`The folder ${folder} cannot be read: ${(error as Error).message}`);
  }
}

function readFormFile(path: string, name: string): FormFile {
  const text = readSmallFile(path);
  const { id, ...rest } = readText(text, path);
  if (id !== undefined && !(typeof id === 'string' && /^[0-9a-f]{24}$/.test(id)))
    throw new CommandError(`${path}: "id" must be the id of a form, in quotes; a new form has none.`);
  const misshapen = findMisshapen(rest);
  if (misshapen !== undefined) throw new CommandError(`${path}${misshapen.startsWith(':') ? '' : ' '}${misshapen}`);
  const content = contentOf(rest);
  return { path, name, format: formatOf(name) ?? 'yaml', text, id, content, hash: hashOf(content) };
}

function readSmallFile(path: string): string {
  const { size } = refuseOthers(path);
  if (size > maxFileBytes) throw new CommandError(`${path} is too large: ${size} bytes.`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    throw readable(error, path);
  }
}

const maxNameLength = 60;
/** Systems count bytes, 255 of them; the id, the extension and what is written beside a file need their own. */
const maxNameBytes = 120;
/** Windows keeps these for itself; the last is our own. */
const reservedNames = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|formstead)$/;

/** Some systems take names for one that differ in case, or in how their letters are put together. */
export function comparedName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** For a new file: the words of the name of what it holds, with its id where they are taken or there are none. */
export function fileNameFor(
  held: { kind: 'form' | 'set'; id: string; name: unknown },
  taken: ReadonlySet<string>,
  extension: string,
): string {
  const words = String(held.name ?? '')
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu);
  const base = cutName((words ?? []).join('-'));
  const plain = `${base}${extension}`;
  if (base !== '' && !reservedNames.test(base) && !taken.has(comparedName(plain))) return plain;
  return `${base === '' ? held.kind : base}-${held.id}${extension}`;
}

function cutName(name: string): string {
  let cut = '';
  for (const sign of [...name].slice(0, maxNameLength)) {
    if (Buffer.byteLength(cut + sign) > maxNameBytes) break;
    cut += sign;
  }
  return cut;
}
