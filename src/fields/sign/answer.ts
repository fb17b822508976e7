import type { ItemMaker } from '../answer.ts';

export const signItem: ItemMaker = () => (value) => ({ kind: 'drawing', value });
