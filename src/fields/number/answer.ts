import type { ItemMaker } from '../answer.ts';

export const numberItem: ItemMaker = () => (value) => ({ kind: 'number', value });
