import type { ItemMaker } from '../answer.ts';
import { itemAnswer, type KindAnswer } from '../kind.ts';
import { codeWords } from './value.ts';

const codeItem: ItemMaker = () => (value) => ({ kind: 'label', label: codeWords(value), value });

export const answer: KindAnswer = itemAnswer(codeItem);
