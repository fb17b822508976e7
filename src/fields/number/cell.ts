import type { KindCell } from '../cell.ts';
import { readTypedNumber } from './typed-number.ts';

export const cell: KindCell = () => (text) => readTypedNumber(text) ?? text;
