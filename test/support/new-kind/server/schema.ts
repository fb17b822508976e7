import { type KindSchema, typesOf } from '../../../server/forms/schema/schema-parts.ts';

export const schema: KindSchema = {
  schema: (_, context) => ({ type: typesOf(['string'], context), maxLength: 100 }),
};
