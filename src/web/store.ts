// State that parts of a page follow: each says what it reads, and is drawn again only when that has changed. A page of this
// size needs no more than this; @preact/signals would be 2.8 kB of its 40.
import { useLayoutEffect, useReducer, useRef } from 'preact/hooks';

export interface Store<State> {
  get(): State;
  set(part: Partial<State>): void;
  /** Answers a function that ends it. */
  subscribe(listener: () => void): () => void;
}

export function createStore<State extends object>(first: State): Store<State> {
  let now = first;
  const listeners = new Set<() => void>();
  return {
    get: () => now,
    set(part) {
      now = { ...now, ...part };
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** What `read` gives now. The value keeps its identity while it stays the same. */
export function useSlice<Value>(
  { subscribe }: Pick<Store<unknown>, 'subscribe'>,
  read: () => Value,
  isSame: (one: Value, two: Value) => boolean = Object.is,
): Value {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const value = read();
  const shown = useRef({ value, read }).current;
  if (!isSame(shown.value, value)) shown.value = value;
  shown.read = read;
  useLayoutEffect(() => {
    return subscribe(() => {
      if (!isSame(shown.value, shown.read())) redraw(0);
    });
  }, [subscribe]);
  return shown.value;
}
