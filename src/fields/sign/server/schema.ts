import {
  type FieldContext,
  type JsonSchema,
  type KindSchema,
  notBlank,
  typesOf,
} from '../../../server/forms/schema/schema-parts.ts';

export const schema: KindSchema = {
  schema: (_, context) => (context.of === 'sent' ? signatureSchema(context) : { type: 'string' }),
  listed: () => ({ type: ['string', 'object'] }),
};

function signatureSchema(context: FieldContext): JsonSchema {
  return {
    type: typesOf(['string', 'object'], context),
    ...notBlank(context),
    properties: { strokes: { type: 'array', items: { type: 'object' } } },
    required: ['strokes'],
  };
}
