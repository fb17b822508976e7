// TypeScript types from the JSON Schema of what a form stores: for `formstead types`. [running.commands.types]
type Json = Readonly<Record<string, unknown>>;

export function schemaTypes(schema: Json, name = typeName(schema['title'])): string {
  const about = [typeof schema['title'] === 'string' ? schema['title'] : '', 'The data of its submitted entries.'];
  return `${comment(about, '')}export interface ${name} ${objectType(schema, '', '{}')}\n`;
}

/** Letters and digits of the form's name, where there are such. */
function typeName(title: unknown): string {
  const words = String(title ?? '').match(/[A-Za-z][A-Za-z0-9]*/g) ?? [];
  const joined = words.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`).join('');
  return `${joined || 'Entry'}Data`;
}

function typeOf(schema: Json, indent: string): string {
  const { enum: values, type } = schema as { enum?: unknown[]; type?: string | string[] };
  if (values !== undefined)
    return values.length === 0 ? 'never' : values.map((value) => JSON.stringify(value)).join(' | ');
  return [type ?? 'unknown']
    .flat()
    .map((one) => plainType(one, schema, indent))
    .join(' | ');
}

function plainType(type: string, schema: Json, indent: string): string {
  if (type === 'integer') return 'number';
  if (type === 'object') return objectType(schema, indent);
  if (type !== 'array') return type;
  const items = schema['items'] as Json | undefined;
  return `Array<${items === undefined ? 'unknown' : typeOf(items, indent)}>`;
}

function objectType({ properties, required }: Json, indent: string, nothing = 'Record<string, never>'): string {
  const inside = `${indent}  `;
  const needed = new Set((required ?? []) as string[]);
  const lines = Object.entries((properties ?? {}) as Record<string, Json>).map(([name, one]) => {
    const words = [one['title'], one['description']].filter((text) => typeof text === 'string');
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    return `${comment(words, inside)}${inside}${key}${needed.has(name) ? '' : '?'}: ${typeOf(one, inside)};\n`;
  });
  return lines.length === 0 ? nothing : `{\n${lines.join('')}${indent}}`;
}

function comment(words: readonly string[], indent: string): string {
  const text = words
    .filter((one) => one !== '')
    .join('. ')
    .replaceAll('*/', '*\\/')
    .replaceAll(/\s+/g, ' ');
  return text === '' ? '' : `${indent}/** ${text} */\n`;
}
