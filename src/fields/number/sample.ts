import type { Element } from '../../core/definition/form-definition.ts';
import { type KindSample, sampleNumbers } from '../sample.ts';
import { scaleOf } from '../slider/slider-scale.ts';

export const sample: KindSample = ({ element, row }) =>
  element.inputStyle === 'slider' ? onScale(element, row) : sampleNumbers(element, 7 + row * 5);

/** A place that the slider stops at, first. */
function onScale(element: Element, row: number): number[] {
  const { min, max, step } = scaleOf(element);
  const stops = Math.floor((max - min) / step);
  return [min + Math.min(stops, Math.round(stops * 0.6) + row) * step, min, ...sampleNumbers(element, max)];
}
