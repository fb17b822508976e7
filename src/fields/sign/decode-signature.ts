// The strokes of a signature, to draw it. Apart from sign.ts, so that only pages with a signature load it.

import { prefix } from './value.ts';

export interface Stroke {
  readonly cWidth: number;
  readonly cHeight: number;
  readonly points: readonly { readonly x: number; readonly y: number; readonly time: number }[];
}

/** The strokes of a signature, or undefined for a string that was not made of strokes. */
export function decodeSignature(text: string): Stroke[] | undefined {
  if (!text.startsWith(prefix)) return undefined;
  try {
    const encoded: unknown = JSON.parse(text.slice(prefix.length));
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
