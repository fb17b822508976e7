// How processor time grows with the input. Work that is linear takes twice as long for twice the input; this tells it from work
// that takes four times as long, also on a busy machine: by the least of several runs, over three doublings at once, and where
// times are so short that they may be noise, once more with longer input.

import { cpuMilliseconds, pause } from '../support/cpu-time.ts';

export interface Growth {
  /** Characters at the start; the end has eight times as many. */
  readonly size: number;
  readonly startMs: number;
  readonly endMs: number;
}

/** The most that one doubling of the input may multiply the time by. */
const maxPerDoubling = 2.3;
const doublings = 3;
/** From here on a time is more than noise. */
const measurableMs = 1.5;
const certainMs = 15;
/** Whatever takes so little for 131,072 characters takes no more than 200 ms for 1 MB, even if it is quadratic. */
const quickMs = 3;
const firstSize = 1_024;
const usualStart = 16_384;
/** Where the short look starts, and what it does not take further: even cubic work ends within half a minute. */
const shortStart = 2_048;
const shortQuickMs = quickMs / (usualStart / shortStart) ** 2;
const slowMs = 50;
/** Longer texts would measure the garbage collector: strings of megabytes go to memory of their own. */
const lastStart = 32_768;
/**
 * Other work on the machine only ever adds time, and sometimes for a while: an excess is believed when it was there each time over
 * this much of it.
 */
const doubtMs = 60_000;

/** Undefined where the growth is that of linear work. */
export function findExcess<Input>(make: (size: number) => Input, run: (input: Input) => unknown): Growth | undefined {
  const measurable = findMeasurable(make, run);
  const first = measurable === undefined ? firstLook(make, run) : nothingMeasured;
  if (first.endMs <= quickMs) return undefined;
  let size = measurable?.size ?? usualStart;
  let least: Times = { startMs: measurable?.startMs ?? first.startMs, endMs: first.endMs };
  // With those before, the shorter work is measured three times.
  let rounds = measurable === undefined ? 2 : 1;
  const start = performance.now();
  for (;;) {
    least = measure(make(size), make(size * 2 ** doublings), run, least, rounds);
    rounds = 3;
    const { startMs, endMs } = least;
    if (endMs <= quickMs || !isTooMuch(least)) return undefined;
    if (isCertain(least) || performance.now() - start > doubtMs) return { size, startMs, endMs };
    if (startMs < certainMs && size < lastStart) {
      size *= 2;
      least = nothingMeasured;
    }
    collectGarbage();
    pause();
  }
}

/**
 * The same verdict for far less work, wherever growth shows in shorter texts already: what looks as if it grew too fast there is
 * measured as above before it is believed.
 */
export function findExcessSoon<Input>(
  make: (size: number) => Input,
  run: (input: Input) => unknown,
): Growth | undefined {
  return looksExcessive(make, run) ? findExcess(make, run) : undefined;
}

/** The short look alone: true for all that grows too fast, and at times for what does not. */
export function looksExcessive<Input>(make: (size: number) => Input, run: (input: Input) => unknown): boolean {
  const start = make(shortStart);
  const took = (input: Input) => cpuMilliseconds(() => run(input));
  let startMs = took(start);
  if (startMs > slowMs) return true;
  const end = make(shortStart * 2 ** doublings);
  let endMs = took(end);
  // As long as those above it would be quick all the same, if it were quadratic.
  if (endMs <= shortQuickMs) return false;
  // The first runs were those of cold code, which hides growth.
  for (let round = 0; round < 2; round++) startMs = Math.min(startMs, took(start));
  for (let round = 0; round < 3 && isTooMuch({ startMs, endMs }) && endMs < 50 * startMs; round++) {
    endMs = Math.min(endMs, took(end));
  }
  return isTooMuch({ startMs, endMs });
}

type Times = Omit<Growth, 'size'>;

const nothingMeasured: Times = { startMs: Number.POSITIVE_INFINITY, endMs: Number.POSITIVE_INFINITY };

/** The least of what was measured before and now. The shorter work is measured several times: an accident there would hide growth. */
function measure<Input>(
  start: Input,
  end: Input,
  run: (input: Input) => unknown,
  before: Times,
  startRounds: number,
): Times {
  let { startMs, endMs } = before;
  for (let round = 0; round < startRounds; round++)
    startMs = Math.min(
      startMs,
      cpuMilliseconds(() => run(start)),
    );
  // Again at once where it took long: the first run after garbage was collected pays for its memory.
  for (let round = 0; round < 3 && endMs > quickMs && isTooMuch({ startMs, endMs }); round++) {
    endMs = Math.min(
      endMs,
      cpuMilliseconds(() => run(end)),
    );
    if (endMs > 50 * startMs) break;
  }
  return { startMs, endMs };
}

/**
 * The size at which the work becomes measurable, if that is below the usual start: what takes long for a short text is not given a long one
 * first. On the way there its code becomes as fast as it gets.
 */
function findMeasurable<Input>(
  make: (size: number) => Input,
  run: (input: Input) => unknown,
): { readonly size: number; readonly startMs: number } | undefined {
  for (let size = firstSize; size < usualStart; size *= 2) {
    const input = make(size);
    const took = () => cpuMilliseconds(() => run(input));
    const once = took();
    if (once < measurableMs) continue;
    const startMs = Math.min(once, took());
    if (startMs >= measurableMs) return { size, startMs };
  }
  return undefined;
}

/** Most are quick, at the first try; the longer text only where the shorter one tells that it will not take for ever. */
function firstLook<Input>(make: (size: number) => Input, run: (input: Input) => unknown): Times {
  const took = (size: number) => {
    const input = make(size);
    return cpuMilliseconds(() => run(input));
  };
  const startMs = took(usualStart);
  return { startMs, endMs: startMs <= quickMs / 2 ? took(usualStart * 2 ** doublings) : Number.POSITIVE_INFINITY };
}

function isTooMuch({ startMs, endMs }: Times): boolean {
  return endMs > startMs * maxPerDoubling ** doublings;
}

/** So much more is not noise: no need to look at it for a minute. */
function isCertain({ startMs, endMs }: Times): boolean {
  return startMs >= certainMs && endMs > startMs * 3.3 ** doublings;
}

/** What others left behind is not counted against whom it is measured with; the run of these tests has the function. */
function collectGarbage(): void {
  (globalThis as { gc?: () => void }).gc?.();
}
