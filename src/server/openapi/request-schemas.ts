// JSON Schemas that only requests have, by their names in the document: filters, conditions on answers, and changes of forms.
// [lists.filter] [entry-search.where] [forms.write.patch]

import { entryFilterCheck, formEntryFilterCheck } from '../entry-facts/entry-filter.ts';
import { idFilterCheck } from '../http/id-filter.ts';
import type { Operator } from '../search/item-types.ts';
import { type Json, jsonSchema } from './joi-schema.ts';
import { namedSchemas } from './schemas.ts';

const operators: readonly Operator[] = [
  ...(['eq', 'ne', 'in', 'contains', 'startsWith', 'empty', 'notEmpty'] as const),
  ...(['lt', 'lte', 'gt', 'gte'] as const),
];
const conditions = { type: 'array', items: { $ref: '#/components/schemas/AnswerCondition' } };

const answerCondition: Json = {
  description: 'A condition on answers: of one field, or several that are joined by `and` or `or`.',
  anyOf: [
    {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'The path of the field in the data, such as `address.city`.' },
        op: { type: 'string', enum: operators },
        value: { description: 'What the answer is compared with; a list for `in`; none for `empty` and `notEmpty`.' },
      },
      required: ['path', 'op'],
      additionalProperties: false,
    },
    { type: 'object', properties: { and: conditions }, required: ['and'], additionalProperties: false },
    { type: 'object', properties: { or: conditions }, required: ['or'], additionalProperties: false },
  ],
};

export const requestSchemas: Readonly<Record<string, Json>> = {
  EntryFilter: {
    ...jsonSchema(entryFilterCheck),
    description:
      'Which entries: a plain value means exactly this one, an object has operators. Statuses are numbers from 0 to 5.',
  },
  FormEntryFilter: {
    ...jsonSchema(formEntryFilterCheck),
    description: 'Which entries of the form: as EntryFilter without `form`.',
  },
  IdFilter: { ...jsonSchema(idFilterCheck), description: 'Which ones, by their ids.' },
  AnswerCondition: answerCondition,
  ComparedEntries: {
    type: 'object',
    description: 'Other entries to compare with; an empty object is all of them.',
    properties: { search: { type: 'string' }, where: { $ref: '#/components/schemas/AnswerCondition' } },
    additionalProperties: false,
  },
  FormChange: formChange(),
};

/** Each property of a form, or null, which removes it. */
function formChange(): Json {
  const { properties, ...rest } = namedSchemas.FormDefinition as unknown as { properties: Record<string, Json> };
  return {
    ...rest,
    description: 'What of a form is to change. Each property that is sent replaces the one before; null removes it.',
    properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, orNothing(one)])),
  };
}

function orNothing(one: Json): Json {
  const { description, ...rest } = one;
  return { anyOf: [rest, { type: 'null' }], ...(description === undefined ? {} : { description }) };
}
