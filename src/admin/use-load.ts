// Something that a page loads: what there is so far, what went wrong, and how to load it again.
import { useCallback, useEffect, useReducer, useRef } from 'preact/hooks';

export interface Load<Value> {
  /** The latest value; stays while it is loaded again. */
  readonly value: Value | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  readonly reload: () => void;
  /** After a change that the page knows the outcome of. */
  readonly setValue: (value: Value) => void;
}

interface State<Value> {
  value: Value | undefined;
  error: unknown;
  isLoading: boolean;
}

/** Loads at first and whenever one of `about` changes; a response that comes too late is dropped. */
export function useLoad<Value>(load: (signal: AbortSignal) => Promise<Value>, about: readonly unknown[]): Load<Value> {
  const state = useRef<State<Value>>({ value: undefined, error: undefined, isLoading: true });
  const [turn, redraw] = useReducer((count: number) => count + 1, 0);
  const [again, reload] = useReducer((count: number) => count + 1, 0);
  const latest = useRef(load);
  latest.current = load;
  void turn;

  // What it is about is the caller's to say.
  useEffect(() => {
    const stop = new AbortController();
    const settle = (part: Partial<State<Value>>) => {
      if (stop.signal.aborted) return;
      state.current = { ...state.current, isLoading: false, ...part };
      redraw(0);
    };
    state.current = { ...state.current, isLoading: true, error: undefined };
    redraw(0);
    latest.current(stop.signal).then(
      (value) => settle({ value, error: undefined }),
      (error: unknown) => settle({ error }),
    );
    return () => stop.abort();
  }, [...about, again]);

  const setValue = useCallback((value: Value) => {
    state.current = { ...state.current, value };
    redraw(0);
  }, []);
  return { ...state.current, reload: () => reload(0), setValue };
}
