// The entry of each process that serves. A failure to start is reported to the primary, which prints it once.
import { explainFailure } from './explain-failure.ts';
import { serveAsWorker } from './serve-as-worker.ts';

export function startWorker(): void {
  serveAsWorker().then(
    () => process.exit(0),
    (error: unknown) => {
      const failed = explainFailure(error);
      process.send?.({ failed }, () => process.exit(1));
    },
  );
}
