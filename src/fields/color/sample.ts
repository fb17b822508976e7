import type { KindSample } from '../sample.ts';

export const sample: KindSample = ({ texts }) => ['#0b6b52', '#fff', ...texts()];
