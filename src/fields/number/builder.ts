import { amountOperators, type KindBuilder } from '../builder.ts';

export const builder: KindBuilder = {
  validators: ['num/min', 'num/max', 'num/integer', 'expr', 'remote'],
  operators: amountOperators,
  input: 'number',
  isPlain: true,
  isShownByText: true,
  canFilterSets: true,
};
