import { expect, test } from 'vitest';
import { createSlowFormLimiter } from './slow-form-limiter.ts';

/** A clock that moves only when a check says so. */
function setUp() {
  let time = 0;
  const now = () => time;
  const checks = createSlowFormLimiter(now, now);
  const started: string[] = [];
  const run = (form: { account: string }, name: string, ms: number) =>
    checks.run(form, async () => {
      started.push(name);
      time += ms;
      return name;
    });
  return { started, run };
}

test('[limits.fair-turns] quick checks wait for nobody; slow ones of an account run one at a time, a failure included', async () => {
  const { started, run } = setUp();
  const [slow, quick] = [{ account: 'a' }, { account: 'a' }];
  await run(slow, 'first', 40);
  const all = [run(slow, 'slow 1', 40), run(slow, 'slow 2', 1), run(quick, 'quick', 0), run({ account: 'b' }, 'b', 0)];
  await Promise.resolve();
  expect(started).toEqual(['first', 'slow 1', 'quick', 'b']);
  expect(await Promise.all(all)).toEqual(['slow 1', 'slow 2', 'quick', 'b']);
});

test('[limits.fair-turns] a form whose checks have become quick is free again', async () => {
  const { started, run } = setUp();
  const form = { account: 'a' };
  await run(form, 'first', 30);
  await run(form, 'queued', 0);
  const both = [run(form, 'one', 0), run(form, 'two', 0)];
  expect(started.slice(2)).toEqual(['one', 'two']);
  await Promise.all(both);
});

test('[limits.fair-turns] what a check waits for keeps nobody else of the account waiting; a failure is told', async () => {
  const { started, run } = setUp();
  const form = { account: 'a' };
  await run(form, 'first', 60);
  let answer = () => {};
  const now = () => started.length * 60;
  const checks = createSlowFormLimiter(now, now);
  const waitsForOthers = () =>
    new Promise<void>((resolve) => {
      started.push('asks elsewhere');
      answer = resolve;
    });
  await checks.run(form, async () => void started.push('slow'));
  const asking = checks.run(form, waitsForOthers);
  await expect(checks.run(form, () => Promise.reject(new Error('400')))).rejects.toThrow('400');
  answer();
  await asking;
  expect(started).toEqual(['first', 'slow', 'asks elsewhere']);
});
