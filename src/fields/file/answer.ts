import type { FileObject } from '../../core/definition/form-definition.ts';
import type { AnswerMaker } from '../answer.ts';
import type { KindAnswer } from '../kind.ts';

const fileAnswer: AnswerMaker = () => (value) => ({
  kind: 'files',
  files: value as unknown as readonly FileObject[],
});

export const answer: KindAnswer = { answer: fileAnswer };
