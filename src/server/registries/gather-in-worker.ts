// Runs gather-sets.ts in a thread of its own, which ends with the work, at a limit of memory, or when it is no longer wanted.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { type GatherEvent, type GatherRequest, gatherSets } from './gather-sets.ts';

export type Gather = (
  request: GatherRequest,
  onEvent: (event: GatherEvent) => void,
  signal: AbortSignal | undefined,
) => Promise<void>;

const maxMemoryMb = 1_024;

export const gatherInWorker: Gather = async (request, onEvent, signal) => {
  const here = fileURLToPath(import.meta.url);
  // Tests run from the sources, which a thread of plain Node cannot read.
  if (here.endsWith('.ts')) return gatherSets(request, onEvent);
  signal?.throwIfAborted();
  const file = join(dirname(here), 'registries', 'gather-worker.js');
  const worker = new Worker(file, {
    workerData: request,
    execArgv: [],
    // Nothing that NODE_OPTIONS loads into every thread.
    env: {},
    // Standard output belongs to the command that started this.
    stdout: true,
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
  });
  worker.stdout.pipe(process.stderr, { end: false });
  const stop = () => void worker.terminate();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    await new Promise<void>((resolve, reject) => {
      worker.on('message', onEvent);
      worker.once('error', reject);
      worker.once('exit', () => resolve());
    });
  } finally {
    signal?.removeEventListener('abort', stop);
  }
  signal?.throwIfAborted();
};
