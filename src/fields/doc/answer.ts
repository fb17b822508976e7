import type { AnswerMaker, KindAnswer } from '../answer.ts';

const docAnswer: AnswerMaker = () => (value) => ({ kind: 'html', html: String(value) });

export const answer: KindAnswer = { answer: docAnswer, isLarge: true };
