// Who sends a form while files are on their way means to send them too: this knows when they have arrived. The same goes for words
// whose option is still being looked for.
import type { FieldHost } from './field-props.ts';

type Upload = FieldHost['upload'];

export interface TrackedUploads {
  readonly upload: Upload;
  /** Anything else to be waited for. */
  readonly track: <Result>(work: Promise<Result>) => Promise<Result>;
  /** Resolves when nothing is on its way any more; false where something did not arrive meanwhile. */
  settle(): Promise<boolean>;
}

export function trackUploads(upload: Upload): TrackedUploads {
  const pending = new Set<Promise<unknown>>();
  let failures = 0;
  const track = <Result>(work: Promise<Result>): Promise<Result> => {
    const done = () => pending.delete(work);
    pending.add(work);
    work.then(done, done);
    return work;
  };
  return {
    track,
    upload(file, options) {
      const sending = track(upload(file, options));
      sending.catch(() => {
        if (!options.signal.aborted) failures += 1;
      });
      return sending;
    },
    async settle() {
      const before = failures;
      while (pending.size > 0) {
        await Promise.allSettled(pending);
        // The field puts the file into its value, and sends the next one in the row.
        await new Promise((resolve) => setTimeout(resolve));
      }
      return failures === before;
    },
  };
}
