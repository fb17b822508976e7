import { choiceColumn, type KindColumn } from '../column.ts';

export const column: KindColumn = { ...choiceColumn, width: 220, hasMany: true };
