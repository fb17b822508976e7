import type { KindAbout } from '../kind.ts';

export const about: KindAbout = {
  fMatrix: { schema: 'MatrixElement', about: 'Several questions with the same options.', brief: 'grid of questions' },
};
