import { expect, test } from 'vitest';
import { schemaTypes } from './schema-types.ts';

test('[running.commands.types] objects, lists, options and names that are not words', () => {
  const schema = {
    title: 'Conference registration */',
    type: 'object',
    required: ['name'],
    properties: {
      name: { title: 'Your name', description: 'As in your passport', type: 'string' },
      'x.y': { enum: ['a', 1, true] },
      guests: { type: 'array', items: { type: ['object', 'null'], properties: { age: { type: 'integer' } } } },
      any: { type: ['string', 'number', 'boolean'] },
    },
  };
  expect(schemaTypes(schema)).toBe(`/** Conference registration *\\/. The data of its submitted entries. */
export interface ConferenceRegistrationData {
  /** Your name. As in your passport */
  name: string;
  "x.y"?: "a" | 1 | true;
  guests?: Array<{
    age?: number;
  } | null>;
  any?: string | number | boolean;
}
`);
  expect(schemaTypes({ title: 'טופס', type: 'object', properties: {} })).toContain('export interface EntryData {}');
});
