import { type ItemMaker, itemAnswer, type KindAnswer } from '../answer.ts';

const boolItem: ItemMaker = () => (value) => ({ kind: 'bool', value });

export const answer: KindAnswer = itemAnswer(boolItem);
