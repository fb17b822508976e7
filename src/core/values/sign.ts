// fSign and typeValidator sign: an opaque string. Strokes sent to prefill a signature become such a string, which
// decodeSignature turns back into strokes; any other string (an image data URL, say) is kept as it is.

import type { JsonValue } from '../form-definition.ts';
import { cleanText, isBlank } from './clean-text.ts';
import { INVALID, isNothing, isPlainObject, ownValue, type Reading, type ValueType } from './value-type.ts';

export interface Stroke {
  readonly cWidth: number;
  readonly cHeight: number;
  readonly points: readonly { readonly x: number; readonly y: number; readonly time: number }[];
}

export const signValue: ValueType = {
  kind: 'sign',
  read: readSignature,
  isEmpty: isNothing,
  // choice: a cell shows that there is a signature; the opaque text would say nothing to a reader.
  toText: () => '✓',
};

const PREFIX = 'strokes:';

function readSignature(sent: JsonValue): Reading {
  if (typeof sent === 'string') {
    const text = cleanText(sent);
    return isBlank(text) ? null : text;
  }
  if (!isPlainObject(sent)) return INVALID;
  const strokes = ownValue(sent, 'strokes');
  return Array.isArray(strokes) ? encodeStrokes(strokes) : INVALID;
}

/** `strokes:[[cWidth,cHeight,[x,y,time,x,y,time,...]],...]`; strokes without any point draw nothing and are no value. */
function encodeStrokes(strokes: readonly JsonValue[]): Reading {
  const encoded: JsonValue[] = [];
  for (const stroke of strokes) {
    const size = readNumbers(stroke, ['cWidth', 'cHeight']);
    const points = isPlainObject(stroke) ? ownValue(stroke, 'points') : undefined;
    if (size === undefined || !Array.isArray(points)) return INVALID;
    const flat: number[] = [];
    for (const point of points) {
      const numbers = readNumbers(point, ['x', 'y', 'time']);
      if (numbers === undefined) return INVALID;
      flat.push(...numbers);
    }
    if (flat.length > 0) encoded.push([...size, flat]);
  }
  return encoded.length === 0 ? null : PREFIX + JSON.stringify(encoded);
}

function readNumbers(object: JsonValue | undefined, names: readonly string[]): number[] | undefined {
  if (!isPlainObject(object)) return undefined;
  const numbers = names.map((name) => ownValue(object, name));
  return numbers.every((number) => typeof number === 'number' && Number.isFinite(number))
    ? (numbers as number[])
    : undefined;
}

/** The strokes of a signature, or undefined for a string that was not made of strokes. */
export function decodeSignature(text: string): Stroke[] | undefined {
  if (!text.startsWith(PREFIX)) return undefined;
  try {
    const encoded: unknown = JSON.parse(text.slice(PREFIX.length));
    return Array.isArray(encoded) && encoded.every(isEncodedStroke) ? encoded.map(decodeStroke) : undefined;
  } catch {
    // Any string is a valid signature value, also one that only begins like ours: it just cannot be drawn.
    return undefined;
  }
}

type EncodedStroke = [number, number, number[]];

function isEncodedStroke(stroke: unknown): stroke is EncodedStroke {
  if (!Array.isArray(stroke) || stroke.length !== 3) return false;
  const [cWidth, cHeight, flat] = stroke;
  if (typeof cWidth !== 'number' || typeof cHeight !== 'number' || !Array.isArray(flat)) return false;
  return flat.length % 3 === 0 && flat.every((number) => typeof number === 'number');
}

function decodeStroke([cWidth, cHeight, flat]: EncodedStroke): Stroke {
  const points = [];
  for (let at = 0; at < flat.length; at += 3) points.push({ x: flat[at]!, y: flat[at + 1]!, time: flat[at + 2]! });
  return { cWidth, cHeight, points };
}
