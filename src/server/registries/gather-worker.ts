// The thread that gathers maintained sets: reading a registry takes seconds of work, which no request should wait for.
import { parentPort, workerData } from 'node:worker_threads';
import { type GatherRequest, gatherSets } from './gather-sets.ts';

await gatherSets(workerData as GatherRequest, (event) => parentPort?.postMessage(event));
