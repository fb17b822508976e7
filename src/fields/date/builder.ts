import { amountOperators, type KindBuilder } from '../builder.ts';

export const builder: KindBuilder = {
  validators: ['date/min', 'date/max', 'expr'],
  operators: amountOperators,
  input: 'date',
  isTruthy: true,
  isShownByText: true,
};
