import type { ItemMaker } from '../answer.ts';
import { itemAnswer, type KindAnswer } from '../kind.ts';

const boolItem: ItemMaker = () => (value) => ({ kind: 'bool', value });

export const answer: KindAnswer = itemAnswer(boolItem);
