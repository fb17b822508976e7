import type { KindBuilder } from '../builder.ts';

export const builder: KindBuilder = {
  validators: ['expr'],
  operators: ['is', 'isNot', 'filled', 'empty'],
  isTruthy: true,
  isShownByText: true,
};
