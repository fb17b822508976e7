import { expect, test } from 'vitest';
import { createFairStart } from './fair-start.ts';

function spend(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

test('[limits.fair-turns] 300 requests of one caller: another caller begins next; all are answered, in their order', async () => {
  const start = createFairStart({ hasOthers: () => true });
  const begun: string[] = [];
  const send = (name: string) =>
    start({ caller: name.slice(0, 1), bytes: 10 }, async () => {
      begun.push(name);
      spend(1);
      return name;
    });
  const all = Array.from({ length: 300 }, (_, n) => send(`a${n}`));
  await new Promise((resolve) => setTimeout(resolve, 20));
  const before = begun.length;
  expect(before).toBeLessThan(300);
  all.push(send('b0'), send('b1'));
  expect(await all.at(-1)).toBe('b1');
  // Between the two of b there is one of a.
  expect(begun.indexOf('b0')).toBeLessThanOrEqual(before + 1);
  expect(begun.indexOf('b1') - begun.indexOf('b0')).toBe(2);
  expect(await Promise.all(all)).toHaveLength(302);
  expect(begun.filter((name) => name.startsWith('a'))).toEqual(Array.from({ length: 300 }, (_, n) => `a${n}`));
});

test('[limits.event-loop] work that a request goes on with at once is part of its turn', async () => {
  const start = createFairStart({ hasOthers: () => true });
  let inTurn = 0;
  let most = 0;
  let isOver = false;
  const look = () => {
    most = Math.max(most, inTurn);
    inTurn = 0;
    // After the callbacks of this turn.
    if (!isOver) setTimeout(look, 0);
  };
  look();
  await Promise.all(
    Array.from({ length: 60 }, () =>
      start({ caller: 'a', bytes: 10 }, async () => {
        await Promise.resolve();
        inTurn += 1;
        spend(2);
      }),
    ),
  );
  isOver = true;
  most = Math.max(most, inTurn);
  // 5 ms a turn, and what began last.
  expect(most).toBeLessThan(10);
});

test('[limits.fair-turns] a request alone begins at once; one that throws fails alone', async () => {
  const start = createFairStart({ hasOthers: () => true });
  let hasBegun = false;
  const first = start({ caller: 'a', bytes: 0 }, async () => {
    hasBegun = true;
  });
  expect(hasBegun).toBe(true);
  const broken = start({ caller: 'a', bytes: 0 }, () => {
    throw new Error('broken');
  });
  const next = start({ caller: 'b', bytes: 0 }, async () => 'done');
  await expect(broken).rejects.toThrow('broken');
  expect(await next).toBe('done');
  await first;
});

test('[limits.fair-turns] after a large body its caller pauses while others are there; other callers and small bodies do not wait', async () => {
  for (const hasOthers of [true, false]) {
    const start = createFairStart({ hasOthers: () => hasOthers });
    const begun: string[] = [];
    const send = (name: string, bytes: number) =>
      start({ caller: name.slice(0, 1), bytes }, async () => {
        begun.push(name);
        if (name === 'a2') throw new Error('refused');
        return name;
      });
    const all = ['a1', 'a2', 'a3', 'b1'].map((name) => send(name, 900_000));
    const refused = expect(all[1]).rejects.toThrow('refused');
    all.push(send('a4', 10));
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(begun.sort()).toEqual(hasOthers ? ['a1', 'a4', 'b1'] : ['a1', 'a2', 'a3', 'a4', 'b1']);
    await refused;
    expect(await all[2]).toBe('a3');
  }
});
