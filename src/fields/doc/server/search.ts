// Rich text is found by the words that it shows. [entry-search.values]
import type { JsonValue } from '../../../core/definition/form-definition.ts';
import { foldAnswer } from '../../../server/search/fold-answer.ts';
import { type ItemType, type KindSearch, textItems } from '../../../server/search/item-types.ts';
import { docValue } from '../value.ts';

const shown = (item: JsonValue) => foldAnswer(docValue.toText(item));
const items: ItemType = { ...textItems, meaning: 'doc', texts: (item) => [shown(item)], order: shown };

export const search: KindSearch = { itemType: () => items };
