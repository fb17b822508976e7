// A list of options of any size into a set: in parts, of which nobody sees anything until the last one came. [running.commands.forms.copy]
// [options-sets.upload]
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FormsteadClient, FormsteadError } from '../../../packages/client/src/index.ts';
import type { ApiOption } from '../../api-types/options-sets.ts';
import { optionLine } from '../../core/definition/option-line.ts';
import { CommandError } from '../command.ts';

export interface SentOptions {
  readonly count: number;
  readonly sha256: string;
}

export interface SetTarget {
  readonly id: string;
  readonly name: string;
  /** Of its fingerprint: the options are replaced while they are as they were then. */
  readonly etag: string;
}

/** The service takes 5 MB. */
const maxPartLength = 1_000_000;

/** `mayFinish` is asked with what was sent; when it throws, the set stays as it was. */
export async function sendOptions(
  options: AsyncIterable<readonly ApiOption[]> | Iterable<readonly ApiOption[]>,
  { id: setId, name, etag }: SetTarget,
  { api }: FormsteadClient,
  mayFinish: (sent: SentOptions) => void = () => {},
): Promise<SentOptions> {
  const path = { setId };
  const { data: upload } = await again(() => api.POST('/optionsSet/{setId}/uploads', { params: { path } }));
  const uploadPath = { setId, uploadId: upload?.id ?? '' };
  const hash = createHash('sha256');
  let [count, parts, length] = [0, 0, 0];
  let waiting: ApiOption[] = [];
  const send = async () => {
    parts += 1;
    const part = { params: { path: { ...uploadPath, part: parts } }, body: { options: waiting as never } };
    await again(() => api.PUT('/optionsSet/{setId}/uploads/{uploadId}/parts/{part}', part));
    [waiting, length] = [[], 0];
  };
  try {
    for await (const some of options) {
      for (const option of some) {
        const line = optionLine(option);
        hash.update(line);
        count += 1;
        if (length > 0 && length + line.length > maxPartLength) await send();
        waiting.push(option);
        length += line.length;
      }
    }
    if (waiting.length > 0) await send();
    const sent = { count, sha256: hash.digest('hex') };
    mayFinish(sent);
    await again(() =>
      api.POST('/optionsSet/{setId}/uploads/{uploadId}/finish', {
        params: { path: uploadPath, header: { 'If-Match': etag } },
        body: { parts },
      }),
    );
    return sent;
  } catch (error) {
    throw await endUpload(error, name, () =>
      api.DELETE('/optionsSet/{setId}/uploads/{uploadId}', { params: { path: uploadPath } }),
    );
  }
}

/** What was begun goes by itself after an hour; here it goes at once, where the service can be reached. */
async function endUpload(error: unknown, name: string, abandon: () => Promise<unknown>): Promise<unknown> {
  if (error instanceof FormsteadError && error.code === 'optionsUploadNotFound')
    return new CommandError(`Somebody else began to write the options set "${name}" meanwhile. Run the command again.`);
  if (error instanceof FormsteadError && error.status === 0) return error;
  try {
    await abandon();
  } catch {
    // The first error is the one to be told.
  }
  return error;
}

const maxTries = 5;
const firstPauseMs = 500;

/** For requests that may be sent twice, as all of an upload may. */
export async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const isPassing = error instanceof FormsteadError && [0, 502, 503, 504].includes(error.status);
      if (!isPassing || tries === maxTries) throw error;
      await sleep(firstPauseMs * 2 ** (tries - 1));
    }
  }
}
