import type { KindBuilder } from '../builder.ts';

export const builder: KindBuilder = {
  validators: ['str/maxLength', 'expr'],
  operators: ['contains', 'lacks', 'filled', 'empty'],
  isTruthy: true,
  isLong: () => true,
};
