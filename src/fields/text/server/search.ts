import { type KindSearch, textItems } from '../../../server/search/item-types.ts';

export const search: KindSearch = { itemType: () => textItems };
