// The OpenAPI document is valid and lists every route; the README's promise of an interactive reference rests on it.
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { containerTypes, contentTypes, fieldTypes } from '../src/fields/element-types.ts';
import { elementProperties, type PropertyTable } from '../src/fields/properties.ts';
import { apiRoutes } from '../src/server/api/route-table.ts';
import { newFormCheck } from '../src/server/forms/form-checks.ts';
import { openApiDocument } from '../src/server/openapi/document.ts';
import { elementSchemas } from '../src/server/openapi/element-schemas.ts';
import { findText } from '../src/server/openapi/parameter-texts.ts';
import { namedSchemas } from '../src/server/openapi/schemas.ts';

const document = openApiDocument({ routes: apiRoutes, apiUrl: 'https://forms.example/v1.0' });

test('[conventions.document] validates as OpenAPI 3.1', async () => {
  const validator = new Validator();
  const result = await validator.validate(structuredClone(document));
  expect(result.errors ?? []).toEqual([]);
  expect([result.valid, validator.version]).toEqual([true, '3.1']);
});

test('[conventions.document] lists every route with a summary, its responses and an id of its own', () => {
  const paths = document['paths'] as Record<
    string,
    Record<string, { summary: string; operationId: string; responses: object }>
  >;
  const ids = new Set<string>();
  for (const route of apiRoutes) {
    const operation = paths[route.path.replace(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()];
    expect([route.method, route.path, operation?.summary]).toEqual([route.method, route.path, route.summary]);
    expect(operation?.responses).toHaveProperty('200');
    ids.add(operation?.operationId ?? '');
  }
  expect(ids.size).toBe(apiRoutes.length);
});

test('[conventions.document] every reference leads to a schema', () => {
  const { schemas } = document['components'] as { schemas: object };
  const names = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map((match) => match[1]);
  expect(names.filter((name) => !((name as string) in schemas))).toEqual([]);
});

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description: string;
  readonly schema: { readonly contentMediaType?: string };
}
interface Operation {
  readonly operationId: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Record<string, { schema: Json }> };
}
type Json = Readonly<Record<string, unknown>>;

const operations = Object.values(document['paths'] as Record<string, Record<string, Operation>>).flatMap((methods) =>
  Object.entries(methods).flatMap(([method, operation]) => (method === 'servers' ? [] : [operation])),
);

test('[conventions.document.clients] every operation, parameter and property of a body is described', () => {
  const silent = operations.flatMap(({ operationId, description, parameters = [], requestBody }) => {
    const { properties = {} } = (requestBody?.content['application/json']?.schema ?? {}) as {
      properties?: Record<string, Json>;
    };
    return [
      ...(description.length < 10 ? [operationId] : []),
      ...(/^[a-z][A-Za-z]+$/.test(operationId) ? [] : [operationId]),
      ...parameters.filter(({ description: words }) => words.length < 5).map(({ name }) => `${operationId} ${name}`),
      ...parameters
        .filter(({ in: place, name }) => place === 'query' && findText(operationId, name) === undefined)
        .map(({ name }) => `${operationId} ${name}`),
      ...Object.entries(properties)
        .filter(([, { description: words, $ref }]) => words === undefined && $ref === undefined)
        .map(([name]) => `${operationId} ${name}`),
    ];
  });
  expect(silent).toEqual([]);
});

test('[conventions.document.clients] JSON in parameters is described as JSON; bodies say whether they are needed', () => {
  const isJson = new Set(
    operations.flatMap(({ parameters = [] }) =>
      parameters.filter(({ schema }) => schema.contentMediaType).map(({ name }) => name),
    ),
  );
  expect([...isJson].sort()).toEqual(['compare', 'fields', 'query', 'where']);
  const needsBody = (id: string) => operations.find(({ operationId }) => operationId === id)?.requestBody?.required;
  expect(['submitEntry', 'exportEntries', 'updateForm', 'createApiKey', 'saveDraft'].map(needsBody)).toEqual([
    ...[true, true, true, false, false],
  ]);
});

test('[conventions.document.clients] no choice is anything at all, and free objects say that they are', () => {
  const found: string[] = [];
  const walk = (part: unknown, path: string): void => {
    if (typeof part !== 'object' || part === null) return;
    const { anyOf, oneOf, type, properties, patternProperties, additionalProperties } = part as Record<string, unknown>;
    for (const choices of [anyOf, oneOf]) {
      if (Array.isArray(choices) && choices.some((one) => Object.keys(one).length === 0)) found.push(path);
    }
    const isFree = type === 'object' && (properties ?? patternProperties ?? additionalProperties) === undefined;
    if (isFree) found.push(path);
    for (const [key, value] of Object.entries(part)) if (!/^examples?$/.test(key)) walk(value, `${path}/${key}`);
  };
  walk(document, '');
  expect(found).toEqual([]);
});

test('[conventions.document.clients] elements: each type has a schema, and its properties are as core checks them', () => {
  const types = [...fieldTypes, ...containerTypes];
  const { discriminator } = elementSchemas['Element'] as unknown as { discriminator: { mapping: object } };
  const { mapping } = discriminator;
  expect(Object.keys(mapping).sort()).toEqual([...types, ...contentTypes].sort());
  const values: unknown[] = ['', 'name', 'data', 'b', 'a b', true, 0, 1, 1.5, 5000, 5001, 2 ** 53, [], ['x'], [1], {}];
  const ajv = new Ajv2020({ strict: false });
  const table: PropertyTable = elementProperties;
  const differing = Object.entries(table).flatMap(
    ([
      name,
      {
        type: { isGood, schema },
      },
    ]) => {
      if (isGood === undefined) return [];
      const check = ajv.compile(schema);
      return values
        .filter((value) => check(value) !== isGood(value))
        .map((value) => `${name}: ${JSON.stringify(value)}`);
    },
  );
  expect(differing).toEqual([]);
});

test('[conventions.document.clients] the properties of a form are those that its check takes', () => {
  const takes = Object.keys(namedSchemas.FormDefinition['properties'] as object).sort();
  expect(takes).toEqual([...newFormCheck.$_terms['keys']].map(({ key }: { key: string }) => key).sort());
});
