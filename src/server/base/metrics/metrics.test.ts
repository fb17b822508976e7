import { expect, test } from 'vitest';
import { createMetricsRelay, type MetricsToWorker } from './gather-reports.ts';
import { createHistogram } from './instruments.ts';
import { type Metric, writeMetrics } from './registry.ts';

const size = (value: number): Metric => ({ name: 'size', help: 'Size.', type: 'gauge', samples: [['', '', value]] });

function reportOf(seconds: readonly number[], value: number): Metric[] {
  const requests = createHistogram('formstead_request_seconds', 'Requests.');
  for (const one of seconds) requests.observe({ method: 'GET', route: '/a"\\b\n', status: 200 }, one);
  return [requests.report(), size(value)];
}

test('[running.metrics] requests are counted by how long they took, each bucket with those below', () => {
  const lines = writeMetrics([reportOf([0.0005, 0.001, 0.3, 31], 5)]).split('\n');
  const labels = 'method="GET",route="/a\\"\\\\b\\n",status="200"';
  const bucket = (bound: string) => lines.find((line) => line.includes(`le="${bound}"`));
  expect(bucket('0.001')).toBe(`formstead_request_seconds_bucket{le="0.001",${labels}} 2`);
  expect(bucket('0.5')).toBe(`formstead_request_seconds_bucket{le="0.5",${labels}} 3`);
  expect(bucket('+Inf')).toBe(`formstead_request_seconds_bucket{le="+Inf",${labels}} 4`);
  expect(lines).toContain(`formstead_request_seconds_sum{${labels}} 31.3015`);
  expect(lines).toContain(`formstead_request_seconds_count{${labels}} 4`);
  expect(lines).toContain('# TYPE formstead_request_seconds histogram');
  expect(lines).toContain('size 5');
});

test('[running.metrics] of several workers: what is counted is added up, what is measured is reported of each', () => {
  const lines = writeMetrics([reportOf([0.1, 0.1], 5), reportOf([0.1], 7)]).split('\n');
  expect(lines.filter((line) => line.startsWith('formstead_request_seconds_count'))).toEqual([
    'formstead_request_seconds_count{method="GET",route="/a\\"\\\\b\\n",status="200"} 3',
  ]);
  expect(lines.filter((line) => line.startsWith('size'))).toEqual(['size{worker="1"} 5', 'size{worker="2"} 7']);
  expect(lines).toContain('formstead_workers 2');
});

test('[running.metrics] whoever asks gets what every worker reports, each asked once a round', () => {
  const sent: [string, MetricsToWorker][] = [];
  const relay = createMetricsRelay(['a', 'b'], (worker, message) => sent.push([worker, message]));
  relay.take('a', { wantMetrics: 7 });
  relay.take('b', { wantMetrics: 3 });
  expect(
    sent.splice(0).map(([worker, message]) => [worker, (message as { reportMetrics: number }).reportMetrics]),
  ).toEqual([
    ['a', 1],
    ['b', 1],
    ['a', 2],
    ['b', 2],
  ]);
  relay.take('b', { metrics: [size(2)], round: 1 });
  relay.take('b', { metrics: [size(3)], round: 1 });
  expect(sent).toEqual([]);
  relay.take('a', { metrics: [size(1)], round: 1 });
  expect(sent.splice(0)).toEqual([['a', { allMetrics: [[size(2)], [size(1)]], asked: 7 }]]);
  relay.take('a', { listening: true });
  for (const worker of ['a', 'b']) relay.take(worker, { metrics: [], round: 2 });
  expect(sent).toEqual([['b', { allMetrics: [[], []], asked: 3 }]]);
});
