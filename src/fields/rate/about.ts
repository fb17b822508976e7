import type { KindAbout } from '../kind.ts';

export const about: KindAbout = {
  fRate: { schema: 'RatingElement', about: 'A rating in stars.', brief: 'rating' },
};
