import type { JsonValue } from '../../../core/definition/form-definition.ts';
import { equalityOperators, type ItemType, type KindSearch } from '../../../server/search/item-types.ts';
import { boolValue } from '../value.ts';

const items: ItemType = {
  kind: 'bool',
  meaning: 'bool',
  operators: equalityOperators,
  read: booleanOf,
  key: (item) => (typeof item === 'boolean' ? `b${item}` : undefined),
  texts: () => [],
  order: (item) => (typeof item === 'boolean' ? Number(item) : undefined),
};

export const search: KindSearch = { itemType: () => items };

function booleanOf(value: JsonValue): boolean | undefined {
  const read = value === null ? null : boolValue.read(value, { cleanHtml: (html) => html });
  return typeof read === 'boolean' ? read : undefined;
}
