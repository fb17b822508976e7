// What the facts of an entry are to a search: numbers, times, people, statuses. [entry-search.values]
import { listItems } from '../../fields/choice/server/search.ts';
import { numberItems } from '../../fields/number/server/search.ts';
import { readFilterDate } from '../entry-facts/filter-date.ts';
import { allOperators, equalityOperators, type ItemType, keyOfNumber, presentItems, textItems } from './item-types.ts';

/** Times in milliseconds. */
const time: ItemType = {
  kind: 'date',
  meaning: 'time',
  operators: allOperators,
  read: (value) => msOfIso(readFilterDate(value)),
  key: (item) => keyOfNumber(item as number),
  texts: (item) => [new Date(item as number).toISOString().toLowerCase()],
  order: (item) => item as number,
};

const msOfIso = (iso: string | undefined) => (iso === undefined ? undefined : Date.parse(iso));

export const plainItems = {
  text: textItems,
  number: numberItems,
  time,
  /** Of a person: equal or not, and in the order of ids. */
  id: { ...textItems, meaning: 'id', operators: equalityOperators },
  rows: presentItems('rows'),
  status: listItems,
};
