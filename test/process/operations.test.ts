// What docs/operations.md says, done as it says it: a fresh machine restored from S3, looked at, and its people.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { documented, documentedLine } from '../support/documented-command.ts';
import { startS3 } from '../support/s3-server.ts';
import { copyServedFolder } from '../support/served-folder.ts';
import { endAll, findFreePort, makeDataFolder, runCommand, startProcess } from '../support/server-process.ts';

afterEach(endAll);

const admin = { ADMIN_EMAIL: 'alice@example.com', ADMIN_PASSWORD: 'a long enough password' };
const login = { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD };
const formSchema = { rootElem: { type: 'cSection', name: 'root', children: [{ type: 'fInput', name: 'name' }] } };

test('[running.restore] [running.health] [running.metrics] [running.commands.people] [heavy] a fresh machine is restored from S3 by one command, and watched', async () => {
  const s3 = await startS3();
  const { endpoint, bucket, accessKeyId, secretAccessKey } = s3.config;
  const source = copyServedFolder();
  const server = await startProcess(source, admin);
  const { token } = (await server.call('POST', '/auth/login', { body: login })).body;
  const form = (await server.call('POST', '/form', { token, body: { name: 'F', formSchema } })).body.id;
  const sent = await server.call('POST', '/entry/submit', { body: { form, data: { name: 'Ada' } } });
  const place = `s3://${bucket}/formstead`;
  const keys = { BACKUP_S3_ACCESS_KEY_ID: accessKeyId, BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey };
  const made = await runCommand(source, ['backup', place], { BACKUP_S3_ENDPOINT: endpoint, ...keys });
  expect(made.code, made.stderr).toBe(0);
  await server.end('SIGTERM');

  const fresh = makeDataFolder();
  const password = 'another long enough password';
  const files = { id: accessKeyId, key: secretAccessKey, password };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(fresh, name), `${content}\n`);
  const values = {
    's3://backups/formstead': place,
    '/var/lib/formstead': fresh,
    'https://s3.example.org': endpoint,
    '/etc/formstead/s3-id': join(fresh, 'id'),
    '/etc/formstead/s3-key': join(fresh, 'key'),
  };
  const command =
    'restore s3://backups/formstead --data-dir /var/lib/formstead --backup-s3-endpoint https://s3.example.org --backup-s3-access-key-id-file /etc/formstead/s3-id --backup-s3-secret-access-key-file /etc/formstead/s3-key';
  // Named as a folder of its own, so that nothing comes from another one.
  const restored = await runCommand(fresh, documented(command, values));
  expect(restored.code, restored.stderr).toBe(0);
  await s3.close();

  const metricsPort = String(await findFreePort());
  const again = await startProcess(fresh, { METRICS_PORT: metricsPort, WORKERS: '2' });
  const entry = await again.call('GET', `/entry/${sent.body.entry.id}`, { token });
  expect([entry.status, entry.body.data]).toEqual([200, { name: 'Ada' }]);
  const addresses = {
    'http://localhost:8080/health': `${again.url}/health`,
    'http://localhost:8080/health/live': `${again.url}/health/live`,
    'http://localhost:9464/metrics': `http://127.0.0.1:${metricsPort}/metrics`,
  };
  const type = (line: string) => execFileSync('sh', ['-c', documentedLine(line, addresses)], { encoding: 'utf8' });
  expect(JSON.parse(type('curl -sS http://localhost:8080/health'))).toEqual({ status: 'ok' });
  expect(JSON.parse(type('curl -sS http://localhost:8080/health/live'))).toMatchObject({ status: 'ok' });
  expect(type('curl -sS http://localhost:9464/metrics')).toMatch(/^formstead_workers(?:{.*})? 2$/m);

  const { accounts } = JSON.parse((await runCommand(fresh, ['account', 'list'])).stdout);
  const named = { ACCOUNT: accounts[0].id, 'new-password.txt': join(fresh, 'password') };
  for (const people of [
    'user add --email someone@example.org --account ACCOUNT',
    'user password --email someone@example.org --link',
    'user password --email someone@example.org --password-file new-password.txt',
  ]) {
    const done = await runCommand(fresh, documented(people, named));
    expect(done.code, done.stderr).toBe(0);
  }
  const someone = { email: 'someone@example.org', password };
  expect((await again.call('POST', '/auth/login', { body: someone })).status).toBe(200);
});
