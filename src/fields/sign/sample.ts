import type { KindSample } from '../sample.ts';

const strokes = 'strokes:[[300,100,[20,70,0],[60,20,40],[90,80,80],[140,30,120],[190,75,160],[260,40,200]]]';

export const sample: KindSample = ({ texts }) => [strokes, ...texts()];
