import type { KindSchema } from '../../../server/forms/schema/schema-parts.ts';
import { schema as text } from '../../text/server/schema.ts';

export const schema: KindSchema = { schema: text.schema };
