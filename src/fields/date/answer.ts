import { type ItemMaker, itemAnswer, type KindAnswer } from '../answer.ts';
import { dateModeOf } from './value.ts';

const dateItem: ItemMaker = (element) => {
  const mode = dateModeOf(element);
  return (value) => ({ kind: 'moment', value, mode });
};

export const answer: KindAnswer = itemAnswer(dateItem);
