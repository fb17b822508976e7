import type { KindAbout } from '../kind.ts';

export const about: KindAbout = {
  fDate: { schema: 'DateElement', about: 'A day, a moment or a time.', brief: 'date' },
};
