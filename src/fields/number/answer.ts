import { type ItemMaker, itemAnswer, type KindAnswer } from '../answer.ts';

const numberItem: ItemMaker = () => (value) => ({ kind: 'number', value });

export const answer: KindAnswer = { ...itemAnswer(numberItem), isAmount: true };
