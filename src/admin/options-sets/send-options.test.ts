// Against a set that counts what it was given and fails as told: which options are in afterwards, and is that what is said?
import { expect, test } from 'vitest';
import { ApiError } from '../../client/call-api.ts';
import type { NewOption } from './read-options.ts';
import { sendOptions } from './send-options.ts';

// Each is too large to share a request with another.
const options: NewOption[] = ['a', 'b', 'c', 'd'].map((letter) => ({ value: letter.repeat(1_200_000) }));

type Mishap = 'none' | 'refused' | 'lost request' | 'lost answer';

function set(mishaps: Record<number, Mishap>, isCountable = true) {
  const held: NewOption[] = [{ value: 'earlier' }];
  const progress: number[] = [];
  let requests = 0;
  return {
    held: () => held.slice(1).map(({ value }) => value[0]),
    progress,
    send: (from: number, isStopped: () => boolean = () => false) =>
      sendOptions({
        options,
        from,
        async add(some) {
          requests += 1;
          const mishap = mishaps[requests] ?? 'none';
          if (mishap === 'refused') throw new ApiError(403, { message: 'full' });
          if (mishap !== 'lost request') held.push(...some);
          if (mishap !== 'none') throw new ApiError(mishap === 'lost answer' ? 504 : 0);
        },
        async count() {
          if (!isCountable && requests > 0) throw new ApiError(0);
          return held.length;
        },
        onProgress: (added) => progress.push(added),
        isStopped,
      }),
  };
}

test('[management] adding options: all, in their order', async () => {
  const { send, held, progress } = set({});
  expect(await send(0)).toEqual({ added: 4, end: 'done' });
  expect(held()).toEqual(['a', 'b', 'c', 'd']);
  expect(progress).toEqual([1, 2, 3, 4]);
});

test('[management] adding options: stopped between two requests, and gone on from there', async () => {
  const { send, held, progress } = set({});
  expect(await send(0, () => progress.length === 2)).toEqual({ added: 2, end: 'stopped' });
  expect(held()).toEqual(['a', 'b']);
  expect(await send(2)).toEqual({ added: 4, end: 'done' });
  expect(held()).toEqual(['a', 'b', 'c', 'd']);
});

test.each<[Mishap, number, string[]]>([
  ['refused', 403, ['a']],
  ['lost request', 0, ['a']],
])(
  '[management] adding options: %s: the rest is tried again and nothing is in twice',
  async (mishap, status, before) => {
    const { send, held } = set({ 2: mishap });
    const outcome = await send(0);
    expect(outcome).toMatchObject({ added: 1, end: 'failed', error: { status } });
    expect(outcome.uncertain).toBeUndefined();
    expect(held()).toEqual(before);
    expect(await send(outcome.added)).toEqual({ added: 4, end: 'done' });
    expect(held()).toEqual(['a', 'b', 'c', 'd']);
  },
);

test('[management] adding options: a response that was lost: the count says that the options are in, and it goes on', async () => {
  const { send, held } = set({ 2: 'lost answer' });
  expect(await send(0)).toEqual({ added: 4, end: 'done' });
  expect(held()).toEqual(['a', 'b', 'c', 'd']);
});

test('[management] adding options: neither answer nor count: what is uncertain is reported', async () => {
  const { send } = set({ 2: 'lost answer' }, false);
  expect(await send(0)).toMatchObject({ added: 1, end: 'failed', uncertain: 1 });
});
