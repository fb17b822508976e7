import type { KindSample } from '../sample.ts';

/** A file is somewhere, or it is not. */
export const sample: KindSample = () => [];
