// The operations and schemas of the OpenAPI document as HTML: read without a script, tried out with it. Plain elements with labels, so
// that everybody can use it. [conventions.document.reference]
import { escapeHtml } from '../html/escape-html.ts';

type Json = Readonly<Record<string, unknown>>;

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description: string;
  readonly required?: boolean;
  readonly deprecated?: boolean;
  readonly example?: unknown;
  readonly schema: Json;
}
interface MediaType {
  readonly schema?: Json;
  readonly example?: unknown;
}
interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security: readonly Json[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, MediaType>> };
  readonly responses: Readonly<Record<string, { description?: string; content?: Readonly<Record<string, MediaType>> }>>;
}
interface Tag {
  readonly name: string;
  readonly description: string;
  readonly externalDocs?: { readonly url: string };
}

export function referenceBody(document: Json): string {
  const paths = document['paths'] as Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  const storage = storagePathOf(document);
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      method === 'servers' ? [] : [{ path, method: method.toUpperCase(), operation }],
    ),
  );
  const sections = (document['tags'] as readonly Tag[]).map((tag) => {
    const own = operations.filter(({ operation }) => operation.tags[0] === tag.name);
    return `<section><h2>${escapeHtml(tag.name)}</h2><p>${inWords(tag.description)}${guideLink(tag)}</p>
${own.map((one) => describeOperation(one, storage)).join('\n')}</section>`;
  });
  const { schemas } = document['components'] as { schemas: Readonly<Record<string, Json>> };
  return `${sections.join('\n')}
<section><h2>Schemas</h2><p>What requests and responses are made of.</p>
${Object.entries(schemas).map(describeSchema).join('\n')}</section>`;
}

function guideLink({ name, externalDocs }: Tag): string {
  if (externalDocs === undefined) return '';
  return ` <a href="${escapeHtml(new URL(externalDocs.url).pathname)}">Guide to ${escapeHtml(name.toLowerCase())}</a>`;
}

/** Where files go; as a path, for a page that may be reached by another name. */
function storagePathOf(document: Json): string {
  const { '/': upload } = document['paths'] as { '/'?: { servers: readonly { url: string }[] } };
  const [server] = document['servers'] as readonly { url: string }[];
  const { origin, pathname } = new URL(upload?.servers[0]?.url ?? '/storage', server?.url);
  return `${origin === new URL(server?.url ?? '').origin ? '' : origin}${pathname.replace(/\/$/, '')}/`;
}

function describeOperation(
  { path, method, operation }: { path: string; method: string; operation: Operation },
  storage: string,
): string {
  const { operationId, summary, description, parameters = [], security } = operation;
  return `<details class="opblock" id="${operationId}"><summary><span class="method ${method}">${method}</span>
<code>${escapeHtml(path)}</code> <span>${escapeHtml(summary)}</span></summary>
<p>${inWords(description)}</p><p class="note"><code>${operationId}</code>. ${whoMay(security)}</p>
<form data-operation="${operationId}" data-method="${method}" data-path="${escapeHtml(path)}" data-security="${escapeHtml(
    security.flatMap((one) => Object.keys(one)).join(' '),
  )}"${operationId === 'uploadFile' ? ` data-storage="${escapeHtml(storage)}"` : ''}>
${parameters.map((one) => describeParameter(operationId, one)).join('\n')}
${describeBody(operation)}
<button>Send</button> <span class="state" role="status"></span></form>
<div class="result" hidden><h3>Response</h3><pre tabindex="0" aria-label="Response of ${operationId}"></pre></div>
${describeResponses(operation)}</details>`;
}

function whoMay(security: readonly Json[]): string {
  const names = security.flatMap((one) => Object.keys(one));
  if (security.length === 0 || security.some((one) => Object.keys(one).length === 0)) return 'Needs no credential.';
  if (names.includes('bewit')) return 'With a credential, or the bewit of a fill link.';
  return names.includes('apiKey') ? 'With an API key or a login token.' : 'With a login token only.';
}

function describeParameter(operationId: string, parameter: Parameter): string {
  const { name, in: place, description, required = false, deprecated = false, example, schema } = parameter;
  const id = `${operationId}-${name}`;
  const shown = example === undefined ? '' : Array.isArray(example) ? String(example[0]) : String(example);
  const type = typeText(schema);
  return `<div class="field"><label for="${id}">${escapeHtml(name)}</label>
<span class="note">${escapeHtml(place)}${type === '' ? '' : `, ${type}`}${required ? ', required' : ''}${deprecated ? ', deprecated' : ''}</span>
<input id="${id}" name="${escapeHtml(name)}" data-in="${place}" value="${escapeHtml(shown)}" autocomplete="off" spellcheck="false"
 aria-describedby="${id}-help"><p id="${id}-help">${inWords(description)}</p></div>`;
}

