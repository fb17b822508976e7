// What counts and what measures durations, by labels. [running.metrics]
import { type Labels, type Metric, writeLabels } from './registry.ts';

export interface Histogram {
  /** A duration in seconds. */
  observe(labels: Labels, seconds: number): void;
  report(): Metric;
}

const buckets = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30];

export function createHistogram(name: string, help: string): Histogram {
  /** By labels: how many were in each bucket and above all of them, and the sum. */
  const observed = new Map<string, { counts: number[]; sum: number }>();
  return {
    observe(labels, seconds) {
      const key = writeLabels(labels);
      const of = observed.get(key) ?? { counts: Array.from({ length: buckets.length + 1 }, () => 0), sum: 0 };
      observed.set(key, of);
      const at = buckets.findIndex((bound) => seconds <= bound);
      of.counts[at === -1 ? buckets.length : at]! += 1;
      of.sum += seconds;
    },
    report() {
      const samples = [...observed].flatMap(([labels, { counts, sum }]) => {
        let total = 0;
        const lines = counts.map((count, at) => {
          total += count;
          return ['_bucket', `le="${buckets[at] ?? '+Inf'}"${labels && `,${labels}`}`, total] as const;
        });
        return [...lines, ['_sum', labels, sum] as const, ['_count', labels, total] as const];
      });
      return { name, help, type: 'histogram', samples };
    },
  };
}

export function gauge(name: string, help: string, values: readonly (readonly [Labels, number])[]): Metric {
  return { name, help, type: 'gauge', samples: values.map(([labels, value]) => ['', writeLabels(labels), value]) };
}

/** A count that is kept elsewhere and only read here. */
export function counted(name: string, help: string, values: readonly (readonly [Labels, number])[]): Metric {
  return { ...gauge(name, help, values), type: 'counter' };
}
