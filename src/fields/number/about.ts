import type { KindAbout } from '../kind.ts';

export const about: KindAbout = {};
