// What deploy/ has to copy: settings that exist with values that are accepted, ports and paths that agree, times that fit.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig } from '../src/server/base/config.ts';
import { secretFileNames } from '../src/server/base/config-secrets.ts';
import { type Settings, settingNames } from '../src/server/base/settings.ts';

const root = resolve(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
// biome-ignore lint/suspicious/noExplicitAny: documents of other programs, looked at piece by piece.
type Yaml = any;

const dockerfile = read('deploy/Dockerfile');
const compose: Yaml = parse(read('deploy/compose.yaml'));
const cluster: Yaml = parse(read('deploy/compose.cluster.yaml'), { merge: true });
const kubernetes: Yaml[] = parseAllDocuments(read('deploy/kubernetes/formstead.yaml')).map((one) => one.toJS());
const database: Yaml = parse(read('deploy/kubernetes/database.yaml'));
const deployment = kubernetes.find(({ kind }) => kind === 'Deployment');
const [container] = deployment.spec.template.spec.containers;

const imageSettings = Object.fromEntries(
  [...(/^ENV (.*)$/m.exec(dockerfile)?.[1] ?? '').matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
);
const unit = read('deploy/formstead.service');
const unitSettings = Object.fromEntries(
  [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) => line.split(' ').map((pair) => pair.split('='))),
);
/** As compose does: `${NAME:-default}` is the default. */
const composeSettings = (environment: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, String(value).replace(/^\$\{\w+:-(.*)\}$/, '$1')]),
  );
const podSettings: Record<string, string> = Object.fromEntries(
  container.env.map(({ name, value }: { name: string; value?: string }) => [
    name,
    name === 'DATABASE_URL' ? 'postgresql://u:p@formstead-db-rw:5432/formstead' : (value ?? ''),
  ]),
);
const composed = composeSettings(compose.services.formstead.environment);
/** Made for the address of the standby alone. */
const parts = ['DATABASE_USER', 'DATABASE_PASSWORD'];

const all: [string, Record<string, string | undefined>][] = [
  ['Dockerfile', imageSettings],
  ['compose.yaml', composed],
  ['compose.cluster.yaml', composeSettings(cluster.services['formstead-1'].environment)],
  ['formstead.yaml', podSettings],
  ['formstead.service', unitSettings],
];

test.each(all)('[house] deploy: the settings in %s exist and are accepted', (_file, settings) => {
  const names = Object.keys(settings).filter((name) => name !== 'NODE_ENV' && !parts.includes(name));
  expect(names.length).toBeGreaterThan(2);
  expect(names.filter((name) => !(settingNames as readonly string[]).includes(name))).toEqual([]);
  const given: Record<string, string> = {};
  for (const name of names) {
    const value = settings[name] as string;
    // Files of secrets are not here: something that would be in them is.
    if (name.endsWith('_FILE')) given[name.slice(0, -'_FILE'.length)] = secretOf(name);
    else if (value !== '') given[name] = value;
  }
  expect(() => readConfig(given as Settings)).not.toThrow();
});

function secretOf(name: string): string {
  if (name.startsWith('DATABASE')) return 'postgres://u:p@host:5432/forms';
  return name.startsWith('SMTP') ? 'smtp://u:p@host:587' : 'a secret of some length';
}

test('[house] deploy: every setting is documented', () => {
  const page = read('docs/settings.md');
  const isFile = (name: string) => (secretFileNames as readonly string[]).includes(name);
  const missing = settingNames.filter((name) => !page.includes(`\`${isFile(name) ? name.slice(0, -5) : name}\``));
  expect(missing).toEqual([]);
});

