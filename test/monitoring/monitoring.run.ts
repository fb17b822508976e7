// `npm run test:monitoring`: promtool tests every alert rule, and a real Prometheus scrapes a service and finds the series that
// the alerts and the dashboard ask for.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { scratchFolder } from '../support/scratch-folder.ts';
import { copyServedFolder } from '../support/served-folder.ts';
import { endAll, findFreePort, startProcess } from '../support/server-process.ts';

const root = resolve(import.meta.dirname, '../..');
const ends: (() => unknown)[] = [];
afterAll(async () => {
  for (const end of ends.splice(0)) await end();
  await endAll();
});

function promtool(...args: string[]) {
  const { status, stdout, stderr, error } = spawnSync('promtool', args, { cwd: root, encoding: 'utf8' });
  if (error !== undefined) throw new Error('promtool is missing: apt install prometheus', { cause: error });
  return { status, output: stdout + stderr };
}

test('[running.metrics] promtool: the rules are valid, and each alert fires in its situation alone', () => {
  expect(promtool('check', 'rules', 'deploy/monitoring/alerts.yaml')).toMatchObject({ status: 0 });
  expect(promtool('test', 'rules', 'test/monitoring/alerts.test.yaml')).toMatchObject({ status: 0 });
});

test('[running.metrics] Prometheus keeps every label that the alerts select by', async () => {
  const server = await startProcess(copyServedFolder(), { METRICS: '1' });
  const target = new URL(server.url).host;
  const folder = mkdtempSync(join(scratchFolder(), 'formstead-prometheus-'));
  writeFileSync(
    join(folder, 'prometheus.yml'),
    `global: { scrape_interval: 1s }
rule_files: [${join(root, 'deploy/monitoring/alerts.yaml')}]
scrape_configs: [{ job_name: formstead, static_configs: [{ targets: ['${target}'] }] }]
`,
  );
  const address = `127.0.0.1:${await findFreePort()}`;
  const options = [`--config.file=${folder}/prometheus.yml`, `--storage.tsdb.path=${folder}/data`];
  const prometheus = spawn('prometheus', [...options, `--web.listen-address=${address}`], { stdio: 'ignore' });
  ends.push(() => prometheus.kill('SIGKILL'));
  const query = async (expression: string): Promise<{ metric: Record<string, string> }[]> => {
    const response = await fetch(`http://${address}/api/v1/query?query=${encodeURIComponent(expression)}`);
    return ((await response.json()) as { data: { result: { metric: Record<string, string> }[] } }).data.result;
  };
  await expect.poll(() => query('up{job="formstead"} == 1').catch(() => [])).toHaveLength(1);
  await expect.poll(() => query('formstead_job_last_success_seconds{name="chainAudit"}')).not.toEqual([]);
  const series = await query('{job="formstead"}');
  expect(series.length).toBeGreaterThan(50);
  // A label of ours that Prometheus wants for itself arrives under another name.
  expect(series.flatMap(({ metric }) => Object.keys(metric)).filter((name) => name.startsWith('exported_'))).toEqual(
    [],
  );
});
