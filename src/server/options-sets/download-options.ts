// GET /optionsSet/{setId}/download: all options as a file, sent while they are read. JSON has everything, as PUT takes it; CSV has a
// column for each key of their data. [options-sets.download] [export.formulas]
import { Readable } from 'node:stream';
import Joi from 'joi';
import type { OptionsFile } from '../../api-types/options-sets.ts';
import type { Cell } from '../../core/plan/columns.ts';
import { writeCsv } from '../../tables/write/write-csv.ts';
import type { Services } from '../base/services.ts';
import { safeFileName } from '../files/safe-file-name.ts';
import { type ApiRequest, ApiResponse, callerOf } from '../http/api-request.ts';
import { checkOf } from '../http/checks.ts';
import { contentDisposition } from '../http/content-disposition.ts';
import { ownTurn } from '../scheduling/run-in-slices.ts';
import { listDataKeys } from '../store/options-sets/options-sets.ts';
import { type ChunkRange, eachChunk, readAgainWhenGone } from './each-chunk.ts';
import { getVisibleSet } from './get-options-set.ts';
import type { SetParams } from './own-options-set.ts';
import type { Option } from './search-index.ts';

interface DownloadQuery {
  readonly format: 'csv' | 'json';
}
export const downloadCheck = checkOf<DownloadQuery>({ format: Joi.string().valid('csv', 'json').required() });

export async function downloadOptions(
  request: ApiRequest<SetParams, DownloadQuery>,
  services: Pick<Services, 'longReads' | 'db'>,
): Promise<ApiResponse<OptionsFile>> {
  const { format } = request.query;
  const range: ChunkRange = { account: callerOf(request).account, signal: request.signal };
  // The first chunks are read before the response starts: a list that is replaced at that moment is read again.
  const { set, chunks } = await readAgainWhenGone(
    () => getVisibleSet(request, services),
    async (found) => {
      const rest = eachChunk(services, found, range);
      return { set: found, chunks: startingWith(await rest.next(), rest) };
    },
  );
  const keys = format === 'csv' ? await listDataKeys(services.db.sql, set.id) : [];
  const bytes = format === 'csv' ? writeCsv(['value', 'score', ...keys], rowsOf(chunks, keys)) : writeJson(chunks);
  const type = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8';
  const name = safeFileName({ title: set.name }).replace(/pdf$/, format);
  return ApiResponse.ofJson(Readable.from(bytes, { objectMode: false }), {
    'content-type': type,
    'content-disposition': contentDisposition({ name, contentType: type }),
  });
}

async function* startingWith<T>(first: IteratorResult<T, unknown>, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  if (first.done === true) return;
  yield first.value;
  yield* rest;
}

async function* rowsOf(
  chunks: AsyncIterable<{ json: string }>,
  keys: readonly string[],
): AsyncGenerator<Iterable<readonly Cell[]>> {
  for await (const { json } of chunks) {
    await ownTurn();
    const options = JSON.parse(json) as readonly Option[];
    for (let start = 0; start < options.length; start += rowsAtOnce) {
      if (start > 0) await ownTurn();
      yield options.slice(start, start + rowsAtOnce).map((option) => rowOf(option, keys));
    }
  }
}

const rowsAtOnce = 250;

function rowOf({ value, score, data = {} }: Option, keys: readonly string[]): Cell[] {
  return [value, score ?? '', ...keys.map((key) => (Object.hasOwn(data, key) ? ((data[key] ?? '') as Cell) : ''))];
}

/** What is stored is the inside of the list already. */
async function* writeJson(chunks: AsyncIterable<{ json: string }>): AsyncGenerator<string> {
  let start = '{"options":[';
  for await (const { json } of chunks) {
    const inside = json.slice(json.indexOf('[') + 1, json.lastIndexOf(']'));
    if (inside.trim() === '') continue;
    yield `${start}${inside}`;
    start = ',';
  }
  yield start === ',' ? ']}' : `${start}]}`;
}
