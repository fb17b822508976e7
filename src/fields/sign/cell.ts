import { type KindCell, readJson } from '../cell.ts';

export const cell: KindCell = () => readJson;
