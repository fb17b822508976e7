import type { ItemMaker } from '../answer.ts';
import { itemAnswer, type KindAnswer } from '../kind.ts';
import { dateModeOf } from './value.ts';

const dateItem: ItemMaker = (element) => {
  const mode = dateModeOf(element);
  return (value) => ({ kind: 'moment', value, mode });
};

export const answer: KindAnswer = itemAnswer(dateItem);
