// The file of an options set: a line with its id and name, then each option on a line of its own. Files of any size are read and written
// with the memory of a few options. [running.commands.forms.sets]
import { createHash } from 'node:crypto';
import type { ApiOption } from '../../api-types/options-sets.ts';
import { optionLine } from '../../core/definition/option-line.ts';
import { cleanText } from '../../core/values/clean-text.ts';
import { isPlainObject } from '../../core/values/value-type.ts';
import { CommandError } from '../command.ts';
import { writeWholeFrom } from '../forms/write-file.ts';
import { readLines } from '../read-lines.ts';
import { optionText, readOption } from './option-text.ts';

export const setExtension = '.options.jsonl';

export interface SetFile {
  readonly path: string;
  /** In the folder. */
  readonly name: string;
  /** None of a set that the service does not have yet. */
  readonly id: string | undefined;
  readonly title: string;
  readonly count: number;
  /** Of the options, as the service's fingerprint is. */
  readonly sha256: string;
}

export interface SetHead {
  readonly id: string | undefined;
  readonly title: string;
}

/** Every line is checked. */
export async function readSetFile(path: string, name: string): Promise<SetFile> {
  const hash = createHash('sha256');
  let count = 0;
  let head: SetHead | undefined;
  for await (const part of readParts(path)) {
    head ??= part.head;
    for (const option of part.options) hash.update(optionLine(option));
    count += part.options.length;
  }
  if (head === undefined) throw noHead(path);
  return { path, name, ...head, count, sha256: hash.digest('hex') };
}

export async function* readFileOptions(path: string): AsyncGenerator<ApiOption[], void> {
  for await (const { options } of readParts(path)) yield options;
}

/** What is written in the end is whole, or as it was. */
export async function writeSetFile(
  path: string,
  head: SetHead,
  lists: AsyncIterable<readonly ApiOption[]>,
): Promise<{ count: number; sha256: string }> {
  const hash = createHash('sha256');
  let count = 0;
  async function* texts() {
    yield `${headText(head)}\n`;
    for await (const options of lists) {
      for (const option of options) hash.update(optionLine(option));
      count += options.length;
      yield options.map((option) => `${optionText(option)}\n`).join('');
    }
  }
  await writeWholeFrom(path, texts());
  return { count, sha256: hash.digest('hex') };
}

export function headText({ id, title }: SetHead): string {
  return JSON.stringify({ ...(id !== undefined && { id }), name: title });
}

async function* readParts(path: string): AsyncGenerator<{ head: SetHead; options: ApiOption[] }, void> {
  let head: SetHead | undefined;
  let at = 0;
  for await (const lines of readLines(path)) {
    const options: ApiOption[] = [];
    for (const line of lines) {
      at += 1;
      if (head === undefined) {
        head = readHead(line, path);
        continue;
      }
      if (line.trim() === '') continue;
      const option = readOption(line);
      if (typeof option === 'string') throw new CommandError(`${path}: line ${at} ${option}.`);
      options.push(option);
    }
    if (head !== undefined) yield { head, options };
  }
}

const maxTitleLength = 1_000;

function readHead(line: string, path: string): SetHead {
  let head: unknown;
  try {
    head = JSON.parse(line);
  } catch {
    throw noHead(path);
  }
  if (!isPlainObject(head)) throw noHead(path);
  const { id, name: title, ...others } = head;
  if (typeof title !== 'string' || title === '' || Object.keys(others).length > 0) throw noHead(path);
  if (title.length > maxTitleLength || cleanText(title) !== title)
    throw new CommandError(`${path}: the name in line 1 cannot be that of a set.`);
  if (id !== undefined && !(typeof id === 'string' && /^[0-9a-f]{24}$/.test(id)))
    throw new CommandError(`${path}: "id" in line 1 must be the id of an options set; a new set has none.`);
  return { id, title };
}

function noHead(path: string): CommandError {
  return new CommandError(
    `${path}: line 1 must name the set, such as {"name":"Streets"}, and each line after it an option.`,
  );
}
