import type { FileObject } from '../../core/definition/form-definition.ts';
import type { AnswerMaker } from '../answer.ts';

export const fileAnswer: AnswerMaker = () => (value) => ({
  kind: 'files',
  files: value as unknown as readonly FileObject[],
});
