import type { KindAbout } from '../kind.ts';

export const about: KindAbout = {
  fTest: { schema: 'TestElement', about: 'A code of two letters and a number.', brief: 'code' },
};
