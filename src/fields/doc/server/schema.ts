import { type KindSchema, notBlank, typesOf } from '../../../server/forms/schema/schema-parts.ts';

export const schema: KindSchema = {
  schema: (_, context) =>
    context.of === 'sent' ? { type: typesOf(['string'], context), ...notBlank(context) } : { type: 'string' },
  // Markup that shows nothing is no answer.
  unsaid: (_, isRequired) => (isRequired ? ['reqValidator'] : []),
};
