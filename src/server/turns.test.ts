import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

function deferred() {
  let end = () => {};
  const promise = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { promise, end };
}
const soon = () => new Promise((resolve) => setImmediate(resolve));

test('[turns] so many at once, the others in the order they came; a failure frees its place', async () => {
  const turns = createTurns({ maxAtOnce: 2 });
  const works = Array.from({ length: 5 }, deferred);
  const started: number[] = [];
  const runs = works.map(({ promise }, place) =>
    turns.run(async () => {
      started.push(place);
      await promise;
      if (place === 1) throw new Error('failed');
      return place;
    }, undefined),
  );
  await soon();
  expect(started).toEqual([0, 1]);
  works[1]?.end();
  await expect(runs[1]).rejects.toThrow('failed');
  await soon();
  expect(started).toEqual([0, 1, 2]);
  for (const { end } of works) end();
  expect(await Promise.all([runs[0], runs[2], runs[3], runs[4]])).toEqual([0, 2, 3, 4]);
  expect(started).toEqual([0, 1, 2, 3, 4]);
  expect(await turns.run(async () => 'free again', undefined)).toBe('free again');
});

test('[turns] who goes away while waiting is never started and takes nobody else along', async () => {
  const turns = createTurns({ maxAtOnce: 1 });
  const first = deferred();
  const gone = new AbortController();
  const started: string[] = [];
  const start = (name: string, promise = Promise.resolve(), signal?: AbortSignal) =>
    turns.run(() => {
      started.push(name);
      return promise;
    }, signal);
  const running = start('first', first.promise);
  const leaving = start('leaving', undefined, gone.signal);
  const staying = start('staying', undefined, new AbortController().signal);
  gone.abort(new Error('gone'));
  await expect(leaving).rejects.toThrow('gone');
  await expect(start('too late', undefined, gone.signal)).rejects.toThrow('gone');
  expect(started).toEqual(['first']);
  first.end();
  await Promise.all([running, staying]);
  expect(started).toEqual(['first', 'staying']);
});
