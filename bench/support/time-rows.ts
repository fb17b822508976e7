// How many rows a second some work over entries does, and the most memory the process had meanwhile.
import { setInterval } from 'node:timers';

export interface MeasuredRows {
  readonly perSecond: number;
  readonly peakMb: number;
}

export async function timeRows(count: number, work: () => Promise<unknown>): Promise<MeasuredRows> {
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  const start = performance.now();
  await work();
  const seconds = (performance.now() - start) / 1000;
  clearInterval(watch);
  return { perSecond: count / seconds, peakMb: peak / 2 ** 20 };
}
