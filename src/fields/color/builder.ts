import type { KindBuilder } from '../builder.ts';

export const builder: KindBuilder = {
  validators: ['str/pattern', 'expr'],
  operators: ['is', 'isNot', 'filled', 'empty'],
  isTruthy: true,
  isPlain: true,
  isShownByText: true,
};
