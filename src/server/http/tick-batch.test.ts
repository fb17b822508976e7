import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { findRequestScope, type RequestScope, runInScope } from '../base/request-scope.ts';
import { createTickBatch } from './tick-batch.ts';

test('[running.request-errors] each work of a batch runs in its own request, and one that fails loses none of the others', async () => {
  const batch = createTickBatch();
  const failed: string[] = [];
  const done: string[] = [];
  const names = ['a', 'b', 'c'];
  const scopes = names.map(
    (name): RequestScope => ({
      fail: (error) => void failed.push(`${name} ${(error as Error).message}`),
      caller: () => undefined,
      worksFor: () => {},
      untilFailed: () => new Promise<never>(() => {}),
    }),
  );
  for (const [place, scope] of scopes.entries()) {
    runInScope(scope, () =>
      batch(() => {
        if (place === 1) throw new Error('planted');
        done.push(`${names[place]} ${findRequestScope() === scope}`);
      }),
    );
  }
  await nextTurn();
  await nextTurn();
  expect({ failed, done }).toEqual({ failed: ['b planted'], done: ['a true', 'c true'] });
});
