// Who sends a form while files are on their way means to send them too: this knows when they have arrived.
import type { FieldHost } from './field-props.ts';

type Upload = FieldHost['upload'];

export interface TrackedUploads {
  readonly upload: Upload;
  /** Resolves when nothing is on its way any more; false where something did not arrive meanwhile. */
  settle(): Promise<boolean>;
}

export function trackUploads(upload: Upload): TrackedUploads {
  const pending = new Set<Promise<unknown>>();
  let failures = 0;
  return {
    upload(file, options) {
      const sending = upload(file, options);
      pending.add(sending);
      sending
        .catch(() => {
          if (!options.signal.aborted) failures += 1;
        })
        .finally(() => pending.delete(sending));
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
