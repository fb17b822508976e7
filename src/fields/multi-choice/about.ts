import type { KindAbout } from '../kind.ts';

export const about: KindAbout = {
  fCheckbox: { schema: 'CheckboxElement', about: 'A choice of several options.', brief: 'several choices' },
};
