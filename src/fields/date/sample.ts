import { type KindSample, sampleDates } from '../sample.ts';

export const sample: KindSample = ({ element, row }) => sampleDates(element, row);
