// `formstead sets ...` as it is run from a clone: the build, its own thread for reading, the embedded database for a moment.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const program = resolve(import.meta.dirname, '../../scripts/formstead.mjs');
const institutions = '5e750000000000000000000d';
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'formstead-command-'));
  writeFileSync(join(folder, 'sources.json'), '{"institutions":"file:institutions.txt"}');
});
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 }));

function run(...args: string[]) {
  const settings = ['--data-dir', join(folder, 'data'), '--sets-sources', join(folder, 'sources.json')];
  const result = spawnSync(process.execPath, [program, 'sets', ...args, ...settings], { encoding: 'utf8' });
  return { ...result, json: result.stdout === '' ? undefined : JSON.parse(result.stdout) };
}

test('[options-sets.maintained.refresh] one JSON object with a report, progress on standard error, 0 when it is done', () => {
  writeFileSync(join(folder, 'institutions.txt'), Array.from({ length: 60 }, (_, i) => `מכללה ${i}`).join('\n'));
  const first = run('refresh', 'institutions');
  expect([first.status, first.json]).toEqual([
    0,
    { sets: [{ set: 'institutions', id: institutions, outcome: 'refreshed', count: 60, warnings: [] }] },
  ]);
  expect(first.stderr).toContain(`reading ${join(folder, 'institutions.txt')}`);
  expect(first.stderr).toContain('institutions: refreshed, 60 options');
  const again = run('refresh', institutions);
  expect([again.status, again.json.sets[0].outcome]).toEqual([0, 'unchanged']);
});

test('[options-sets.maintained.refresh] a source that cannot be read: the report says why, and 1', () => {
  rmSync(join(folder, 'institutions.txt'));
  const { status, json } = run('refresh', 'institutions');
  const reason = `${join(folder, 'institutions.txt')}: there is no such file`;
  expect([status, json]).toEqual([
    1,
    { sets: [{ set: 'institutions', id: institutions, outcome: 'kept', count: 60, reason, warnings: [] }] },
  ]);
});

test('[running.commands] what is not a set or no such file is reported in one line, and 1', () => {
  expect(run('refresh', 'towns')).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringContaining('formstead: There is no maintained set "towns". There are: cities,'),
  });
  writeFileSync(join(folder, 'sources.json'), '{"institutions":"ftp://example.com"}');
  const { status, stdout, stderr } = run('refresh', 'institutions');
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain('must give an https: or file: address for "institutions".');
});

test('[options-sets.search.off] turned off and on again', () => {
  writeFileSync(join(folder, 'sources.json'), '{}');
  const name = 'Institutions of higher education';
  expect(run('autocomplete', institutions, 'off').json).toEqual({ set: institutions, name, autocomplete: 'off' });
  expect(run('autocomplete', 'institutions', 'on').json).toEqual({ set: institutions, name, autocomplete: 'on' });
  expect(run('autocomplete', 'institutions', 'maybe')).toMatchObject({ status: 1, stdout: '' });
});
