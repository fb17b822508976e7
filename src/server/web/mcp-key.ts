// The API key of a request for tools: in `x-api-key`, or as agents' programs send what they are given, `Authorization: Bearer`.
// [mcp.http.access]
import type { IncomingHttpHeaders } from 'node:http';
import { errors } from '../base/errors.ts';
import { headerText } from '../http/api-request.ts';

/** Undefined without a credential; one of another kind, or two that differ, are refused as a wrong key is. */
export function readMcpKey(headers: IncomingHttpHeaders): string | undefined {
  const apiKey = headerText(headers, 'x-api-key');
  const authorization = headerText(headers, 'authorization');
  if (authorization === undefined) return apiKey;
  const bearer = /^bearer /i.test(authorization) ? authorization.slice('bearer '.length).trim() : undefined;
  if (bearer === undefined || (apiKey !== undefined && apiKey !== bearer)) throw errors.invalidApiKey();
  return bearer;
}
