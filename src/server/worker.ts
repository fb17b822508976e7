// The entry of each worker process when WORKERS is above 1.
import { reportFailure } from './cli.ts';
import { serveAsWorker } from './main.ts';

serveAsWorker().then(
  () => process.exit(0),
  (error: unknown) => reportFailure(error),
);
