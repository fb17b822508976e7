// The order in which a set's options are searched: descending score, the shorter of equals, insertion order after that. A merge
// sort, because the built-in sort of a million scores would hold the event loop for half a second.
import type { Steps } from '../scheduling/run-in-slices.ts';

const itemsPerStep = 4096;

export interface Ranked {
  readonly scores: readonly number[];
  readonly lengths: readonly number[];
}

/** The indexes of `scores`, highest score first. */
export function* orderByScore(ranked: Ranked): Steps<Uint32Array> {
  const order = new Uint32Array(ranked.scores.length);
  let isInOrder = true;
  for (let i = 0; i < order.length; i++) {
    order[i] = i;
    if (i > 0 && !isBefore(ranked, i - 1, i)) isInOrder = false;
    if (i % itemsPerStep === 0) yield;
  }
  return isInOrder ? order : yield* mergeSort(order, ranked);
}

/** Or equal. */
function isBefore({ scores, lengths }: Ranked, a: number, b: number): boolean {
  const difference = scores[a]! - scores[b]!;
  return difference > 0 || (difference === 0 && lengths[a]! <= lengths[b]!);
}

function* mergeSort(order: Uint32Array, ranked: Ranked): Steps<Uint32Array> {
  let from: Uint32Array = order;
  let to: Uint32Array = new Uint32Array(order.length);
  for (let width = 1; width < order.length; width *= 2) {
    let untilYield = itemsPerStep;
    for (let start = 0; start < order.length; start += 2 * width) {
      const middle = Math.min(start + width, order.length);
      const end = Math.min(start + 2 * width, order.length);
      let left = start;
      let right = middle;
      for (let out = start; out < end; out++) {
        const takeLeft = left < middle && (right >= end || isBefore(ranked, from[left]!, from[right]!));
        to[out] = takeLeft ? from[left++]! : from[right++]!;
        if (--untilYield === 0) {
          untilYield = itemsPerStep;
          yield;
        }
      }
    }
    [from, to] = [to, from];
  }
  return from;
}
