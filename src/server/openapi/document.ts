// The OpenAPI 3.1 document, made from the route table and the very schemas that check requests.
// [conventions.document]

import type { Access, Route } from '../http/route.ts';
import { elementSchemas } from './element-schemas.ts';
import exampleResponses from './example-responses.json' with { type: 'json' };
import { findExample } from './examples.ts';
import { guides, tagFacts } from './guides.ts';
import { type Json, jsonSchema } from './joi-schema.ts';
import { findText } from './parameter-texts.ts';
import { parametersOf } from './parameters.ts';
import { requestSchemas } from './request-schemas.ts';
import { errorResponses, headers, responsesOf } from './responses.ts';
import { namedSchemas } from './schemas.ts';
import { storagePath } from './storage-path.ts';

export interface DocumentOptions {
  readonly routes: readonly Route[];
  readonly apiUrl: string;
  /** Where files are uploaded to. */
  readonly storageUrl?: string;
}

export function openApiDocument({ routes, apiUrl, storageUrl }: DocumentOptions): Json {
  const { origin } = new URL(apiUrl);
  const paths: Record<string, Json> = {};
  for (const route of routes) {
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
        'Servers send an API key in `x-api-key`; people log in and send their token in `Authorization`. ' +
        `Programs for tables read the entries of a form at \`/odata/{formId}\`, as OData 4.0: ${origin}${guides.odata} ` +
        `Agents find tools at \`/mcp\`: ${origin}${guides.agents}`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: apiUrl }],
    externalDocs: { description: 'How to connect a program', url: `${origin}${guides.integrate}` },
    tags: tagFacts([...new Set([...routes.map(({ tag }) => tag), 'Files'])], origin),
    paths: { ...paths, '/': storagePath(storageUrl ?? `${origin}/storage`) },
    components: {
      schemas: { ...namedSchemas, ...elementSchemas, ...requestSchemas },
      headers,
      responses: errorResponses,
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'x-api-key',
          description: 'An API key. For servers: pages of other sites cannot send it.',
        },
        loginToken: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The token of POST /auth/login, as it is.',
        },
        bewit: { type: 'apiKey', in: 'query', name: 'bewit', description: 'The signature of a fill link.' },
      },
    },
  };
}

function describeRoute(route: Route): Json {
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: route.description,
    security: securityOf(route.access),
    parameters: parametersOf(route),
    ...bodyOf(route),
    responses: responsesOf(route, responseExample(route.operationId)),
  };
}

function bodyOf(route: Route): Json {
  const { payload, operationId, bodyTypes } = route;
  if (bodyTypes !== undefined) {
    const file = { schema: { type: 'string', format: 'binary' } };
    return { requestBody: { required: true, content: Object.fromEntries(bodyTypes.map((type) => [type, file])) } };
  }
  if (payload === undefined) return {};
  const body = findExample(operationId)?.body;
  return {
    requestBody: {
      // No body at all counts as an empty object: [conventions.bodies]
      required: route.needsBody === true || route.method === 'PATCH' || payload.validate({}).error !== undefined,
      content: {
        'application/json': {
          schema: withTexts(operationId, route.payloadSchema ?? jsonSchema(payload)),
          ...(body === undefined ? {} : { example: body }),
        },
      },
    },
  };
}

/** Each property of a body with words about it, where it has none. */
function withTexts(operationId: string, schema: Readonly<Json>): Json {
  const { properties } = schema as { properties?: Record<string, Json> };
  if (properties === undefined) return schema;
  const described = Object.entries(properties).map(([name, one]): [string, Json] => {
    const description = one['description'] ?? findText(operationId, name);
    return [name, description === undefined ? one : { ...one, description }];
  });
  return { ...schema, properties: Object.fromEntries(described) };
}

function responseExample(operationId: string): unknown {
  return (exampleResponses as Readonly<Record<string, unknown>>)[operationId];
}

function securityOf(access: Access): Json[] {
  const credential = [{ apiKey: [] }, { loginToken: [] }];
  if (access === 'loginToken') return [{ loginToken: [] }];
  if (access === 'bewit') return [...credential, { bewit: [] }];
  return access === 'public' ? [{}, ...credential] : credential;
}
