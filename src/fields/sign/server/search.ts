import { type KindSearch, presentItems } from '../../../server/search/item-types.ts';

const items = presentItems('sign');

export const search: KindSearch = { itemType: () => items, isUnsorted: true };
