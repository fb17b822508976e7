// The OpenAPI 3.1 document, made from the route table and the very schemas that check requests.
// [conventions.document]
import type { ObjectSchema } from 'joi';
import { everyQuery } from '../http/checks.ts';
import type { Access, Route } from '../http/route.ts';
import { errorResponses, headers, responsesOf } from './responses.ts';
import { namedSchemas } from './schemas.ts';

type Json = Record<string, unknown>;

export function openApiDocument(options: { routes: readonly Route[]; apiUrl: string }): Json {
  const paths: Record<string, Json> = {};
  for (const route of options.routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeRoute(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Formstead API',
      version: '1.0',
      description:
        'Hosts forms, collects what people fill into them, and serves it. ' +
        'Servers send an API key in `x-api-key`; people log in and send their token in `Authorization`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: options.apiUrl }],
    tags: [...new Set(options.routes.map((route) => route.tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: namedSchemas,
      headers,
      responses: errorResponses,
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        loginToken: { type: 'apiKey', in: 'header', name: 'Authorization' },
        bewit: { type: 'apiKey', in: 'query', name: 'bewit' },
      },
    },
  };
}

function describeRoute(route: Route): Json {
  const operation: Json = {
    operationId: operationId(route),
    tags: [route.tag],
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    security: securityOf(route.access),
    parameters: [
      ...parametersOf(route.params, 'path'),
      ...parametersOf(route.query, 'query'),
      ...parametersOf(everyQuery, 'query'),
      ...(route.isIdempotent ? [idempotencyKey] : []),
      ...(route.otherVersion === undefined ? [] : [ifMatch]),
    ],
    responses: responsesOf(route),
  };
  if (route.payload !== undefined) {
    operation['requestBody'] = {
      content: { 'application/json': { schema: route.payloadSchema ?? jsonSchema(route.payload) } },
    };
  }
  if (route.bodyTypes !== undefined) {
    operation['requestBody'] = {
      required: true,
      content: Object.fromEntries(route.bodyTypes.map((type) => [type, {}])),
    };
  }
  return operation;
}

function operationId(route: Route): string {
  const words = route.path.split('/').filter((word) => word !== '');
  const name = words.map((word) => word.replace(/^:/, 'by-')).join('-');
  return `${route.method.toLowerCase()}-${name}`.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function securityOf(access: Access): Json[] {
  const credential = [{ apiKey: [] }, { loginToken: [] }];
  if (access === 'loginToken' || access === 'signedIn') return [{ loginToken: [] }];
  if (access === 'bewit') return [...credential, { bewit: [] }];
  return access === 'public' ? [{}, ...credential] : credential;
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'The same key and body within 24 hours gets the first answer again; another body gets 422. Use a random key of at least ' +
    '16 characters: without a credential, whoever has the key and the body gets that answer, and a shorter key counts only ' +
    'for the address it came from.',
  schema: { type: 'string', maxLength: 255 },
};

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  description: 'The ETag that the change builds on. Whoever changed it meanwhile is not overwritten: 412.',
  schema: { type: 'string' },
};

/** Parameters whose value in the query string is JSON text. */
const jsonParameters = ['query', 'fields'];

function parametersOf(schema: ObjectSchema | undefined, place: 'path' | 'query'): Json[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = jsonSchema(schema) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(place === 'query' && jsonParameters.includes(name)
      ? { content: { 'application/json': { schema: property } } }
      : { schema: property }),
  }));
}

interface StandardJsonSchema {
  readonly jsonSchema: { input(options: { target: string }): Json };
}

function jsonSchema(schema: ObjectSchema): Json {
  const standard = (schema as unknown as { '~standard': StandardJsonSchema })['~standard'];
  const { $schema: _dialect, ...result } = standard.jsonSchema.input({ target: 'draft-2020-12' });
  return result;
}
