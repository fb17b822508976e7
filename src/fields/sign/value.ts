// fSign and typeValidator sign: an opaque string. Strokes sent to prefill a signature become such a string, which
// decode-signature.ts turns back into strokes; any other string (an image data URL, say) is kept as it is.
// [values.signature]

import type { JsonValue } from '../../core/definition/form-definition.ts';
import { cleanText, isBlank } from '../../core/values/clean-text.ts';
import {
  invalid,
  isNothing,
  isPlainObject,
  ownValue,
  type Reading,
  type ValueType,
} from '../../core/values/value-type.ts';
import type { KindValue } from '../kind.ts';

export const value: KindValue = () => signValue;

export const signValue: ValueType = {
  kind: 'sign',
  read: readSignature,
  isEmpty: isNothing,
  // choice: a cell shows that there is a signature; the opaque text would say nothing to a reader.
  toText: () => '✓',
};

export const prefix = 'strokes:';

function readSignature(sent: JsonValue): Reading {
  if (typeof sent === 'string') {
    const text = cleanText(sent);
    return isBlank(text) ? null : text;
  }
  if (!isPlainObject(sent)) return invalid;
  const strokes = ownValue(sent, 'strokes');
  return Array.isArray(strokes) ? encodeStrokes(strokes) : invalid;
}

/** `strokes:[[cWidth,cHeight,[x,y,time,x,y,time,...]],...]`; strokes without any point draw nothing and are not a value. */
function encodeStrokes(strokes: readonly JsonValue[]): Reading {
  const encoded: JsonValue[] = [];
  for (const stroke of strokes) {
    const size = readNumbers(stroke, ['cWidth', 'cHeight']);
    const points = isPlainObject(stroke) ? ownValue(stroke, 'points') : undefined;
    if (size === undefined || !Array.isArray(points)) return invalid;
    const flat: number[] = [];
    for (const point of points) {
      const numbers = readNumbers(point, ['x', 'y', 'time']);
      if (numbers === undefined) return invalid;
      flat.push(...numbers);
    }
    if (flat.length > 0) encoded.push([...size, flat]);
  }
  return encoded.length === 0 ? null : prefix + JSON.stringify(encoded);
}

function readNumbers(object: JsonValue | undefined, names: readonly string[]): number[] | undefined {
  if (!isPlainObject(object)) return undefined;
  const numbers = names.map((name) => ownValue(object, name));
  return numbers.every((number) => typeof number === 'number' && Number.isFinite(number))
    ? (numbers as number[])
    : undefined;
}
