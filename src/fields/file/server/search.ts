import { type ItemType, type KindSearch, textItems } from '../../../server/search/item-types.ts';

const items: ItemType = { ...textItems, kind: 'file', meaning: 'file' };

export const search: KindSearch = { itemType: () => items, hasSeveral: true };
