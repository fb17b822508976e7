import { type KindColumn, presence } from '../column.ts';

export const column: KindColumn = {
  questions: () => [...presence, 'contains'],
  width: 200,
  hasFiles: true,
  isOpaque: true,
};
