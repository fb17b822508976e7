// The OpenAPI document is valid and lists every route; the README's promise of an interactive reference rests on it.
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { apiRoutes } from '../src/server/api.ts';
import { openApiDocument } from '../src/server/openapi/document.ts';
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
  const names = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map((match) => match[1]);
  expect(names.filter((name) => !((name as string) in namedSchemas))).toEqual([]);
});
