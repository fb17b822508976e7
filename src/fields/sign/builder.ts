import { type KindBuilder, presenceOperators } from '../builder.ts';

export const builder: KindBuilder = {
  validators: ['expr'],
  operators: presenceOperators,
  isTruthy: true,
};
