// Compares every response of a test service with the OpenAPI document: status, headers and body, whoever asked for it.
// What differs fails the test it was sent in. [conventions.document]
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { afterEach } from 'vitest';
import { apiRoutes } from '../../src/server/api/route-table.ts';
import { openApiDocument } from '../../src/server/openapi/document.ts';

type Schema = Readonly<Record<string, unknown>>;
interface Header {
  readonly required?: boolean;
  readonly schema: Schema;
}
interface DocumentedResponse {
  readonly headers?: Readonly<Record<string, Header>>;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}
type Responses = Readonly<Record<string, DocumentedResponse>>;

/** Of the connection and of HTTP itself: no document lists them. */
const transportHeaders = ['connection', 'content-length', 'content-type', 'date', 'keep-alive', 'transfer-encoding'];

const apiPrefix = '/v1.0';

/** Tests ask what was found: elsewhere, as in those that measure, nothing is looked at. */
let isAsked = false;
let waiting: (() => string | undefined)[] = [];

/** A larger body is looked at when its test is over: some tests measure how long the event loop is held. */
const laterBytes = 65_536;

/** What was found since it was last asked for. */
export function takeDifferences(): string[] {
  const looks = waiting;
  waiting = [];
  return looks.flatMap((look) => look() ?? []);
}

/** For a setup file: each test hears of the responses that were sent while it ran. */
export function failOnDifferences(): void {
  isAsked = true;
  afterEach(() => {
    const found = takeDifferences();
    if (found.length > 0) throw new Error(`Not as the OpenAPI document says:\n${found.join('\n')}`);
  });
}

export function checkResponses(server: Server): void {
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (isAsked && request.url?.startsWith(`${apiPrefix}/`)) watch(request, response);
  });
}

function watch(request: IncomingMessage, response: ServerResponse): void {
  const { writeHead, write, end } = response;
  const pieces: Buffer[] = [];
  let headers: Record<string, string> = {};
  const keep = (piece: unknown, encoding: unknown) => {
    if (typeof piece === 'string') {
      pieces.push(Buffer.from(piece, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8'));
    } else if (piece instanceof Uint8Array) pieces.push(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength));
  };
  response.writeHead = (...values: unknown[]) => {
    headers = { ...readHeaders(response.getHeaders()), ...readHeaders(values.at(-1)) };
    return Reflect.apply(writeHead, response, values);
  };
  response.write = (...values: unknown[]) => {
    keep(values[0], values[1]);
    return Reflect.apply(write, response, values);
  };
  response.end = (...values: unknown[]) => {
    keep(values[0], values[1]);
    const ended = Reflect.apply(end, response, values);
    // Nobody got what was sent to somebody who hung up.
    if (request.socket.destroyed) return ended;
    const { statusCode: status } = response;
    const look = () => {
      const found = findDifference(request, { status, headers, body: Buffer.concat(pieces) });
      return found && `${request.method} ${request.url?.slice(0, 200)} ${status}: ${found}`;
    };
    const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
    if (bytes > laterBytes) waiting.push(look);
    else {
      const found = look();
      if (found !== undefined) waiting.push(() => found);
    }
    return ended;
  };
}

/** As writeHead takes them: a flat list of names and values, or an object. */
function readHeaders(from: unknown): Record<string, string> {
  const pairs = Array.isArray(from)
    ? from.flatMap((name, at) => (at % 2 === 0 ? [[name, from[at + 1]]] : []))
    : Object.entries(typeof from === 'object' && from !== null ? from : {});
  return Object.fromEntries(pairs.map(([name, value]) => [String(name).toLowerCase(), String(value)]));
}

interface Sent {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

function findDifference({ method = '', url = '' }: IncomingMessage, sent: Sent): string | undefined {
  // What a browser asks beforehand is about every address and in no document.
  if (method === 'OPTIONS') return undefined;
  const [path = '', query = ''] = url.slice(apiPrefix.length).split(/\?(.*)/s, 2);
  // The document itself is in none.
  if (path === '/openapi.json') return undefined;
  const { responses, checks } = findOperation(method, path);
  const response = responses[sent.status];
  if (response === undefined) return `the status is not documented: ${sent.body.toString().slice(0, 300)}`;
  const hasFields = new URLSearchParams(query).has('fields');
  const key = `${sent.status}${hasFields ? ' fields' : ''}`;
  const check = checks.get(key) ?? compileCheck(response, hasFields);
  checks.set(key, check);
  return check(sent);
}

type Check = (sent: Sent) => string | undefined;

interface Operation {
  readonly method: string;
  readonly path: RegExp;
  readonly responses: Responses;
  /** By status, made when the first response of its kind comes. */
  readonly checks: Map<string, Check>;
}

/** Read when the first response comes. */
let document:
  | {
      readonly operations: readonly Operation[];
      readonly unknown: Operation;
      readonly compile: (schema: Schema) => ValidateFunction;
    }
  | undefined;

function knownDocument(): NonNullable<typeof document> {
  document ??= readDocument();
  return document;
}

function readDocument(): NonNullable<typeof document> {
  const source = openApiDocument({ routes: apiRoutes, apiUrl: 'http://forms.test' });
  const { paths, components } = withReferences(source) as {
    paths: Record<string, Record<string, { responses: Responses }>>;
    components: { schemas: Record<string, Schema>; responses: Responses };
  };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses }]) => ({
      method: method.toUpperCase(),
      path: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
      responses,
      checks: new Map(),
    })),
  );
  // `/entry/count` before `/entry/{entryId}`.
  operations.sort((one, other) => Number(one.path.source.includes('[')) - Number(other.path.source.includes('[')));
  // Whatever the path, a request may be malformed, one too many, or come to a service without its database.
  const ofAll = [400, 404, 429, 503].map((status) => [status, components.responses[`Error${status}`]]);
  const unknown = { method: '', path: /^/, responses: Object.fromEntries(ofAll), checks: new Map() };
  // Most checks are used a few times: making them faster takes longer than it saves.
  const ajv = new Ajv2020({ strict: false, code: { optimize: false }, formats: { 'date-time': isoTime, uuid } });
  ajv.addSchema({ $id: 'document', components: { schemas: components.schemas } });
  return { operations, unknown, compile: compileOnce(ajv) };
}

