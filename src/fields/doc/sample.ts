import type { KindSample } from '../sample.ts';

export const sample: KindSample = ({ words, texts }) => [`<p>${words.long}</p>`, `<p>${words.text}</p>`, ...texts()];
