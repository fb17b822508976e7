import type { KindBuilder } from '../builder.ts';

export const builder: KindBuilder = {
  validators: ['expr'],
  operators: ['checked', 'unchecked', 'filled', 'empty'],
  initial: 'tick',
  isShownByText: true,
  canFilterSets: true,
};
