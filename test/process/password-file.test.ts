// Passwords of commands that do not stand in the list of processes: from a file and from standard input.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { copyServedFolder } from '../support/served-folder.ts';
import { buildServer, endAll, runCommand, startProcess } from '../support/server-process.ts';

beforeAll(buildServer, 180_000);
afterEach(endAll);

test('[running.commands] [identity.user] [heavy] --password-file: a file, or standard input; a user may be without a password', async () => {
  const dataDir = copyServedFolder();
  const server = await startProcess(dataDir);
  const logIn = async (password: string) =>
    (await server.call('POST', '/auth/login', { body: { email: 'ann@example.com', password } })).status;
  const file = join(dataDir, 'password.txt');
  writeFileSync(file, 'from a file\n');
  const added = await runCommand(dataDir, ['user', 'add', '--email', 'ann@example.com', '--password-file', file]);
  expect([added.code, Object.keys(JSON.parse(added.stdout))]).toEqual([0, ['user', 'account']]);
  expect(await logIn('from a file')).toBe(200);

  const change = ['user', 'password', '--email', 'ann@example.com'];
  const changed = await runCommand(dataDir, [...change, '--password-file', '-'], {}, ' from input \r\n');
  expect([changed.code, JSON.parse(changed.stdout)]).toEqual([0, JSON.parse(added.stdout)]);
  expect([await logIn('from a file'), await logIn(' from input ')]).toEqual([401, 200]);

  for (const [args, message] of [
    [['--password', 'x', '--password-file', file], '--password and --password-file cannot be given together.'],
    [['--password-file', join(dataDir, 'missing')], '--password-file cannot be read: ENOENT'],
    [['--password-file', '-'], '--password is missing.'],
    [[], '--password is missing.'],
  ] as const) {
    const { code, stdout, stderr } = await runCommand(dataDir, [...change, ...args]);
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining(message)]);
  }

  // Nobody is asked where there is no terminal: the user has no password.
  const without = await runCommand(dataDir, ['user', 'add', '--email', 'pat@example.com']);
  expect([without.code, Object.keys(JSON.parse(without.stdout))]).toEqual([0, ['user', 'account']]);
  const pat = { email: 'pat@example.com', password: 'undefined' };
  expect((await server.call('POST', '/auth/login', { body: pat })).status).toBe(401);
  const unlinked = await runCommand(dataDir, ['user', 'unlink', '--email', 'PAT@example.com']);
  expect([unlinked.code, JSON.parse(unlinked.stdout)]).toEqual([0, { ...JSON.parse(without.stdout), unlinked: 0 }]);
});
