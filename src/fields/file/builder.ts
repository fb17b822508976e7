import { countOperators, countValidators, type KindBuilder } from '../builder.ts';

export const builder: KindBuilder = {
  validators: countValidators,
  operators: ['filled', 'empty', ...countOperators],
  isTruthy: true,
};
