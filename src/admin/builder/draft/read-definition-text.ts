// The text of a definition as somebody typed it: JSON, or where it is none; properties that forms have, of the right kind.
// What the elements and rules must be like, core's checkForm says.
import type { FormDefinition } from '../../../core/definition/form-definition.ts';
import type { definitionProperties } from './saved-form.ts';

export type JsonProblem =
  | { readonly kind: 'json'; readonly line: number; readonly column: number; readonly message: string }
  | { readonly kind: 'not-object' }
  | { readonly kind: 'unknown'; readonly name: string }
  | { readonly kind: 'wrong-kind'; readonly name: string; readonly wanted: WantedKind };

type WantedKind = 'kindText' | 'kindObject' | 'kindList';

const wantedKinds: Readonly<Record<(typeof definitionProperties)[number], WantedKind>> = {
  name: 'kindText',
  publicName: 'kindText',
  locale: 'kindText',
  timeZone: 'kindText',
  access: 'kindObject',
  formSchema: 'kindObject',
  templates: 'kindList',
  postSave: 'kindObject',
  postSubmit: 'kindObject',
  postEdit: 'kindObject',
  postTemplate: 'kindObject',
  saveRenderedEntries: 'kindText',
  keepUploadedFiles: 'kindList',
  theme: 'kindObject',
  display: 'kindText',
  page: 'kindObject',
};

export function readDefinitionText(
  text: string,
): { readonly definition: FormDefinition } | { readonly problem: JsonProblem } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { problem: jsonProblem(text, (error as Error).message) };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { problem: { kind: 'not-object' } };
  for (const [name, part] of Object.entries(value)) {
    const wanted = (wantedKinds as Record<string, WantedKind>)[name];
    if (wanted === undefined || !Object.hasOwn(wantedKinds, name)) return { problem: { kind: 'unknown', name } };
    if (kindOf(part) !== wanted) return { problem: { kind: 'wrong-kind', name, wanted } };
  }
  return { definition: value };
}

function kindOf(value: unknown): WantedKind | undefined {
  if (typeof value === 'string') return 'kindText';
  if (Array.isArray(value)) return 'kindList';
  return typeof value === 'object' && value !== null ? 'kindObject' : undefined;
}

/** Browsers say the place in different words, some as an offset, some as line and column, and some not at all at the end. */
function jsonProblem(text: string, message: string): JsonProblem {
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? [];
  const reason = message.replace(/^JSON\.parse: /, '').replace(/ \(line .*| at (position|line) .*| in JSON at .*/, '');
  if (line !== undefined) return { kind: 'json', line: Number(line), column: Number(column), message: reason };
  const [, position] = /position (\d+)/.exec(message) ?? [];
  const before = text.slice(0, position === undefined ? text.length : Number(position)).split('\n');
  return { kind: 'json', line: before.length, column: before.at(-1)!.length + 1, message: reason };
}
