import type { AnswerMaker } from '../answer.ts';
import type { KindAnswer } from '../kind.ts';

const docAnswer: AnswerMaker = () => (value) => ({ kind: 'html', html: String(value) });

export const answer: KindAnswer = { answer: docAnswer, isLarge: true };
