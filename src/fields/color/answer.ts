import { type ItemMaker, itemAnswer, type KindAnswer } from '../answer.ts';

const colorItem: ItemMaker = () => (value) => ({ kind: 'color', value });

export const answer: KindAnswer = itemAnswer(colorItem);
