import type { ItemMaker } from '../answer.ts';
import { itemAnswer, type KindAnswer } from '../kind.ts';

const numberItem: ItemMaker = () => (value) => ({ kind: 'number', value });

export const answer: KindAnswer = { ...itemAnswer(numberItem), isAmount: true };
