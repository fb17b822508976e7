// The JSON Schemas that Joi gives of the checks of requests, put right for those who generate clients from them: free objects say so,
// and checks that have a name in the document are references to it. [conventions.document.clients]
import type { ObjectSchema, Schema } from 'joi';

export type Json = Record<string, unknown>;

interface StandardJsonSchema {
  readonly jsonSchema: { input(options: { target: string }): Json };
}

export function jsonSchema(check: Schema): Json {
  const standard = (check as unknown as { '~standard': StandardJsonSchema })['~standard'];
  const { $schema: _dialect, ...result } = standard.jsonSchema.input({ target: 'draft-2020-12' });
  return withNames(check, openFreeObjects(result) as Json);
}

/** The properties of a check with their schemas. */
export function propertiesOf(check: ObjectSchema): { properties: Record<string, Json>; required: readonly string[] } {
  const { properties = {}, required = [] } = jsonSchema(check) as Partial<ReturnType<typeof propertiesOf>>;
  return { properties, required };
}

/** `type: object` alone reads as an object without properties to generators. */
function openFreeObjects(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(openFreeObjects);
  if (typeof part !== 'object' || part === null) return part;
  const walked = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, openFreeObjects(value)]));
  const isFree =
    walked['type'] === 'object' &&
    !['properties', 'patternProperties', 'additionalProperties'].some((key) => key in walked);
  return isFree ? { ...walked, additionalProperties: true } : walked;
}

/** A check with this among its `meta` has a name in the document. */
export interface NamedCheck {
  readonly schemaName: string;
}

interface JoiTerms {
  readonly metas?: readonly Partial<NamedCheck>[];
  readonly keys?: readonly { readonly key: string; readonly schema: Schema }[] | null;
}

function withNames(check: Schema, result: Json): Json {
  const properties = result['properties'] as Record<string, Json> | undefined;
  if (properties === undefined) return result;
  const named = { ...properties };
  for (const { key, schema } of termsOf(check).keys ?? []) {
    const name = termsOf(schema).metas?.find(({ schemaName }) => schemaName !== undefined)?.schemaName;
    if (name !== undefined) named[key] = { $ref: `#/components/schemas/${name}` };
    else if (schema.type === 'object' && named[key] !== undefined) named[key] = withNames(schema, named[key]);
  }
  return { ...result, properties: named };
}

function termsOf(check: Schema): JoiTerms {
  return (check as unknown as { readonly $_terms: JoiTerms }).$_terms;
}
