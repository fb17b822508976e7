import type { ItemMaker } from '../answer.ts';
import { itemAnswer, type KindAnswer } from '../kind.ts';

const signItem: ItemMaker = () => (value) => ({ kind: 'drawing', value });

export const answer: KindAnswer = itemAnswer(signItem);
