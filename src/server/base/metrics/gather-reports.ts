// Metrics of all workers, from whichever of them is asked: it asks the primary, which asks each worker. [running.metrics]
//
//   worker: wantMetrics -> primary: reportMetrics to every worker -> workers: metrics -> primary: allMetrics to the one who asked
import cluster from 'node:cluster';
import type { Metric } from './registry.ts';

/** A blocked worker is left out; the number of workers that reported is in the result. */
const maxWaitMs = 1_000;

/** What goes from a worker to the primary. */
export type MetricsToPrimary =
  | { readonly wantMetrics: number }
  | { readonly metrics: readonly Metric[]; readonly round: number };

/** What goes from the primary to a worker. */
export type MetricsToWorker =
  | { readonly reportMetrics: number }
  | { readonly allMetrics: readonly (readonly Metric[])[]; readonly asked: number };

/** The primary's side: takes every message that a worker sent. */
export function createMetricsRelay<Worker>(
  workers: Iterable<Worker>,
  send: (worker: Worker, message: MetricsToWorker) => void,
) {
  let lastRound = 0;
  const rounds = new Map<number, { waiting: Set<Worker>; reports: (readonly Metric[])[]; finish: () => void }>();

  function start(asker: Worker, asked: number): void {
    lastRound += 1;
    const round = lastRound;
    const waiting = new Set(workers);
    const reports: (readonly Metric[])[] = [];
    const timer = setTimeout(() => finish(), maxWaitMs);
    const finish = () => {
      clearTimeout(timer);
      rounds.delete(round);
      send(asker, { allMetrics: reports, asked });
    };
    rounds.set(round, { waiting, reports, finish });
    for (const worker of waiting) send(worker, { reportMetrics: round });
  }

  return {
    take(worker: Worker, message: object): void {
      if ('wantMetrics' in message) start(worker, message.wantMetrics as number);
      if (!('metrics' in message)) return;
      const { metrics, round } = message as { metrics: Metric[]; round: number };
      const open = rounds.get(round);
      if (open === undefined || !open.waiting.delete(worker)) return;
      open.reports.push(metrics);
      if (open.waiting.size === 0) open.finish();
    },
  };
}

/** The worker's side. Without a primary it is the only one. */
export function openReports(report: () => Metric[]): {
  gather(): Promise<readonly (readonly Metric[])[]>;
  close(): void;
} {
  if (!cluster.isWorker) return { gather: async () => [report()], close: () => {} };
  let last = 0;
  const asking = new Map<number, (reports: readonly (readonly Metric[])[]) => void>();
  const tell = (message: MetricsToPrimary) => process.send?.(message);
  const take = (message: unknown) => {
    if (typeof message !== 'object' || message === null) return;
    if ('reportMetrics' in message) tell({ metrics: report(), round: message.reportMetrics as number });
    if (!('allMetrics' in message)) return;
    const { allMetrics, asked } = message as { allMetrics: Metric[][]; asked: number };
    asking.get(asked)?.(allMetrics);
    asking.delete(asked);
  };
  process.on('message', take);
  return {
    gather: () =>
      new Promise((resolve) => {
        last += 1;
        asking.set(last, resolve);
        tell({ wantMetrics: last });
      }),
    close: () => void process.off('message', take),
  };
}
