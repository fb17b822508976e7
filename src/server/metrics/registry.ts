// What one process counts and measures, as a plain value that can be sent to another process, and as Prometheus text. Values of
// several processes become one: what is counted is added up, what is measured is reported per worker. [running.metrics]

export type Labels = Readonly<Record<string, string | number>>;

export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** The name's ending, the labels as they are written, the value. */
  readonly samples: readonly (readonly [suffix: string, labels: string, value: number])[];
}

export interface Registry {
  /** A duration in seconds, counted by its labels. */
  observeRequest(labels: Labels, seconds: number): void;
  report(): Metric[];
}

const buckets = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30];

export const contentType = 'text/plain; version=0.0.4; charset=utf-8';

export function createRegistry(readProcess: () => Metric[]): Registry {
  /** By labels: how many were in each bucket and above all of them, and the sum. */
  const requests = new Map<string, { counts: number[]; sum: number }>();

  function requestMetric(): Metric {
    const samples = [...requests].flatMap(([labels, { counts, sum }]) => {
      let total = 0;
      const lines = counts.map((count, at) => {
        total += count;
        return ['_bucket', `le="${buckets[at] ?? '+Inf'}",${labels}`, total] as const;
      });
      return [...lines, ['_sum', labels, sum] as const, ['_count', labels, total] as const];
    });
    const help = 'How long requests took, by route and status.';
    return { name: 'formstead_request_seconds', help, type: 'histogram', samples };
  }

  return {
    observeRequest(labels, seconds) {
      const key = writeLabels(labels);
      const of = requests.get(key) ?? { counts: Array.from({ length: buckets.length + 1 }, () => 0), sum: 0 };
      requests.set(key, of);
      const at = buckets.findIndex((bound) => seconds <= bound);
      of.counts[at === -1 ? buckets.length : at]! += 1;
      of.sum += seconds;
    },
    report: () => [requestMetric(), ...readProcess()],
  };
}

/** One report per worker. */
export function writeMetrics(reports: readonly (readonly Metric[])[]): string {
  const all = new Map<string, { metric: Metric; values: Map<string, number> }>();
  const workers: Metric = {
    name: 'formstead_workers',
    help: 'Processes that serve and have reported.',
    type: 'gauge',
    samples: [['', '', reports.length]],
  };
  all.set(workers.name, { metric: workers, values: new Map([[workers.name, reports.length]]) });
  for (const [at, report] of reports.entries()) {
    for (const metric of report) {
      const { name, type, samples } = metric;
      const { values } = all.get(name) ?? { values: new Map<string, number>() };
      all.set(name, { metric, values });
      const isPerWorker = type === 'gauge' && reports.length > 1;
      for (const [suffix, labels, value] of samples) {
        const own = isPerWorker ? [labels, `worker="${at + 1}"`].filter((part) => part !== '').join(',') : labels;
        const line = `${name}${suffix}${own === '' ? '' : `{${own}}`}`;
        values.set(line, (values.get(line) ?? 0) + value);
      }
    }
  }
  const texts = [...all.values()].map(({ metric: { name, help, type }, values }) => {
    const lines = [...values].map(([line, value]) => `${line} ${value}\n`);
    return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
  });
  return texts.join('\n');
}

export function writeLabels(labels: Labels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${escapeLabel(String(value))}"`)
    .join(',');
}

const escapes: Record<string, string> = { '\\': '\\\\', '"': '\\"', '\n': '\\n' };

function escapeLabel(value: string): string {
  return value.replace(/[\\"\n]/g, (character) => escapes[character]!);
}
