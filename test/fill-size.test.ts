// Is the fill page still light? All the JavaScript that opens a form without rich fields, gzipped as it is sent.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const MAX_BYTES = 40_000;
const MAX_STYLE_BYTES = 10_000;

test(`[fill] JavaScript before any rich field is under ${MAX_BYTES} bytes gzipped`, () => {
  const { fill } = JSON.parse(readFileSync('dist/web/manifest.json', 'utf8'));
  const sizeOf = (name: string) => readFileSync(`dist/web/assets/${name}.gz`).length;
  const scripts = [fill.script, ...fill.preloads].map(sizeOf);
  expect(scripts.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_BYTES);
  expect(sizeOf(fill.style)).toBeLessThan(MAX_STYLE_BYTES);
});
