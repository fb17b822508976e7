// The OpenAPI document as far as the types of clients depend on it: without examples and headers. The types of packages/client
// are generated from it and carry its fingerprint. [conventions.document.client-types]
import { createHash } from 'node:crypto';
import { apiRoutes } from '../api/route-table.ts';
import { errorCatalogue } from '../base/error-catalogue.ts';
import { mcpErrors } from '../base/mcp-errors.ts';
import { odataErrors } from '../base/odata-errors.ts';
import { openApiDocument } from '../openapi/document.ts';

type Json = Record<string, unknown>;

export interface ClientDocument {
  readonly document: Json;
  readonly fingerprint: string;
  readonly errorCodes: readonly string[];
}

export function clientDocument(): ClientDocument {
  const whole = openApiDocument({ routes: apiRoutes, apiUrl: 'https://forms.example/v1.0' });
  const document = without(whole, notForTypes) as Json;
  const errorCodes = Object.keys(errorCatalogue)
    .filter((name) => !(name in odataErrors || name in mcpErrors))
    .sort();
  const facts = JSON.stringify([without(document, words), errorCodes]);
  return { document, fingerprint: createHash('sha256').update(facts).digest('hex').slice(0, 32), errorCodes };
}

const notForTypes = new Set(['headers', 'example', 'examples', 'externalDocs']);
/** They change often, and no type with them. */
const words = new Set(['description', 'summary']);

/** Names of properties stay, whatever they are. */
function without(part: unknown, keys: ReadonlySet<string>, isNames = false): unknown {
  if (Array.isArray(part)) return part.map((one) => without(one, keys));
  if (typeof part !== 'object' || part === null) return part;
  const kept = Object.entries(part).filter(([key]) => isNames || !keys.has(key));
  return Object.fromEntries(kept.map(([key, value]) => [key, without(value, keys, key === 'properties' && !isNames)]));
}
