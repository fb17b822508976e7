// The options of a set as they come. [options-sets.read]
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { FormsteadClient } from '../../../packages/client/src/index.ts';
import type { ApiOption } from '../../api-types/options-sets.ts';
import { CutOff, readOptions } from './read-options.ts';
import { again } from './send-options.ts';

export async function downloadOptions(
  setId: string,
  { api }: FormsteadClient,
): Promise<AsyncGenerator<ApiOption[], void>> {
  const { data } = await again(() =>
    api.GET('/optionsSet/{setId}/download', {
      params: { path: { setId }, query: { format: 'json' } },
      parseAs: 'stream',
    }),
  );
  return readOptions(cutting(Readable.fromWeb(data as unknown as ReadableStream<Uint8Array>)));
}

/** A connection that ends in the middle is a download that can be begun again. */
async function* cutting(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  try {
    yield* body;
  } catch (error) {
    throw new CutOff(`The download of the options broke off: ${(error as Error).message}`);
  }
}

const maxTries = 3;

/** Work that begins with a download, and begins again when that breaks off. */
export async function downloadAgain<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof CutOff) || tries === maxTries) throw error;
    }
  }
}

export async function* counted<T>(lists: AsyncIterable<readonly T[]>, onCount: (count: number) => void) {
  let count = 0;
  for await (const list of lists) {
    count += list.length;
    onCount(count);
    yield list;
  }
}
