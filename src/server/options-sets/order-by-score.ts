// The order in which a set's options are searched: descending score, insertion order among equals. A merge sort,
// because the built-in sort of a million scores would hold the event loop for half a second.
import type { Steps } from '../run-in-slices.ts';

const ITEMS_PER_STEP = 4096;

/** The indexes of `scores`, highest score first. */
export function* orderByScore(scores: readonly number[]): Steps<Uint32Array> {
  const order = new Uint32Array(scores.length);
  let isInOrder = true;
  for (let i = 0; i < order.length; i++) {
    order[i] = i;
    if (i > 0 && scores[i - 1]! < scores[i]!) isInOrder = false;
    if (i % ITEMS_PER_STEP === 0) yield;
  }
  return isInOrder ? order : yield* mergeSort(order, scores);
}

function* mergeSort(order: Uint32Array, scores: readonly number[]): Steps<Uint32Array> {
  let from: Uint32Array = order;
  let to: Uint32Array = new Uint32Array(order.length);
  for (let width = 1; width < order.length; width *= 2) {
    let untilYield = ITEMS_PER_STEP;
    for (let start = 0; start < order.length; start += 2 * width) {
      const middle = Math.min(start + width, order.length);
      const end = Math.min(start + 2 * width, order.length);
      let left = start;
      let right = middle;
      for (let out = start; out < end; out++) {
        const takeLeft = left < middle && (right >= end || scores[from[left]!]! >= scores[from[right]!]!);
        to[out] = takeLeft ? from[left++]! : from[right++]!;
        if (--untilYield === 0) {
          untilYield = ITEMS_PER_STEP;
          yield;
        }
      }
    }
    [from, to] = [to, from];
  }
  return from;
}
