import { amountOperators, type KindBuilder } from '../builder.ts';

export const builder: KindBuilder = {
  validators: ['num/min', 'num/max', 'expr'],
  operators: amountOperators,
  input: 'number',
  isShownByText: true,
  storedAs: 'number',
  canFilterSets: true,
};
