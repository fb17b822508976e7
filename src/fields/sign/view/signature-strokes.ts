// Signatures as strokes: read from a value, and made of what was drawn. [values.signature]
import type { JsonObject, JsonValue } from '../../../core/definition/form-definition.ts';
import { decodeSignature, type Stroke } from '../decode-signature.ts';
import { signValue } from '../value.ts';

export interface DrawnPoint {
  readonly x: number;
  readonly y: number;
  readonly time: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The strokes of a value, in either of its forms; undefined for other texts, which are opaque. */
export function strokesOf(value: JsonValue | undefined): readonly Stroke[] | undefined {
  if (value === undefined || value === null) return [];
  const text = signValue.read(value, { cleanHtml: (html) => html });
  return typeof text === 'string' ? decodeSignature(text) : [];
}

export function signatureValue(strokes: readonly Stroke[]): JsonValue | undefined {
  return strokes.length === 0 ? undefined : ({ strokes } as unknown as JsonObject);
}

export function strokeOf(points: readonly DrawnPoint[], { width, height }: Size): Stroke {
  return {
    cWidth: Math.round(width),
    cHeight: Math.round(height),
    points: points.map(({ x, y, time }) => ({ x: tenths(x), y: tenths(y), time: Math.round(time) })),
  };
}

function tenths(number: number): number {
  return Math.round(number * 10) / 10;
}

/** Where the points lie on a canvas of another size: as large as fits, in the middle. */
export function scalePoints({ cWidth, cHeight, points }: Stroke, { width, height }: Size): DrawnPoint[] {
  const scale = Math.min(width / (cWidth || width), height / (cHeight || height));
  const left = (width - cWidth * scale) / 2;
  const top = (height - cHeight * scale) / 2;
  return points.map(({ x, y, time }) => ({ x: left + x * scale, y: top + y * scale, time }));
}