function describeBody({ operationId, requestBody }: Operation): string {
  if (requestBody === undefined) return '';
  const [[type = '', { schema = {}, example } = {}] = []] = Object.entries(requestBody.content);
  const needed = requestBody.required ? 'required' : 'may be missing';
  if (type === 'multipart/form-data') return describeUpload(operationId, schema);
  if (type !== 'application/json') {
    return `<div class="field"><label for="${operationId}-body">Body</label><span class="note">a file, ${needed}</span>
<input type="file" id="${operationId}-body" name="body" data-in="file"></div>`;
  }
  return `<div class="field"><label for="${operationId}-body">Body</label><span class="note">JSON, ${needed}; ${typeText(schema)}</span>
<textarea id="${operationId}-body" name="body" data-in="body" rows="${Math.min(14, lines(example))}" spellcheck="false">${escapeHtml(
    example === undefined ? '' : JSON.stringify(example, undefined, 2),
  )}</textarea>${describeProperties(schema)}</div>`;
}

function lines(example: unknown): number {
  return example === undefined ? 3 : JSON.stringify(example, undefined, 2).split('\n').length + 1;
}

function describeUpload(operationId: string, schema: Json): string {
  const properties = Object.entries(schema['properties'] as Readonly<Record<string, Json>>);
  return properties
    .map(([name, { format, description }]) => {
      const id = `${operationId}-${name}`;
      return `<div class="field"><label for="${id}">${escapeHtml(name)}</label>
<input ${format === 'binary' ? 'type="file" ' : ''}id="${id}" name="${escapeHtml(name)}" data-in="form" aria-describedby="${id}-help">
<p id="${id}-help">${inWords(String(description))}</p></div>`;
    })
    .join('\n');
}

function describeResponses({ responses }: Operation): string {
  const [status, success] = Object.entries(responses)[0] ?? [];
  const [[type, media] = []] = Object.entries(success?.content ?? {});
  const errors = Object.keys(responses).filter((one) => one !== status);
  const example =
    media?.example === undefined
      ? ''
      : `<details class="example"><summary>Example of a response</summary><pre tabindex="0" aria-label="Example">${escapeHtml(
          JSON.stringify(media.example, undefined, 2),
        )}</pre></details>`;
  const what = media?.schema === undefined ? (type ?? 'an empty body') : typeText(media.schema);
  return `<p class="note">${status}: ${what}. Errors: ${errors.join(', ')}, each with <a href="#schema-Error">Error</a>.</p>${example}`;
}

function describeSchema([name, schema]: [string, Json]): string {
  const { description, oneOf, anyOf } = schema as { description?: string; oneOf?: Json[]; anyOf?: Json[] };
  const choices = (oneOf ?? anyOf ?? []).map((one) => `<li>${typeText(one)}${describeProperties(one)}</li>`);
  return `<details class="schema" id="schema-${name}"><summary>${name}</summary>
${description === undefined ? '' : `<p>${inWords(description)}</p>`}${describeProperties(schema)}
${choices.length === 0 ? '' : `<p>One of:</p><ul>${choices.join('')}</ul>`}</details>`;
}

function describeProperties({ properties, required }: Json): string {
  if (properties === undefined) return '';
  const needed = (required ?? []) as readonly string[];
  const items = Object.entries(properties as Readonly<Record<string, Json>>).map(
    ([name, one]) =>
      `<dt><code>${escapeHtml(name)}</code></dt><dd>${typeText(one)}${needed.includes(name) ? ', required' : ''}${
        one['description'] === undefined ? '' : `. ${inWords(String(one['description']))}`
      }</dd>`,
  );
  return items.length === 0 ? '' : `<dl>${items.join('')}</dl>`;
}

/** In a few words, with links to schemas that have names. */
function typeText(schema: Json): string {
  const {
    $ref,
    type,
    items,
    anyOf,
    oneOf,
    enum: values,
    const: one,
    format,
    contentSchema,
  } = schema as {
    $ref?: string;
    type?: string | string[];
    items?: Json;
    anyOf?: Json[];
    oneOf?: Json[];
    enum?: unknown[];
    const?: unknown;
    format?: string;
    contentSchema?: Json;
  };
  if ($ref !== undefined) {
    const name = $ref.slice($ref.lastIndexOf('/') + 1);
    return `<a href="#schema-${name}">${name}</a>`;
  }
  if (contentSchema !== undefined) return `JSON of ${typeText(contentSchema)}`;
  if (one !== undefined) return `<code>${escapeHtml(String(one))}</code>`;
  if (values !== undefined) {
    const shown = values.slice(0, 8).map((value) => `<code>${escapeHtml(String(value))}</code>`);
    return `${shown.join(', ')}${values.length > 8 ? ', …' : ''}`;
  }
  const choices = anyOf ?? oneOf;
  if (choices !== undefined) return [...new Set(choices.map(typeText))].filter((text) => text !== '').join(' or ');
  if (items !== undefined) return `list of ${typeText(items) || 'anything'}`;
  const name = Array.isArray(type) ? type.join(' or ') : (type ?? 'anything');
  return escapeHtml(format === undefined ? name : `${name} (${format})`);
}

/** Text with `code`. */
function inWords(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}
