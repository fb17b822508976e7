import type { KindAbout } from '../kind.ts';

export const about: KindAbout = {
  fSelect: { schema: 'SelectElement', about: 'A choice from a list that opens.', brief: 'choice from a list' },
  fRadio: { schema: 'RadioElement', about: 'A choice of one option.', brief: 'one choice' },
};
