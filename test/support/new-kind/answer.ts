import { type ItemMaker, itemAnswer, type KindAnswer } from '../answer.ts';
import { codeWords } from './value.ts';

const codeItem: ItemMaker = () => (value) => ({ kind: 'label', label: codeWords(value), value });

export const answer: KindAnswer = itemAnswer(codeItem);
