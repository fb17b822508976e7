import type { KindSample } from '../sample.ts';

export const sample: KindSample = ({ element, texts }) => texts(element.type === 'fLngTxt');
