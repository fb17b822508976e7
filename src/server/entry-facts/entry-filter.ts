// The entry filter `query`: which keys and operators it takes, with Joi's own words for what it does not.
// What passes here is all that ever reaches SQL.
// [lists.filter] [lists.filter.status] [lists.filter.object] [conventions.prototype-keys]
import Joi from 'joi';
import { equality, filterValue, idCheck, membership } from '../http/checks.ts';
import type { Condition, EntryFilter } from '../store/entries/implied-bounds.ts';
import { readFilterDate } from './filter-date.ts';

// Joi's own date() takes many formats and moves days that do not exist; the messages are the same.
const dateJoi = Joi.extend((joi) => ({
  type: 'date',
  base: joi.any(),
  messages: { 'date.base': '{{#label}} must be a valid date' },
  jsonSchema: (_schema: unknown, result: object) => ({
    ...result,
    type: 'string',
    description: 'ISO 8601: in UTC with Z, with an offset, or a day, which is its midnight in UTC.',
    examples: ['2026-05-01T09:30:00.000Z', '2026-05-01'],
  }),
  validate(value: unknown, helpers: Joi.CustomHelpers) {
    const date = readFilterDate(value);
    return date === undefined ? { value, errors: helpers.error('date.base') } : { value: date };
  },
})) as Joi.Root;

const status = Joi.number().strict().valid(0, 1, 2, 3, 4, 5);
const date = dateJoi.date();
const boolean = Joi.boolean().strict();

const order = (value: Joi.Schema) => ({ ...membership(value), $gt: value, $gte: value, $lt: value, $lte: value });

const keysOfOneForm = {
  _id: filterValue(membership(idCheck), idCheck),
  status: filterValue(membership(status), status),
  changedAt: filterValue(order(date), date),
  modifyTime: filterValue(order(date), date),
  deleted: filterValue(equality(boolean), boolean),
};

export const entryFilterCheck = Joi.object({ form: filterValue(membership(idCheck), idCheck), ...keysOfOneForm }).meta({
  schemaName: 'EntryFilter',
});
/** Where the path names the form. */
export const formEntryFilterCheck = Joi.object(keysOfOneForm).meta({ schemaName: 'FormEntryFilter' });

type Checked = Readonly<Record<string, unknown>>;

const operatorNames: Readonly<Record<string, keyof Condition>> = {
  $eq: 'eq',
  $ne: 'ne',
  $in: 'in',
  $nin: 'notIn',
  $gt: 'gt',
  $gte: 'gte',
  $lt: 'lt',
  $lte: 'lte',
};

/** `query` after its check, as the store takes it. */
export function readEntryFilter(query: Checked = {}): EntryFilter {
  const filter: Record<string, Condition> = {};
  for (const [key, value] of Object.entries(query)) filter[key === '_id' ? 'id' : key] = readCondition(value);
  return filter as EntryFilter;
}

function readCondition(value: unknown): Condition {
  if (typeof value !== 'object' || value === null) return { eq: value as string };
  const entries = Object.entries(value).map(([operator, operand]) => [operatorNames[operator], operand]);
  return Object.fromEntries(entries) as Condition;
}
