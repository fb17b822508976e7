// The messages of a 400 repeat what was sent: a long text that breaks a hundred rules would be repeated a hundred times.

import type { ItemMessage } from '../../core/definition/definition-parts.ts';
import type { JsonValue } from '../../core/definition/form-definition.ts';

/** Characters of all values together, about; the first message is always there. */
const maxCharacters = 4_000_000;

export function limitMessages(messages: readonly ItemMessage[]): ItemMessage[] {
  const kept: ItemMessage[] = [];
  let left = maxCharacters;
  for (const message of messages) {
    if (kept.length > 0 && left < 0) break;
    kept.push(message);
    left -= sizeOf(message.value, left);
  }
  return kept;
}

/** About how many characters a value is as JSON; counting stops soon after `most`. */
function sizeOf(value: JsonValue, most: number): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 1;
  let size = 1;
  for (const part of Array.isArray(value) ? value : Object.values(value)) {
    size += 10 + sizeOf(part, most - size);
    if (size > most) break;
  }
  return size;
}
