// An element gets another name: whatever reads it by the old one, in conditions, rules, templates and after-actions, reads
// the new one from then on. Only plain reads are found: model.name, model['name'], answers.name, and row.name inside the same
// repeat.
import type { FormDefinition } from '../../../core/definition/form-definition.ts';
import { dataKeysOf } from './data-keys.ts';
import { changeElement, elementAt } from './element-tree.ts';

/** Properties whose text is an expression or a template. */
const readingProperties = new Set(
  'relevant readonly req value options qs res eq text initialValue if to replyTo subject html url validateSaved validateTemplate'.split(
    ' ',
  ),
);

export function renameElement(definition: FormDefinition, path: string, name: string): FormDefinition {
  const before = elementAt(definition, path)?.name;
  const renamed = changeElement(definition, path, { name });
  if (before === undefined || before === '' || before === name) return renamed;
  const place = dataKeysOf(definition, path);
  if (place === undefined) return renamed;
  const { repeat, keys } = place;
  const base = repeat === undefined ? '(?:model|answers)' : 'row';
  const rename = (text: string) => renameRead(text, base, keys, name);
  return walk(renamed, [], (text, at) =>
    repeat === undefined || at.startsWith(`${repeat}.`) ? rename(text) : text,
  ) as FormDefinition;
}

function renameRead(text: string, base: string, keys: readonly string[], name: string): string {
  const way = keys.slice(0, -1).map(keyPattern).join('');
  const pattern = new RegExp(`(?<![\\w$.])(${base}${way})${keyPattern(keys.at(-1)!)}`, 'g');
  const isPlain = /^[A-Za-z_$][\w$]*$/.test(name);
  const written = isPlain ? `.${name}` : `['${name.replace(/[\\']/g, '\\$&')}']`;
  return text.replace(pattern, (_, start: string) => start + written);
}

function keyPattern(key: string): string {
  const plain = key.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return `(?:\\.${plain}(?![\\w$])|\\[\\s*(?:'${plain}'|"${plain}")\\s*\\])`;
}

function walk(value: unknown, path: readonly string[], change: (text: string, at: string) => string): unknown {
  if (typeof value === 'string') {
    const property = path.findLast((key) => !/^\d+$/.test(key)) ?? '';
    return readingProperties.has(property) ? change(value, path.join('.')) : value;
  }
  if (Array.isArray(value)) {
    // The items of a fixed list of options are not expressions.
    if (path.at(-1) === 'options') return value;
    let items: unknown[] | undefined;
    for (let at = 0; at < value.length; at++) {
      const item = walkAt(value[at], path, String(at), change);
      if (item === value[at]) continue;
      items ??= [...value];
      items[at] = item;
    }
    return items ?? value;
  }
  if (typeof value !== 'object' || value === null) return value;
  const before = value as Record<string, unknown>;
  let object: Record<string, unknown> | undefined;
  for (const key of Object.keys(before)) {
    const one = walkAt(before[key], path, key, change);
    if (one === before[key]) continue;
    object ??= { ...before };
    object[key] = one;
  }
  return object ?? value;
}

/** Most texts of a form are not expressions: no path is made for them. */
function walkAt(
  value: unknown,
  path: readonly string[],
  key: string,
  change: (text: string, at: string) => string,
): unknown {
  if (value === null || (typeof value !== 'object' && typeof value !== 'string')) return value;
  if (typeof value === 'string' && !readingProperties.has(key) && !/^\d+$/.test(key)) return value;
  return walk(value, [...path, key], change);
}
