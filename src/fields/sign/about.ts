import type { KindAbout } from '../kind.ts';

export const about: KindAbout = {
  fSign: { schema: 'SignatureElement', about: 'A signature that is drawn.', brief: 'signature' },
};
