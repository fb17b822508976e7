import type { KindBuilder } from '../builder.ts';

export const builder: KindBuilder = {
  validators: ['expr', 'remote'],
  operators: ['is', 'isNot', 'oneOf', 'noneOf', 'filled', 'empty'],
  operatorsWithoutOptions: ['is', 'isNot', 'filled', 'empty'],
  isTruthy: 'options',
  isShownByText: true,
  canFilterSets: true,
  canvas: ({ type, optionPictures }) => (type === 'fRadio' && !optionPictures ? 'options' : 'optionsBelow'),
};
