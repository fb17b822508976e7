// Numbers in a search: equal as numbers, and found as they are written, with or without groups of digits. [entry-search.values]
import type { JsonValue } from '../../../core/definition/form-definition.ts';
import { foldAnswer } from '../../../server/search/fold-answer.ts';
import { allOperators, type ItemType, type KindSearch, keyOfNumber } from '../../../server/search/item-types.ts';
import { readNumber } from '../value.ts';

const numberOf = (value: JsonValue): number | undefined => {
  const number = readNumber(value);
  return typeof number === 'number' ? number : undefined;
};

export const numberItems: ItemType = {
  kind: 'number',
  meaning: 'number',
  operators: allOperators,
  read: numberOf,
  key: (item) => keyOfNumber(numberOf(item)),
  texts: (item) => numberTexts(item),
  order: numberOf,
};

export const search: KindSearch = { itemType: () => numberItems };

const grouped = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 15 });
const firstGrouped = 1000;

/** Both languages write numbers in one way. */
function numberTexts(item: JsonValue): string[] {
  if (typeof item !== 'number') return [foldAnswer(String(item))];
  return Math.abs(item) < firstGrouped ? [String(item)] : [foldAnswer(String(item)), foldAnswer(grouped.format(item))];
}
