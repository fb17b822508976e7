import type { FileObject } from '../../core/definition/form-definition.ts';
import type { AnswerMaker, KindAnswer } from '../answer.ts';

const fileAnswer: AnswerMaker = () => (value) => ({
  kind: 'files',
  files: value as unknown as readonly FileObject[],
});

export const answer: KindAnswer = { answer: fileAnswer };
