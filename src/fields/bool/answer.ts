import type { ItemMaker } from '../answer.ts';

export const boolItem: ItemMaker = () => (value) => ({ kind: 'bool', value });
