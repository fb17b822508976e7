// The options of an addOptions body: checked as Joi would (its words, its first problem), then written as chunks of JSON text.
// Joi itself needs seconds for 5 MB and holds the event loop meanwhile; this is steps of a few options each.
// [options-sets.shape] [options-sets.bounds]
import { errors } from '../base/errors.ts';
import type { Steps } from '../scheduling/run-in-slices.ts';
import { maxDataKeys, type OptionsChunk } from '../store/options-sets/options-sets.ts';
import type { Option } from './search-index.ts';

const optionsPerStep = 64;
const maxChunkOptions = 1_000;
const maxChunkLength = 131_072;
/** No person reads a longer one. */
const maxDataKeyLength = 200;
/** Of one option: each of them takes as much of the index as an option does. */
const maxOptionKeys = 1_000;

export function* readOptions(items: readonly unknown[]): Steps<OptionsChunk[]> {
  for (let index = 0; index < items.length; index++) {
    checkOption(items[index], ['options', index]);
    if (index % optionsPerStep === 0) yield;
  }
  return yield* writeChunks(items as readonly Option[]);
}

/** Options as they are stored. */
export function* writeChunks(options: readonly Option[]): Steps<OptionsChunk[]> {
  const chunks: OptionsChunk[] = [];
  const dataKeys = new Set<string>();
  let texts: string[] = [];
  let length = 0;
  for (let index = 0; index < options.length; index++) {
    const text = JSON.stringify(options[index]);
    for (const key in options[index]?.data) {
      if (dataKeys.size < maxDataKeys && key.length <= maxDataKeyLength) dataKeys.add(key);
    }
    texts.push(text);
    length += text.length;
    if (texts.length === maxChunkOptions || length >= maxChunkLength || index === options.length - 1) {
      chunks.push({ count: texts.length, json: `[${texts.join(',')}]`, dataKeys: [...dataKeys] });
      texts = [];
      length = 0;
      dataKeys.clear();
    }
    if (index % optionsPerStep === 0) yield;
  }
  return chunks;
}

type Path = readonly (string | number)[];

/** `at` is where it is in the body. */
export function checkOption(option: unknown, at: Path): asserts option is Option {
  if (!isObject(option)) throw invalid(at, 'must be of type object');
  const { value, score, data } = option;
  if (typeof value !== 'string')
    throw invalid([...at, 'value'], value === undefined ? 'is required' : 'must be a string');
  if (value === '') throw invalid([...at, 'value'], 'is not allowed to be empty');
  if (score !== undefined) checkNumber(score, () => [...at, 'score']);
  if (data !== undefined) checkData(data, [...at, 'data']);
  for (const key in option) {
    if (key !== 'value' && key !== 'score' && key !== 'data') throw invalid([...at, key], 'is not allowed');
  }
}

function checkData(data: unknown, at: Path): void {
  if (!isObject(data)) throw invalid(at, 'must be of type object');
  let badKey: string | undefined;
  let keys = 0;
  for (const key in data) {
    keys += 1;
    if (keys > maxOptionKeys) throw invalid(at, `must have less than or equal to ${maxOptionKeys} keys`);
    const value = data[key];
    if (key.startsWith('$') || key.includes('.')) badKey ??= key;
    else if (typeof value === 'number') checkNumber(value, () => [...at, key]);
    else if (value !== null && typeof value === 'object') {
      throw invalid([...at, key], 'must be one of [string, number, boolean]');
    }
  }
  if (badKey !== undefined) throw invalid([...at, badKey], 'is not allowed');
}

/** JSON text such as 1e999 reads as infinity, which cannot be written back. */
function checkNumber(value: unknown, path: () => Path): void {
  if (typeof value !== 'number') throw invalid(path(), 'must be a number');
  if (!Number.isFinite(value)) throw invalid(path(), 'cannot be infinity');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function invalid(path: Path, problem: string): Error {
  const label = path.map((key, i) => (typeof key === 'number' ? `[${key}]` : i === 0 ? key : `.${key}`)).join('');
  return errors.requestInvalid(`"${label}" ${problem}`, { source: 'payload', keys: [path.join('.')] });
}
