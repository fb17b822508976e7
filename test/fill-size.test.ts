// Is the fill page still light? All the JavaScript that opens a form without rich fields, gzipped as it is sent.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const maxBytes = 40_000;
/** Room for what is still to come. */
const spareBytes = 1500;
const maxStyleBytes = 10_000;

const manifest = JSON.parse(readFileSync('dist/web/manifest.json', 'utf8'));
const { fill } = manifest;
const sizeOf = (names: readonly string[]) =>
  names.reduce((sum, name) => sum + readFileSync(`dist/web/assets/${name}.gz`).length, 0);
const start = [fill.script, ...fill.preloads];
const partsOf = (...sources: string[]): string[] => sources.flatMap((source) => fill.parts[source]);

test(`[house] fill: JavaScript before any rich field is under ${maxBytes} bytes gzipped, and not just under`, () => {
  expect(sizeOf(start)).toBeLessThan(maxBytes - spareBytes);
  expect(sizeOf([fill.style])).toBeLessThan(maxStyleBytes);
});

test.each([
  ['in Hebrew', partsOf('src/form-view/hebrew.ts', 'src/fill/fill-texts-he.ts')],
  ['with repeats', partsOf('src/form-view/containers/repeat.tsx')],
  ['with tabs', partsOf('src/form-view/containers/tabs.tsx')],
  ['with ratings', partsOf('src/form-view/fields/rate.tsx')],
  ['with colors', partsOf('src/form-view/fields/color.tsx')],
  ['with matrices', partsOf('src/form-view/fields/matrix.tsx')],
])(`[house] fill: a form %s is still under ${maxBytes}`, (_, parts) => {
  expect(parts.length).toBeGreaterThan(0);
  expect(sizeOf([...start, ...parts])).toBeLessThan(maxBytes);
});

test('[house] fill: every stylesheet that is built is used', () => {
  const built = readdirSync('dist/web/assets').filter((name) => name.endsWith('.css'));
  const used = Object.values<{ style: string | null }>(manifest).flatMap(({ style }) => style ?? []);
  expect(built.sort()).toEqual([...new Set(used)].sort());
});
