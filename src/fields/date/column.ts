import { type KindColumn, presence } from '../column.ts';

export const column: KindColumn = {
  questions: () => ['on', 'from', 'until', 'between', ...presence],
  width: 148,
  isSortable: true,
  input: 'date',
};
