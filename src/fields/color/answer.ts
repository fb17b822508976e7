import type { ItemMaker } from '../answer.ts';
import { itemAnswer, type KindAnswer } from '../kind.ts';

const colorItem: ItemMaker = () => (value) => ({ kind: 'color', value });

export const answer: KindAnswer = itemAnswer(colorItem);
