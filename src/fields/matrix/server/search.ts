import type { KindSearch } from '../../../server/search/item-types.ts';
import { choiceItems } from '../../choice/server/search.ts';

export const search: KindSearch = { itemType: choiceItems, isUnsorted: true, hasSeveral: true };