test('[house] deploy: ports, health checks and addresses agree', () => {
  const port = String(imageSettings['PORT']);
  expect(dockerfile).toContain(`EXPOSE ${port}\n`);
  expect(dockerfile).toMatch(/HEALTHCHECK[\s\S]*process\.env\.PORT\}\/health`/);
  expect(compose.services.formstead.ports).toEqual([`127.0.0.1:${port}:${port}`]);
  const haproxy = read('deploy/proxy/haproxy.cfg');
  for (const name of ['formstead-1', 'formstead-2']) {
    expect(Object.keys(cluster.services)).toContain(name);
    expect(haproxy).toContain(`server ${name} ${name}:${port}`);
  }
  for (const file of ['haproxy.cfg', 'Caddyfile', 'traefik.yaml'])
    expect(read(`deploy/proxy/${file}`)).toMatch(/\/health\b/);
  for (const file of ['nginx.conf', 'Caddyfile', 'traefik.yaml']) {
    expect(read(`deploy/proxy/${file}`)).toContain(`127.0.0.1:${unitSettings['PORT']}`);
  }
  // The response to an export comes when its file is stored: none of them may give up before.
  const waits = { 'haproxy.cfg': 'timeout server 900s', 'nginx.conf': 'proxy_read_timeout 900s' };
  for (const [file, text] of Object.entries(waits)) expect(read(`deploy/proxy/${file}`)).toContain(text);
  const named = Object.fromEntries(
    container.ports.map((one: { name: string; containerPort: number }) => [one.name, String(one.containerPort)]),
  );
  expect(named).toEqual({ http: port, metrics: podSettings['METRICS_PORT'] });
  const { startupProbe, livenessProbe, readinessProbe } = container;
  expect([startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => [httpGet.path, httpGet.port])).toEqual([
    ['/health/live', 'http'],
    ['/health/live', 'http'],
    ['/health', 'http'],
  ]);
});

test('[house] deploy: Traefik: names refer to one another, and a look at the health ends before the next', () => {
  const { routers, services, middlewares, serversTransports } = (parse(read('deploy/proxy/traefik.yaml')) as Yaml).http;
  const { service, middlewares: used } = routers.formstead;
  const { healthCheck, serversTransport } = services[service].loadBalancer;
  expect(used.filter((name: string) => middlewares[name] === undefined)).toEqual([]);
  expect(Object.keys(serversTransports)).toEqual([serversTransport]);
  const seconds = (text: string) => Number(/^(\d+)s$/.exec(text)?.[1]);
  expect(seconds(healthCheck.interval)).toBeGreaterThan(seconds(healthCheck.timeout));
  expect(serversTransports[serversTransport].forwardingTimeouts.responseHeaderTimeout).toBe('900s');
});

test('[house] deploy: a Patroni that loses nothing, in times that fit; HAProxy and PgBouncer lead to it', () => {
  const { bootstrap, restapi, postgresql } = parse(read('deploy/patroni/patroni.yaml')) as Yaml;
  const { ttl, loop_wait: loopWait, retry_timeout: retry, ...dcs } = bootstrap.dcs;
  expect([dcs.synchronous_mode, dcs.synchronous_mode_strict]).toEqual([true, true]);
  expect(ttl).toBeGreaterThanOrEqual(20);
  expect(loopWait + 2 * retry).toBeLessThanOrEqual(ttl);
  // A node that vanished is unreachable before its lock ends (known for at most 1.5 times as long, then asked three times), and
  // asking for it again takes less than the 2 s that Patroni would wait.
  const sysctl = read('deploy/patroni/sysctl.conf');
  const numberOf = (name: string) =>
    Number(new RegExp(`^net.ipv4.neigh.default.${name} = (\\d+)$`, 'm').exec(sysctl)?.[1]);
  const asked = (3 * numberOf('retrans_time_ms')) / 1000;
  const known = (1.5 * numberOf('base_reachable_time_ms')) / 1000 + numberOf('delay_first_probe_time');
  expect([known + asked < ttl / 2, asked < 1]).toEqual([true, true]);
  const haproxy = read('deploy/patroni/haproxy.cfg');
  const [, port] = restapi.connect_address.split(':');
  expect(haproxy).toContain(` ${postgresql.connect_address} maxconn 100 check port ${port}\n`);
  expect(haproxy).toContain('on-marked-down shutdown-sessions');
  const pgbouncer = read('deploy/patroni/pgbouncer.ini');
  const [, proxyPort] = /bind 127\.0\.0\.1:(\d+)/.exec(haproxy) ?? [];
  expect(pgbouncer).toContain(`host=127.0.0.1 port=${proxyPort} `);
  // Callers get their 503 within 3 s.
  expect(Number(/^query_wait_timeout = (\d+)$/m.exec(pgbouncer)?.[1])).toBeLessThan(3);
});

test('[house] deploy: unit, image and compose can write where backups are documented to go', () => {
  const page = read('docs/operations.md');
  const typed = [...page.matchAll(/^npm run .*formstead -- backup (?:(?:list|drill) )?(\/\S+)/gm)].map(
    ([, path]) => path!,
  );
  const named = [...page.matchAll(/^\| `BACKUP_TO` \| `(\/[^`]+)`/gm)].map(([, path]) => path!);
  expect([typed.length > 2, named.length]).toEqual([true, 1]);
  const targets = [...new Set([...typed, ...named, String(composed['BACKUP_TO'])])];
  const isIn = (target: string, folders: readonly string[]) =>
    folders.some((folder) => target === folder || target.startsWith(`${folder}/`));
  const linesOf = (name: string) => [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, line]) => line!);
  const byUnit = [
    ...linesOf('StateDirectory').flatMap((line) => line.split(' ').map((name) => `/var/lib/${name}`)),
    ...linesOf('ReadWritePaths').flatMap((line) => line.split(' ').map((path) => path.replace(/^[-+]+/, ''))),
  ];
  expect(unit).toContain('ProtectSystem=strict');
  expect(targets.filter((target) => !isIn(target, byUnit))).toEqual([]);
  // What is not there when the unit starts is not there for it later either, and /var/backups belongs to root.
  const [, user] = /^User=(\w+)$/m.exec(unit) ?? [];
  for (const path of byUnit.filter((one) => !one.startsWith('/var/lib/'))) {
    expect(linesOf('ExecStartPre')).toContainEqual(
      expect.stringMatching(`^\\+/usr/bin/install -d .*-o ${user} .* ${path}$`),
    );
  }
  const [, volumes = ''] = /^VOLUME (.*)$/m.exec(dockerfile) ?? [];
  expect(targets.filter((target) => !isIn(target, volumes.split(' ')))).toEqual([]);
  for (const path of volumes.split(' ')) expect(dockerfile).toMatch(new RegExp(`chown 10001:0 .*${path}\\b`));
  const mounted = compose.services.formstead.volumes.map((one: string) => one.split(':')[1]);
  expect(targets.filter((target) => !isIn(target, mounted))).toEqual([]);
  expect(compose.services.formstead.volumes.map((one: string) => one.split(':')[0])).toEqual(
    Object.keys(compose.volumes),
  );
  // Several servers back up to a store; the bucket is made with the other.
  const [, bucket] = /^s3:\/\/([^/]+)/.exec(cluster.services['formstead-1'].environment.BACKUP_TO) ?? [];
  expect(cluster.services.bucket.command.join()).toContain(`store/${bucket}`);
  expect(podSettings['BACKUP_TO']).toMatch(/^s3:/);
});

