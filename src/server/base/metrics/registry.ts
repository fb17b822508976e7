// What one process counts and measures, as a plain value that can be sent to another process, and as Prometheus text. Values of
// several processes become one: what is counted is added up, what is measured is reported per worker. [running.metrics]

/** Prometheus gives `job` and `instance` to every sample itself and renames ours, so that rules about them never match. */
export type Labels = Readonly<Record<string, string | number> & { job?: never; instance?: never }>;

export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** The name's ending, the labels as they are written, the value. */
  readonly samples: readonly (readonly [suffix: string, labels: string, value: number])[];
}

export const contentType = 'text/plain; version=0.0.4; charset=utf-8';

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
