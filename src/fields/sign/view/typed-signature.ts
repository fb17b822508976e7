// A typed name as a signature: the letters are drawn, thinned to lines one pixel wide, and the lines followed like a pen
// would. So people who cannot draw sign with the keyboard, in any script, and the value is strokes like any other.
import type { Stroke } from '../decode-signature.ts';

const width = 600;
const height = 200;
const baseline = 130;
const maxFontSize = 84;
const handwriting =
  'italic {size}px "Snell Roundhand", "Segoe Script", "Bradley Hand", "Dancing Script", "Brush Script MT", "Guttman Yad", cursive';

export function drawTypedName(name: string): Stroke[] {
  const pixels = drawLetters(name.trim());
  if (pixels === undefined) return [];
  thin(pixels);
  let time = 0;
  return followLines(pixels).map((line) => ({
    cWidth: width,
    cHeight: height,
    points: simplify(line).map(([x, y]) => {
      time += 8;
      return { x, y, time };
    }),
  }));
}

/** One byte a pixel: 1 where there is ink. */
function drawLetters(name: string): Uint8Array | undefined {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (pen === null || name === '') return undefined;
  const fontOf = (size: number) => handwriting.replace('{size}', String(size));
  pen.font = fontOf(maxFontSize);
  const needed = pen.measureText(name).width;
  pen.font = fontOf(Math.min(maxFontSize, (maxFontSize * (width - 48)) / needed));
  pen.textAlign = 'center';
  pen.fillText(name, width / 2, baseline);
  const { data } = pen.getImageData(0, 0, width, height);
  const pixels = new Uint8Array(width * height);
  for (let at = 0; at < pixels.length; at++) pixels[at] = data[at * 4 + 3]! > 110 ? 1 : 0;
  return pixels;
}

/** The eight around a pixel, clockwise from above. */
const around = [-width, -width + 1, 1, width + 1, width, width - 1, -1, -width - 1] as const;

/** Zhang and Suen, "A fast parallel algorithm for thinning digital patterns" (1984). */
function thin(pixels: Uint8Array): void {
  for (let hasChanged = true; hasChanged; ) {
    hasChanged = false;
    for (const pass of [0, 1]) {
      const gone: number[] = [];
      for (let at = width + 1; at < pixels.length - width - 1; at++) {
        if (pixels[at] === 1 && isRemovable(pixels, at, pass)) gone.push(at);
      }
      // One after another here, so that of a dot its last pixel stays.
      for (const at of gone) if (neighbours(pixels, at).length > 0) pixels[at] = 0;
      hasChanged ||= gone.length > 0;
    }
  }
}

function isRemovable(pixels: Uint8Array, at: number, pass: number): boolean {
  const near = around.map((step) => pixels[at + step]!);
  const count = near.reduce((sum, one) => sum + one, 0);
  if (count < 2 || count > 6) return false;
  const turns = near.filter((one, place) => one === 0 && near[(place + 1) % 8] === 1).length;
  if (turns !== 1) return false;
  const [up, , right, , down, , left] = near as [number, number, number, number, number, number, number];
  return pass === 0
    ? up * right * down === 0 && right * down * left === 0
    : up * right * left === 0 && up * down * left === 0;
}

type Line = [x: number, y: number][];
const minLinePixels = 3;

/** Lines from their ends first, then what is left: rings, and arms of crossings. Uses the pixels up. */
function followLines(pixels: Uint8Array): Line[] {
  const lines: Line[] = [];
  const columns = Array.from(
    { length: pixels.length },
    (_, place) => (place % height) * width + Math.floor(place / height),
  );
  for (const wantsEnd of [true, false]) {
    for (const start of columns) {
      if (pixels[start] !== 1 || (wantsEnd && neighbours(pixels, start).length !== 1)) continue;
      const line = followFrom(pixels, start);
      if (line.length >= minLinePixels || neighbours(pixels, start).length === 0) lines.push(line);
    }
  }
  return lines;
}

function followFrom(pixels: Uint8Array, start: number): Line {
  const line: Line = [];
  let direction = 0;
  for (let at: number | undefined = start; at !== undefined; ) {
    pixels[at] = 0;
    line.push([at % width, Math.floor(at / width)]);
    const next: number | undefined = straightest(neighbours(pixels, at), at, direction);
    if (next !== undefined) direction = around.indexOf((next - at) as (typeof around)[number]);
    at = next;
  }
  return line;
}

function neighbours(pixels: Uint8Array, at: number): number[] {
  return around.map((step) => at + step).filter((place) => pixels[place] === 1);
}

function straightest(places: readonly number[], at: number, direction: number): number | undefined {
  const turn = (place: number) => {
    const difference = Math.abs(around.indexOf((place - at) as (typeof around)[number]) - direction);
    return Math.min(difference, 8 - difference);
  };
  return [...places].sort((one, two) => turn(one) - turn(two))[0];
}

const pixelsPerPoint = 4;

/** Every few pixels, each point the mean of its surroundings: steps of pixels become curves. */
function simplify(line: Line): Line {
  const points: Line = [];
  for (let at = 0; at < line.length; at += pixelsPerPoint) points.push(mean(line.slice(Math.max(0, at - 2), at + 3)));
  const last = line.at(-1)!;
  if (line.length > 1) points.push(last);
  return points;
}

function mean(points: Line): [number, number] {
  const sum = (place: 0 | 1) => points.reduce((total, point) => total + point[place], 0) / points.length;
  return [Math.round(sum(0) * 10) / 10, Math.round(sum(1) * 10) / 10];
}
