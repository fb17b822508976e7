import { type KindSchema, orNothing } from '../../../server/forms/schema/schema-parts.ts';

export const schema: KindSchema = {
  schema: (_, context) =>
    context.of === 'sent' ? orNothing({ enum: [...wordsFor(true), ...wordsFor(false)] }, context) : { type: 'boolean' },
  domain: () => ({ values: [null, true, false], isOpen: false, spell: wordsFor }),
  listed: (values) => ({ enum: values.flatMap((value) => wordsFor(value)) }),
};

/** Every spelling of a boolean; of anything else none. */
export function wordsFor(value: unknown): readonly unknown[] {
  if (value === true) return [true, 'yes', 'true', 'on', '1', 1];
  return value === false ? [false, 'no', 'false', 'off', '0', 0] : [];
}
