import type { AnswerMaker } from '../answer.ts';

export const docAnswer: AnswerMaker = () => (value) => ({ kind: 'html', html: String(value) });
