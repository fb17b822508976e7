import { type KindSample, sampleNumbers } from '../sample.ts';

export const sample: KindSample = ({ element, row }) => {
  const most = element.rateMax ?? 5;
  return [Math.max(1, most - 1 - row), most, ...sampleNumbers(element, 1)];
};
