import { type KindColumn, presence } from '../column.ts';

export const column: KindColumn = {
  questions: () => ['yes', 'no', ...presence],
  width: 104,
  isSortable: true,
  isNoName: true,
};
