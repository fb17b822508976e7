import { dateModeOf } from '../../core/plan/value-type-of.ts';
import type { ItemMaker } from '../answer.ts';

export const dateItem: ItemMaker = (element) => {
  const mode = dateModeOf(element);
  return (value) => ({ kind: 'moment', value, mode });
};
