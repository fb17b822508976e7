// What JSON Schemas of the API are put together from.

export type Schema = Readonly<Record<string, unknown>>;

export const id: Schema = { type: 'string', pattern: '^[0-9a-fA-F]{24}$' };
export const time: Schema = { type: 'string', format: 'date-time' };
export const count: Schema = { type: 'integer', minimum: 0 };
export const text: Schema = { type: 'string' };

export function object(properties: Record<string, Schema>, optional: readonly string[] = []): Schema {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties).filter((name) => !optional.includes(name)),
  };
}

export function array(items: Schema): Schema {
  return { type: 'array', items };
}

/** A reference to one of the named schemas: schemas.ts. */
export function ref(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

export function listOf(items: Schema): Schema {
  return object({ data: array(items) });
}

export const message: Schema = object({ message: text });
