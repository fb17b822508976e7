// From the page to the worker that reads a file, and back. [forms.import.app]
import { ApiError } from '../../../client/call-api.ts';
import type { ImportReply, ImportRequest } from '../../../import-forms/answer-import.ts';
import workerAddress from './import-worker.ts?worker';

/** Rejects with ApiError where the worker's code did not come, and as `signal` says. */
export function readImport(request: ImportRequest, signal: AbortSignal): Promise<ImportReply | 'failed'> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerAddress);
    const end = () => worker.terminate();
    signal.addEventListener('abort', () => {
      end();
      reject(signal.reason);
    });
    worker.onmessage = ({ data }: MessageEvent<ImportReply>) => {
      end();
      resolve(data);
    };
    worker.onerror = (event) => {
      end();
      // Code that did not come has no message. Anything else is a mistake of ours, or there was not enough memory.
      if (event.message) resolve('failed');
      else reject(new ApiError(0));
    };
    worker.postMessage(request);
  });
}
