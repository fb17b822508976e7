// Where do keys lead in the table?
import { expect, test } from 'vitest';
import { type GridShape, placeAfter } from './grid-keys.ts';

const shape: GridShape = { rows: 100, columns: 6, page: 10, isRtl: false };
const press = (from: [number, number], key: string, more: Partial<GridShape> & { isFar?: boolean } = {}) => {
  const { isFar = false, ...other } = more;
  const pressed = { key, ctrlKey: isFar, metaKey: false };
  const to = placeAfter({ row: from[0], column: from[1] }, pressed, { ...shape, ...other });
  return to && [to.row, to.column];
};

test('[management] table keys: arrows step, stop at the edges, and turn with the direction of the text', () => {
  expect(press([3, 2], 'ArrowRight')).toEqual([3, 3]);
  expect(press([3, 2], 'ArrowRight', { isRtl: true })).toEqual([3, 1]);
  expect(press([3, 0], 'ArrowLeft')).toEqual([3, 0]);
  expect(press([3, 5], 'ArrowLeft', { isRtl: true })).toEqual([3, 5]);
  expect(press([0, 2], 'ArrowUp')).toEqual([-1, 2]);
  expect(press([-1, 2], 'ArrowUp')).toEqual([-1, 2]);
  expect(press([99, 2], 'ArrowDown')).toEqual([99, 2]);
  expect(press([3, 2], 'ArrowLeft', { isFar: true })).toEqual([3, 0]);
  expect(press([3, 2], 'ArrowLeft', { isFar: true, isRtl: true })).toEqual([3, 5]);
});

test('[management] table keys: Home and End of the row, with Control of the table; pages stay in the rows', () => {
  expect(press([3, 2], 'Home')).toEqual([3, 0]);
  expect(press([3, 2], 'End', { isFar: true })).toEqual([99, 5]);
  expect(press([3, 2], 'Home', { isFar: true })).toEqual([0, 0]);
  expect(press([3, 2], 'PageUp')).toEqual([0, 2]);
  expect(press([-1, 2], 'PageUp')).toEqual([-1, 2]);
  expect(press([-1, 2], 'PageDown')).toEqual([9, 2]);
  expect(press([95, 2], 'PageDown')).toEqual([99, 2]);
  expect(press([3, 2], 'x')).toBeUndefined();
});
