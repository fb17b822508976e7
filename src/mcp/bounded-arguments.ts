// Arguments that a tool does not have, and lists that are too long, are refused at the first of them: the library's own check names every one, and
// a message of 2 MB can have hundreds of thousands. [mcp.tools] [mcp.http.bounds]
import type { Tool } from './tool.ts';

/** The part of a schema of the library that checks a value. */
interface Checked {
  readonly '~standard': {
    readonly validate: (value: unknown) => unknown;
  };
}

const maxNameLength = 100;

export function boundArguments<Schema extends Checked>(schema: Schema, input: Tool['input']): Schema {
  const standard = schema['~standard'];
  const validate = (value: unknown) => {
    const message = findExcess(value, input);
    return message === undefined ? standard.validate(value) : { issues: [{ message }] };
  };
  return { ...schema, '~standard': { ...standard, validate } };
}

function findExcess(value: unknown, input: Tool['input']): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, given] of Object.entries(value)) {
    if (!Object.hasOwn(input, name)) return `there is no argument "${name.slice(0, maxNameLength)}"`;
    const { maxItems } = input[name] as { maxItems?: number };
    if (Array.isArray(given) && given.length > (maxItems ?? 0)) return `"${name}" has too many items, or is not a list`;
  }
  return undefined;
}
