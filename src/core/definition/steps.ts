// Work that stops now and then, so that a server can do something else in between: compiling the largest form takes most
// of a second.

/** Stops at each `yield`, and may be resumed at once or later. A step takes about a millisecond. */
export type Steps<T> = Generator<void, T, void>;

/** What takes a microsecond or so is done this many times between two stops. */
export const many = 500;

export function runAtOnce<T>(steps: Steps<T>): T {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}
