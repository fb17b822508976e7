// The table of properties for people and agents who write forms, as Markdown: docs/form-language.md holds all of it.
// [forms.elements] [mcp.language]

import type { JsonValue } from '../core/definition/definition-parts.ts';
import { containerTypes, contentTypes, type ElementType, fieldTypes } from './element-types.ts';
import { elementProperties, type Property, type PropertyTable } from './properties.ts';

/** Around the table in docs/form-language.md. */
export const tableMarks = { start: '<!-- properties: made by npm run docs -->', end: '<!-- end of properties -->' };

/** With a type of elements, those that it has. */
export function propertyRows(type?: ElementType, table: PropertyTable = elementProperties): string {
  const rows = Object.entries(table).filter(([, row]) => type === undefined || row.on.includes(type));
  return [
    '| Property | On | Value | Default | Meaning |',
    '|---|---|---|---|---|',
    ...rows.map(
      ([name, row]) => `| \`${name}\` | ${placesOf(row)} | ${kindOf(row)} | ${usualOf(row)} | ${row.about} |`,
    ),
  ].join('\n');
}

/** The document with the table as it is now. */
export function withPropertyRows(document: string, table: PropertyTable = elementProperties): string {
  const { start, end } = tableMarks;
  const [before, rest = ''] = document.split(start);
  const [, after] = rest.split(end);
  if (before === undefined || after === undefined) throw new Error(`no place for the properties: ${start} … ${end}`);
  return `${before}${start}\n\n${propertyRows(undefined, table)}\n\n${end}${after}`;
}

const groups: readonly (readonly [words: string, types: readonly ElementType[]])[] = [
  ['every element', [...containerTypes, ...fieldTypes, ...contentTypes]],
  ['containers', containerTypes],
  ['fields', fieldTypes],
];

function placesOf({ on }: Property): string {
  const left = new Set<ElementType>(on);
  const words: string[] = [];
  for (const [group, types] of groups) {
    if (!types.every((type) => left.has(type))) continue;
    words.push(group);
    for (const type of types) left.delete(type);
  }
  return [...words, ...[...left].map((type) => `\`${type}\``)].join(', ');
}

function kindOf({ type }: Property): string {
  return type.words.replace(/^(?:must|may) be /, '');
}

function usualOf({ defaults = [] }: Property): string {
  const [usual] = defaults;
  return usual === undefined || isNothing(usual) ? '' : `\`${String(usual)}\``;
}

function isNothing(value: JsonValue): boolean {
  return value === null || value === '' || typeof value === 'object';
}
