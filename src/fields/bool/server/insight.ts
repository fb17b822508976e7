import type { FieldTally, KindInsight } from '../../../server/insight/tally-field.ts';

export const insight: KindInsight = {
  tally: tallyBool,
  axis: () => [true, false].map((value) => ({ value, label: String(value), count: 0 })),
};

function tallyBool(): FieldTally {
  let [yes, no] = [0, 0];
  return {
    add(value) {
      if (typeof value !== 'boolean') return false;
      if (value) yes += 1;
      else no += 1;
      return true;
    },
    finish: () => ({
      kind: 'bool',
      values: [
        { value: true, count: yes },
        { value: false, count: no },
      ],
    }),
  };
}
