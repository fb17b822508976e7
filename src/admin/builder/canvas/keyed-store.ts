// Facts about many things of which few change at a time, such as which element is selected: only who follows a changed one is told.
import { useLayoutEffect, useReducer } from 'preact/hooks';

export interface KeyedStore<Value> {
  get(key: string): Value | undefined;
  /** Replaces everything; those whose value is another one are told. */
  put(all: ReadonlyMap<string, Value>): void;
  follow(key: string, listener: () => void): () => void;
}

export function createKeyedStore<Value>(isSame: (one: Value, two: Value) => boolean = Object.is): KeyedStore<Value> {
  let now: ReadonlyMap<string, Value> = new Map();
  const listeners = new Map<string, Set<() => void>>();
  const tell = (key: string) => {
    for (const listener of listeners.get(key) ?? []) listener();
  };
  return {
    get: (key) => now.get(key),
    put(all) {
      const before = now;
      now = all;
      for (const [key, value] of before) {
        const next = all.get(key);
        if (next === undefined || !isSame(value, next)) tell(key);
      }
      for (const key of all.keys()) if (!before.has(key)) tell(key);
    },
    follow(key, listener) {
      const own = listeners.get(key) ?? new Set();
      listeners.set(key, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0) listeners.delete(key);
      };
    },
  };
}

export function useKeyed<Value>(store: KeyedStore<Value>, key: string): Value | undefined {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => store.follow(key, () => redraw(0)), [store, key]);
  return store.get(key);
}
