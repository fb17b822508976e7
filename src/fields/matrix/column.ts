import { type KindColumn, opaqueColumn } from '../column.ts';

export const column: KindColumn = { ...opaqueColumn, hasOptions: true, hasMany: true };
