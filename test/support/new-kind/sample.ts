import type { KindSample } from '../sample.ts';

export const sample: KindSample = ({ row }) => [`SA-${row + 1}`];
