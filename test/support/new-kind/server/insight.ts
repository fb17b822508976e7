import type { ValueCount } from '../../../api-types/insight.ts';
import type { KindInsight } from '../../../server/insight/tally-field.ts';
import { codeWords } from '../value.ts';

export const insight: KindInsight = {
  tally() {
    const counts = new Map<string, ValueCount>();
    return {
      add(value) {
        if (typeof value !== 'string') return false;
        counts.set(value, { value, label: codeWords(value), count: (counts.get(value)?.count ?? 0) + 1 });
        return true;
      },
      finish: () => ({ kind: 'choice', isMulti: false, values: [...counts.values()], otherCount: 0 }),
    };
  },
};
