// A signature's strokes as an SVG drawing, cut to what was drawn and smoothed the way a pen moves.

import { decodeSignature, type Stroke } from '../../fields/sign/decode-signature.ts';

export interface Drawing {
  readonly svg: string;
  readonly widthMm: number;
}

type Point = readonly [x: number, y: number];

const maxPoints = 20_000;
const maxWidthMm = 75;
const maxHeightMm = 22;
const penMm = 0.45;

/** Undefined for a signature that is not made of strokes. */
export function drawSignature(text: string): Drawing | undefined {
  const strokes = decodeSignature(text);
  if (strokes === undefined) return undefined;
  const lines = strokes.map((stroke) => scaleStroke(stroke, strokes[0]!)).filter((points) => points.length > 0);
  const points = lines.flat();
  if (points.length === 0 || points.length > maxPoints) return undefined;
  const xs = bounds(points.map(([x]) => x));
  const ys = bounds(points.map(([, y]) => y));
  const width = Math.max(xs.max - xs.min, 1e-6);
  const height = Math.max(ys.max - ys.min, 1e-6);
  const scale = Math.min(maxWidthMm / width, maxHeightMm / height, largestScale(strokes[0]!));
  const place = ([x, y]: Point): Point => [(x - xs.min) * scale + penMm, (y - ys.min) * scale + penMm];
  const widthMm = width * scale + 2 * penMm;
  const heightMm = height * scale + 2 * penMm;
  const paths = lines.map((line) => `<path d="${drawLine(line.map(place))}"/>`).join('');
  const pen = `fill="none" stroke="#16202e" stroke-width="${penMm}" stroke-linecap="round" stroke-linejoin="round"`;
  const size = `width="${round(widthMm)}mm" height="${round(heightMm)}mm"`;
  const view = `viewBox="0 0 ${round(widthMm)} ${round(heightMm)}"`;
  return { svg: `<svg xmlns="http://www.w3.org/2000/svg" ${size} ${view}><g ${pen}>${paths}</g></svg>`, widthMm };
}

/** Each stroke knows the size of the canvas it was drawn on; a turned phone changes it between two strokes. */
function scaleStroke(stroke: Stroke, first: Stroke): Point[] {
  const x = stroke.cWidth > 0 && first.cWidth > 0 ? first.cWidth / stroke.cWidth : 1;
  const y = stroke.cHeight > 0 && first.cHeight > 0 ? first.cHeight / stroke.cHeight : 1;
  return stroke.points
    .map((point): Point => [point.x * x, point.y * y])
    .filter(([left, top]) => Math.abs(left) < 1e6 && Math.abs(top) < 1e6);
}

/** A mere dot stays small: the canvas never fills more than twice the widest drawing. */
function largestScale({ cWidth }: Stroke): number {
  return cWidth > 0 ? (2 * maxWidthMm) / cWidth : 1;
}

function bounds(numbers: readonly number[]): { min: number; max: number } {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const number of numbers) {
    if (number < min) min = number;
    if (number > max) max = number;
  }
  return { min, max };
}

/** Curves from middle to middle with the points as handles; a single point is a dot. */
function drawLine(points: readonly Point[]): string {
  const [first, ...rest] = points as [Point, ...Point[]];
  if (rest.length === 0) return `M${at(first)}l0.01 0`;
  let path = `M${at(first)}`;
  rest.forEach((point, index) => {
    const next = rest[index + 1];
    path += next === undefined ? `L${at(point)}` : `Q${at(point)} ${at(middle(point, next))}`;
  });
  return path;
}

function middle([x1, y1]: Point, [x2, y2]: Point): Point {
  return [(x1 + x2) / 2, (y1 + y2) / 2];
}

function at([x, y]: Point): string {
  return `${round(x)} ${round(y)}`;
}

function round(number: number): number {
  return Math.round(number * 1000) / 1000;
}
