import type { ItemMaker } from '../answer.ts';

export const colorItem: ItemMaker = () => (value) => ({ kind: 'color', value });
