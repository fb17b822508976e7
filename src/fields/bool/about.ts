import type { KindAbout } from '../kind.ts';

export const about: KindAbout = {
  fBool: { schema: 'BooleanElement', about: 'Yes or no.', brief: 'yes or no' },
};
