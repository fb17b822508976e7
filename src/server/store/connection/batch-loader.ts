// Shares look-ups: keys asked for while a query is in progress go into the next one. A response is never older than its
// question, so a key revoked a moment ago is seen as revoked, and a busy server still asks the database only now and then.
import { AsyncLocalStorage } from 'node:async_hooks';

export type Load<Value, Key = string> = (key: Key) => Promise<Value | undefined>;

export function createBatchLoader<Value, Key = string>(options: {
  load: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>;
  maxInFlight: number;
}): Load<Value, Key> {
  interface Waiting {
    readonly key: Key;
    readonly resolve: (value: Value | undefined) => void;
    readonly reject: (reason: unknown) => void;
  }
  let waiting: Waiting[] = [];
  let inFlight = 0;
  // What several requests share carries the label of none of them.
  const runForAll = AsyncLocalStorage.snapshot();

  function start(): void {
    const batch = waiting;
    waiting = [];
    inFlight += 1;
    const keys = [...new Set(batch.map((one) => one.key))];
    runForAll(options.load, keys)
      .then(
        (found) => {
          for (const one of batch) one.resolve(found.get(one.key));
        },
        (reason: unknown) => {
          for (const one of batch) one.reject(reason);
        },
      )
      .finally(() => {
        inFlight -= 1;
        if (waiting.length > 0) start();
      });
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      // After this turn of the event loop: requests that arrived together go together.
      if (inFlight < options.maxInFlight && waiting.length === 1) setImmediate(() => waiting.length > 0 && start());
    });
}
