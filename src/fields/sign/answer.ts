import { type ItemMaker, itemAnswer, type KindAnswer } from '../answer.ts';

const signItem: ItemMaker = () => (value) => ({ kind: 'drawing', value });

export const answer: KindAnswer = itemAnswer(signItem);