test('[house] deploy: a stop has the time that it takes', () => {
  // docs/limits.md "Processes and the database": requests, jobs, closing connections.
  const needed = 30 + 10 + 3;
  const seconds = (text: string) => Number(/^(\d+)s$/.exec(text)?.[1]);
  expect(seconds(compose.services.formstead.stop_grace_period)).toBeGreaterThan(needed + 30);
  const { stop_grace_period: grace, environment } = cluster.services['formstead-1'];
  expect(seconds(grace)).toBeGreaterThan(needed + environment.DRAIN_SECONDS);
  const { terminationGracePeriodSeconds } = deployment.spec.template.spec;
  expect(terminationGracePeriodSeconds).toBeGreaterThan(needed + Number(podSettings['DRAIN_SECONDS']));
  // Not ready before the listener closes.
  const { periodSeconds, failureThreshold } = container.readinessProbe;
  expect(Number(podSettings['DRAIN_SECONDS'])).toBeGreaterThan(periodSeconds * failureThreshold);
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(needed + 30);
});

test('[house] deploy: Kubernetes documents refer to one another rightly', () => {
  const { template, selector } = deployment.spec;
  const labels = template.metadata.labels;
  expect(selector.matchLabels).toEqual(labels);
  const of = (kind: string) => kubernetes.find((one) => one.kind === kind);
  expect(of('Service').spec.selector).toEqual(labels);
  expect(of('PodDisruptionBudget').spec.selector.matchLabels).toEqual(labels);
  expect(of('PodDisruptionBudget').spec.minAvailable).toBeLessThan(deployment.spec.replicas);
  const [{ targetPort, name }] = of('Service').spec.ports;
  expect(container.ports.map((one: { name: string }) => one.name)).toContain(targetPort);
  const { service } = of('Ingress').spec.rules[0].http.paths[0].backend;
  expect([service.name, service.port.name]).toEqual([of('Service').metadata.name, name]);
  const volumes = template.spec.volumes.map((one: { name: string }) => one.name);
  expect(container.volumeMounts.map((one: { name: string }) => one.name)).toEqual(volumes);
  const mounted = container.volumeMounts.find((one: { name: string }) => one.name === 'secrets').mountPath;
  const files = Object.entries(podSettings).filter(([setting]) => setting.endsWith('_FILE'));
  expect(files.length).toBeGreaterThan(2);
  for (const [, path] of files) expect(path.startsWith(`${mounted}/`)).toBe(true);
  // CloudNativePG names secret and services after its cluster.
  const names = container.env.flatMap((one: Yaml) => one.valueFrom?.secretKeyRef?.name ?? []);
  expect(new Set(names)).toEqual(new Set([`${database.metadata.name}-app`]));
  expect(podSettings['DATABASE_READ_URL']).toContain(`@${database.metadata.name}-ro:5432/`);
  expect(container.securityContext.readOnlyRootFilesystem).toBe(true);
});

