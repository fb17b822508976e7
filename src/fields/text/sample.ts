import type { KindSample } from '../sample.ts';

export const sample: KindSample = ({ texts }) => texts();
