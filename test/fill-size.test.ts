// Is the fill page still light? All the JavaScript that opens a form without rich fields, gzipped as it is sent.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const maxBytes = 38_000;
/** With one of the small parts that a form is not drawn without. */
const maxWithPart = 40_000;
/** With what forms with conditions, calculations or templates load besides. */
const maxWithExpressions = 46_000;
const maxStyleBytes = 10_000;

const manifest = JSON.parse(readFileSync('dist/web/manifest.json', 'utf8'));
const { fill } = manifest;
const sizeOf = (names: readonly string[]) =>
  names.reduce((sum, name) => sum + readFileSync(`dist/web/assets/${name}.gz`).length, 0);
const start = [fill.script, ...fill.preloads];
const partsOf = (...sources: string[]): string[] => sources.flatMap((source) => fill.parts[source]);

const engine = partsOf('src/core/expression/engine.ts');

test(`[house] fill: JavaScript that every form loads is under ${maxBytes} bytes gzipped`, () => {
  expect(sizeOf(start)).toBeLessThan(maxBytes);
  expect(sizeOf([fill.style])).toBeLessThan(maxStyleBytes);
});

test(`[house] fill: with the expression engine it is under ${maxWithExpressions}, and without it none of the engine is there`, () => {
  expect(sizeOf([...start, ...engine])).toBeLessThan(maxWithExpressions);
  // Names of filters: an import by mistake would bring the engine back into what every form loads.
  const textOf = (names: readonly string[]) =>
    names.map((name) => readFileSync(`dist/web/assets/${name}`, 'utf8')).join('');
  for (const name of ['limitTo', 'orderBy']) {
    expect([name, textOf(engine).includes(name), textOf(start).includes(name)]).toEqual([name, true, false]);
  }
});

test.each([
  ['in Hebrew', partsOf('src/form-view/hebrew.ts', 'src/fill/fill-texts-he.ts')],
  ['with repeats', partsOf('src/form-view/containers/repeat.tsx')],
  ['with tabs', partsOf('src/form-view/containers/tabs.tsx')],
  ['with ratings', partsOf('src/form-view/fields/rate.tsx')],
  ['with colors', partsOf('src/form-view/fields/color.tsx')],
  ['with matrices', partsOf('src/form-view/fields/matrix.tsx')],
])(`[house] fill: a form %s is still under ${maxWithPart}`, (_, parts) => {
  expect(parts.length).toBeGreaterThan(0);
  expect(sizeOf([...start, ...parts])).toBeLessThan(maxWithPart);
});

test('[house] fill: every stylesheet that is built is used', () => {
  const built = readdirSync('dist/web/assets').filter((name) => name.endsWith('.css'));
  const used = Object.values<{ style: string | null }>(manifest).flatMap(({ style }) => style ?? []);
  expect(built.sort()).toEqual([...new Set(used)].sort());
});
