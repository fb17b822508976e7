import type { KindAbout } from '../kind.ts';

export const about: KindAbout = {
  fColor: { schema: 'ColorElement', about: 'A color.', brief: 'color' },
};
