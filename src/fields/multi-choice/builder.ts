import { countOperators, countValidators, type KindBuilder } from '../builder.ts';

export const builder: KindBuilder = {
  validators: [...countValidators, 'expr', 'remote'],
  operators: ['contains', 'lacks', ...countOperators, 'filled', 'empty'],
  isTruthy: true,
  initial: 'lines',
  canvas: ({ type, ranked, optionPictures }) =>
    type === 'fCheckbox' && !ranked && !optionPictures ? 'options' : 'optionsBelow',
};
