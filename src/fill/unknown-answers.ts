// Answers that an earlier page kept on the device and that the form does not ask for any more. Only their names are known.
// [fill-links.changed-form]
import type { JsonObject, JsonValue } from '../core/definition/form-definition.ts';
import { isPlainObject } from '../core/values/value-type.ts';
import type { FormState } from '../form-view/form-state.ts';
import { childrenOf, type FieldNode, type RepeatNode, type ViewNode } from '../form-view/view-node.ts';

export interface GoneAnswer {
  readonly label: string;
  readonly text: string;
}

export function unknownIn({ tree }: FormState, kept: JsonObject): GoneAnswer[] {
  return unknownAmong(tree === undefined ? [] : leavesOf([tree]), kept, []);
}

function leavesOf(nodes: readonly ViewNode[]): (FieldNode | RepeatNode)[] {
  return nodes.flatMap((node) => (node.kind === 'field' || node.kind === 'repeat' ? node : leavesOf(childrenOf(node))));
}

function unknownAmong(
  nodes: readonly (FieldNode | RepeatNode)[],
  data: JsonObject,
  keys: readonly string[],
): GoneAnswer[] {
  return Object.entries(data).flatMap(([name, value]) => {
    if (name.startsWith('__')) return [];
    const place = [...keys, name];
    const around = nodes.filter((node) => place.every((key, at) => node.keys[at] === key));
    const node = around.find((one) => one.keys.length === place.length);
    if (node?.kind === 'repeat') {
      const rows = Array.isArray(value) ? value : [];
      return rows.flatMap((row) => (isPlainObject(row) ? unknownAmong(leavesOf(node.children), row, []) : []));
    }
    if (node !== undefined) return [];
    if (around.length > 0 && isPlainObject(value)) return unknownAmong(nodes, value, place);
    const text = plainText(value);
    return text === '' ? [] : [{ label: name, text }];
  });
}

function plainText(value: JsonValue): string {
  if (Array.isArray(value)) return value.map(plainText).filter(Boolean).join(', ');
  if (isPlainObject(value)) return Object.values(value).map(plainText).filter(Boolean).join(', ');
  return value === null ? '' : String(value);
}
