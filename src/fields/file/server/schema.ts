import type { Element } from '../../../core/definition/form-definition.ts';
import {
  type FieldContext,
  type JsonSchema,
  type KindSchema,
  typesOf,
} from '../../../server/forms/schema/schema-parts.ts';

export const schema: KindSchema = {
  schema: ({ element }, context) => filesSchema(element, context),
  filled: () => ({ type: 'array', contains: { type: 'object' } }),
  unsaid: ({ fileTypes, fileMaxSize }) => [
    ...(fileTypes ? ['fileTypes'] : []),
    ...(fileMaxSize ? ['fileMaxSize'] : []),
  ],
};

const fileProperties = { storageKey: 'string', storageBucket: 'string', url: 'string' };

function filesSchema({ fileMaxNum }: Element, context: FieldContext): JsonSchema {
  const isStored = context.of === 'stored';
  const text = isStored ? 'string' : ['string', 'null'];
  const file: JsonSchema = {
    type: 'object',
    properties: {
      name: { type: text },
      size: { type: 'integer', minimum: 0 },
      type: { type: text },
      ...Object.fromEntries(Object.keys(fileProperties).map((name) => [name, { type: 'string', minLength: 1 }])),
    },
    required: [...(isStored ? ['name', 'type'] : []), 'size', ...Object.keys(fileProperties)],
  };
  if (isStored) {
    return { type: 'array', items: file, minItems: 1, ...(fileMaxNum === undefined ? {} : { maxItems: fileMaxNum }) };
  }
  const deleted = { type: 'object', properties: { deleted: { const: true } }, required: ['deleted'] };
  const limit = { anyOf: [{ maxItems: fileMaxNum }, { contains: { anyOf: [{ type: 'null' }, deleted] } }] };
  return {
    type: typesOf(['array'], context),
    items: { anyOf: [file, { type: 'null' }] },
    ...(context.isRequired ? { minItems: 1 } : {}),
    ...(fileMaxNum === undefined ? {} : { allOf: [limit] }),
  };
}
