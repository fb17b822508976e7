// `npm run test:limits`: the limits in full, of which `npm test` runs a sample. Arguments go to vitest.
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { setUp } from './setup.mjs';

const root = resolve(import.meta.dirname, '..');
const vitest = join(root, 'node_modules/vitest/vitest.mjs');

setUp();
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--project=limits', '--reporter=verbose', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit', env: { ...process.env, LIMITS: 'whole' } },
);
process.exitCode = status ?? 1;
