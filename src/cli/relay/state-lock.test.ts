// One relay for a state file, also after one was killed.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isLocked, lockState } from './state-lock.ts';

const folder = mkdtempSync(join(tmpdir(), 'relay-lock-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('[relay.lock] the second is refused; once released, the next one has it', async () => {
  const path = join(folder, 'a.json');
  expect(await isLocked(path)).toBe(false);
  const first = await lockState(path);
  expect(await isLocked(path)).toBe(true);
  await expect(lockState(path)).rejects.toThrow(`Another relay works with ${path}.`);
  // One of another file with a longer name is not in the way.
  await (await lockState(`${path}.b`)).release();
  await first.release();
  await (await lockState(path)).release();
  expect(readdirSync(folder)).toEqual([]);
});

/** Listens as a relay does, in a process of its own. */
async function holdElsewhere(socket: string): Promise<ChildProcess> {
  const code = `require('net').createServer((s) => s.destroy()).listen(${JSON.stringify(socket)}, () => console.log('ready'))`;
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  return child;
}

test('[relay.lock] a killed one is in nobody\u2019s way', async () => {
  const path = join(folder, 'b.json');
  const child = await holdElsewhere(`${path}.0badcafe.lock`);
  await expect(lockState(path)).rejects.toThrow('Another relay');
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(readdirSync(folder)).toEqual(['b.json.0badcafe.lock']);
  const lock = await lockState(path);
  expect(readdirSync(folder)).toHaveLength(1);
  await lock.release();
});

test('[relay.lock] of many that begin together at most one has it at any time', async () => {
  const path = join(folder, 'c.json');
  let holders = 0;
  let most = 0;
  const ends = await Promise.allSettled(
    Array.from({ length: 8 }, async () => {
      const lock = await lockState(path);
      holders += 1;
      most = Math.max(most, holders);
      await new Promise((resolve) => setTimeout(resolve, 5));
      holders -= 1;
      await lock.release();
    }),
  );
  expect(most).toBeLessThanOrEqual(1);
  expect(ends).toHaveLength(8);
});

test('[relay.lock] a path that is too long for a lock is refused in words', async () => {
  await expect(lockState(join(folder, 'x'.repeat(120)))).rejects.toThrow('too long for its lock');
});
