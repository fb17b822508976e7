// The parameters of an operation in the OpenAPI document: where they go, what they mean, how they are written.
// [conventions.document] [conventions.unknown-parameters]
import type { ObjectSchema } from 'joi';
import { everyQuery } from '../http/checks.ts';
import type { Route } from '../http/route.ts';
import { findExample } from './examples.ts';
import { type Json, propertiesOf } from './joi-schema.ts';
import { textOf } from './parameter-texts.ts';

export function parametersOf(route: Route): Json[] {
  return [
    ...describe(route, route.params, 'path'),
    ...describe(route, route.query, 'query'),
    ...describe(route, everyQuery, 'query'),
    ...(route.isIdempotent ? [idempotencyKey] : []),
    ...(route.otherVersion === undefined ? [] : [ifMatch]),
  ];
}

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'The same key and body within 24 hours gets the first response again; another body gets 422. Use a random key of at least ' +
    '16 characters: without a credential, whoever has the key and the body gets that response, and a shorter key counts only ' +
    'for the address it came from.',
  schema: { type: 'string', maxLength: 255 },
};

const ifMatch: Json = {
  name: 'If-Match',
  in: 'header',
  description: 'The ETag that the change builds on. Whoever changed it meanwhile is not overwritten: 412.',
  schema: { type: 'string' },
};

/**
 * Parameters whose value is JSON text, and the schemas of those that Joi takes as text. Described as texts and not by `content`:
 * generators that do not know that word write objects as `query[form]=...`, which is a 400.
 */
const jsonParameters: Readonly<Record<string, Json | undefined>> = {
  query: undefined,
  fields: undefined,
  where: { $ref: '#/components/schemas/AnswerCondition' },
  compare: { $ref: '#/components/schemas/ComparedEntries' },
};

function describe(route: Route, check: ObjectSchema | undefined, place: 'path' | 'query'): Json[] {
  if (check === undefined) return [];
  const { properties, required } = propertiesOf(check);
  const example = findExample(route.operationId);
  const values: Readonly<Record<string, unknown>> = (place === 'path' ? example?.params : example?.query) ?? {};
  return Object.entries(properties)
    .filter(([, schema]) => schema['type'] !== 'null')
    .map(([name, schema]) => {
      const isJson = place === 'query' && name in jsonParameters;
      // What a check takes, whatever it is, it ignores.
      const isIgnored = Object.keys(schema).length === 0;
      const value = values[name];
      const shown = value === undefined ? {} : { example: isJson ? JSON.stringify(value) : value };
      const content = {
        type: 'string',
        contentMediaType: 'application/json',
        contentSchema: jsonParameters[name] ?? schema,
      };
      return {
        name,
        in: place,
        description: textOf(route.operationId, name),
        ...(place === 'path' || required.includes(name) ? { required: true } : {}),
        ...(isIgnored ? { deprecated: true } : {}),
        schema: isJson ? content : isIgnored ? { type: 'string' } : schema,
        ...shown,
      };
    });
}
