import type { KindSample } from '../sample.ts';

export const sample: KindSample = ({ row }) => [row === 0, row !== 0];
