// Against a set that takes a list in parts and fails as told: what it holds afterwards, and what is sent again.
import { expect, test } from 'vitest';
import { ApiError } from '../../client/call-api.ts';
import type { NewOption } from './read-options.ts';
import { type ListOutcome, sendList } from './send-list.ts';

// Each is too large to share a request with another.
const large: NewOption[] = ['a', 'b', 'c'].map((letter) => ({ value: letter.repeat(1_200_000) }));

/** Fails at the requests that are named, before or after they did something. */
function fakeSet(mishaps: Record<number, 'lost request' | 'lost response' | 'gone'> = {}) {
  let held = ['old'];
  let uploads = 0;
  let parts: string[][] = [];
  const calls: string[] = [];
  const letters = (options: readonly NewOption[]) => options.map(({ value }) => value[0]!);
  const request = async (name: string, work: () => void) => {
    calls.push(name);
    const mishap = mishaps[calls.length];
    if (mishap === 'gone') throw new ApiError(404);
    if (mishap !== 'lost request') work();
    if (mishap !== undefined) throw new ApiError(0);
  };
  return {
    calls,
    held: () => held.join(''),
    send: (options: readonly NewOption[], from?: ListOutcome['upload'], isStopped = () => false) =>
      sendList({
        options,
        from,
        replace: (some) =>
          request('replace', () => {
            held = letters(some);
          }),
        async begin() {
          await request('begin', () => {
            uploads += 1;
            parts = [];
          });
          return { id: `upload ${uploads}` };
        },
        // As the service does: a part that is there already changes nothing.
        send: (_id, part, some) =>
          request(`part ${part}`, () => {
            parts[part - 1] ??= letters(some);
          }),
        finish: (_id, count) =>
          request(`finish ${count}`, () => {
            held = parts.flat();
          }),
        abandon: () =>
          request('abandon', () => {
            parts = [];
          }),
        onProgress: () => {},
        isStopped,
      }),
  };
}

test('[management] replacing: one request for a small list, parts for a large one', async () => {
  const small = fakeSet();
  expect(await small.send([{ value: 'x' }, { value: 'y' }])).toEqual({ end: 'done' });
  expect([small.held(), small.calls]).toEqual(['xy', ['replace']]);
  const set = fakeSet();
  expect(await set.send(large)).toEqual({ end: 'done' });
  expect([set.held(), set.calls]).toEqual(['abc', ['begin', 'part 1', 'part 2', 'part 3', 'finish 3']]);
});

test('[management] replacing: what fails leaves the old options, and goes on where it stopped', async () => {
  for (const mishap of ['lost request', 'lost response'] as const) {
    const set = fakeSet({ 3: mishap });
    const failed = await set.send(large);
    expect([failed.end, set.held()]).toEqual(['failed', 'old']);
    expect(await set.send(large, failed.upload)).toEqual({ end: 'done' });
    expect([set.held(), set.calls.filter((call) => call === 'part 1').length]).toEqual(['abc', 1]);
  }
  // Nobody heard that it was finished: finishing again is harmless.
  const set = fakeSet({ 5: 'lost response' });
  const failed = await set.send(large);
  expect(await set.send(large, failed.upload)).toEqual({ end: 'done' });
  expect([set.held(), set.calls.slice(-2)]).toEqual(['abc', ['finish 3', 'finish 3']]);
});

test('[management] replacing: an upload that is gone is begun again; one that is stopped is abandoned', async () => {
  const set = fakeSet({ 3: 'gone' });
  const failed = await set.send(large);
  expect([failed.end, failed.upload]).toEqual(['failed', undefined]);
  expect((await set.send(large, failed.upload)).end).toBe('done');
  expect(set.held()).toBe('abc');
  let steps = 0;
  const stopped = fakeSet();
  expect(await stopped.send(large, undefined, () => ++steps > 2)).toEqual({ end: 'stopped' });
  expect([stopped.held(), stopped.calls]).toEqual(['old', ['begin', 'part 1', 'part 2', 'abandon']]);
});
