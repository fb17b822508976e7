// Where the options of a ranking were put. [insight.choices]

import type { PlacedValue, ValueCount } from '../../api-types/insight.ts';
import { optionKey } from '../../core/plan/option-list.ts';

/** Nobody ranks more. */
const maxRanked = 500;

export interface PlaceTally {
  add(value: unknown): void;
  /** The best placed first; those that nobody ranked last. */
  finish(): PlacedValue[];
}

export function createPlaceTally(choices: readonly ValueCount[]): PlaceTally {
  const ranked = choices.slice(0, maxRanked).map((choice) => ({ choice, count: 0, sum: 0, firstCount: 0 }));
  const byKey = new Map(ranked.map((one) => [optionKey(one.choice.value), one]));
  return {
    add(value) {
      if (!Array.isArray(value)) return;
      for (const [at, item] of value.slice(0, maxRanked).entries()) {
        const one = typeof item === 'object' ? undefined : byKey.get(optionKey(item));
        if (one === undefined) continue;
        one.count += 1;
        one.sum += at + 1;
        if (at === 0) one.firstCount += 1;
      }
    },
    finish() {
      return ranked
        .map(({ choice, count, sum, firstCount }) => {
          return { ...choice, count, meanPlace: count === 0 ? null : sum / count, firstCount };
        })
        .sort((a, b) => (a.meanPlace ?? Number.POSITIVE_INFINITY) - (b.meanPlace ?? Number.POSITIVE_INFINITY) || 0);
    },
  };
}