/** Every response has the same headers and most the same errors: what reads the same is compiled once, which takes long. */
function compileOnce(ajv: Ajv2020): (schema: Schema) => ValidateFunction {
  const compiled = new Map<string, ValidateFunction>();
  return (schema) => {
    const text = JSON.stringify(schema);
    const check = compiled.get(text) ?? ajv.compile(schema);
    compiled.set(text, check);
    return check;
  };
}

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Headers and responses in place of references to them, and objects without properties that the document does not list. */
function withReferences(source: Record<string, unknown>): unknown {
  const walk = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(walk);
    if (typeof part !== 'object' || part === null) return part;
    const { $ref, ...rest } = part as Record<string, unknown>;
    if (typeof $ref === 'string') {
      const [, kind = '', name = ''] = $ref.slice(2).split('/');
      if (kind === 'schemas') return { $ref: `document${$ref}` };
      return walk((source as Record<string, Record<string, Record<string, unknown>>>)['components']?.[kind]?.[name]);
    }
    const walked = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, walk(value)]));
    const isClosed = walked['type'] === 'object' && 'properties' in walked && !('additionalProperties' in walked);
    return isClosed ? { ...walked, additionalProperties: false } : walked;
  };
  return walk(source);
}

/** Without `fields` a list holds whole objects only. */
function withoutProjections(part: unknown): Schema {
  const walk = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.filter((item) => !isProjection(item)).map(walk);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([key, value]) => [key, walk(value)]));
  };
  return walk(part) as Schema;
}

const isProjection = (part: unknown) => /Projection$/.test(String((part as { $ref?: unknown } | null)?.$ref));

function findOperation(method: string, path: string): Operation {
  const { operations, unknown } = knownDocument();
  const plain = decodePath(path);
  return operations.find((one) => one.method === method && one.path.test(plain)) ?? unknown;
}

function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

function compileCheck({ headers = {}, content }: DocumentedResponse, hasFields: boolean): Check {
  const { compile } = knownDocument();
  const schema = content?.['application/json']?.schema;
  const body = schema && compile(hasFields ? schema : withoutProjections(schema));
  const named = Object.entries(headers).map(([name, header]) => ({
    name: name.toLowerCase(),
    isRequired: header.required === true,
    check: compile(header.schema),
  }));
  const known = new Set([...named.map(({ name }) => name), ...transportHeaders]);
  return (sent) => {
    const strange = Object.keys(sent.headers).find((name) => !known.has(name));
    if (strange !== undefined) return `the header ${strange} is not documented`;
    for (const { name, isRequired, check } of named) {
      const value = sent.headers[name];
      if (value === undefined ? isRequired : !check(value)) return `the header ${name} is ${value}`;
    }
    const [type = ''] = (sent.headers['content-type'] ?? '').split(';');
    // Files: only their type is documented.
    if (type !== 'application/json' && content?.[type] !== undefined) return undefined;
    if (body === undefined) return sent.body.length === 0 ? undefined : 'no body is documented';
    const isJson = /^application\/json\b/.test(sent.headers['content-type'] ?? '') && sent.body.length > 0;
    if (!isJson) return 'its body is not JSON';
    if (body(parse(sent.body))) return undefined;
    return body.errors
      ?.map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)
      .join('; ');
  };
}

/** What is not JSON is a text, which no schema of a body takes. */
function parse(body: Buffer): unknown {
  const text = body.toString();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