test('[house] deploy: the image has every script that the package has, and what is copied is there', () => {
  const { files, bin } = JSON.parse(read('package.json')) as { files: string[]; bin: { formstead: string } };
  for (const script of files.filter((name) => name.startsWith('scripts/'))) expect(dockerfile).toContain(script);
  expect(dockerfile).toContain(`/app/${bin.formstead}`);
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.*)$/gm)].flatMap(([, line = '']) =>
    line.split(' ').slice(0, -1),
  );
  expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  for (const { file } of Object.values(cluster.secrets as Record<string, { file: string }>)) {
    expect(read('deploy/compose.cluster.yaml')).toContain(`> ${file.split('/').at(-1)}`);
  }
});

test('[house] deploy: every alert has a case in which it fires', () => {
  const names = (text: string, pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, name]) => name));
  const alerts = names(read('deploy/monitoring/alerts.yaml'), /- alert: (\w+)/g);
  expect(alerts.size).toBeGreaterThan(10);
  expect(names(read('test/monitoring/alerts.test.yaml'), /alertname: (\w+)\n +exp_alerts:/g)).toEqual(alerts);
});

test('[house] deploy: alerts and the dashboard ask for metrics that there are', () => {
  const source = [
    'program/service-metrics',
    'program/meters',
    'http/metrics',
    'base/metrics/process-metrics',
    'base/metrics/registry',
    'backup/schedule',
  ]
    .map((name) => read(`src/server/${name}.ts`))
    .join();
  for (const file of ['alerts.yaml', 'dashboard.json']) {
    const names = new Set(read(`deploy/monitoring/${file}`).match(/\b(?:formstead|nodejs|process)_[a-z0-9_]+/g));
    expect(names.size).toBeGreaterThan(8);
    const unknown = [...names].filter((name) => !source.includes(`'${name.replace(/_(?:bucket|sum|count)$/, '')}'`));
    expect(unknown).toEqual([]);
  }
});
