// Is the fill page still light? All the code and words that open a form without rich fields, gzipped as they are sent.
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
/** In the language of the form. */
const words = (locale: string, ...areas: string[]) => areas.map((area) => `${fill.words}-${locale}-page-${area}.json`);
const english = words('en', 'base');
const partsOf = (...sources: string[]): string[] => sources.flatMap((source) => fill.parts[source]);

const engine = partsOf('src/core/expression/page-engine.ts');

test(`[house] fill: JavaScript that every form loads is under ${maxBytes} bytes gzipped`, () => {
  expect(sizeOf([...start, ...english])).toBeLessThan(maxBytes);
  expect(sizeOf([fill.style])).toBeLessThan(maxStyleBytes);
});

test(`[house] fill: with the expression engine it is under ${maxWithExpressions}, and without it none of the engine is there`, () => {
  expect(sizeOf([...start, ...english, ...engine])).toBeLessThan(maxWithExpressions);
  // Names of filters: an import by mistake would bring the engine back into what every form loads.
  const textOf = (names: readonly string[]) =>
    names.map((name) => readFileSync(`dist/web/assets/${name}`, 'utf8')).join('');
  for (const name of ['limitTo', 'orderBy']) {
    expect([name, textOf(engine).includes(name), textOf(start).includes(name)]).toEqual([name, true, false]);
  }
});

test.each([
  ['in Hebrew', words('he', 'base')],
  ['with repeats', partsOf('src/form-view/containers/repeat.tsx')],
  ['with tabs', partsOf('src/form-view/containers/tabs.tsx')],
  ['with ratings', partsOf('src/fields/rate/view/rate.tsx')],
  ['with colors', partsOf('src/fields/color/view/color.tsx')],
  ['with matrices', partsOf('src/fields/matrix/view/matrix.tsx')],
])(`[house] fill: a form %s is still under ${maxWithPart}`, (_, parts) => {
  expect(parts.length).toBeGreaterThan(0);
  const all = new Set([...start, ...parts, ...(parts.some((name) => name.endsWith('.json')) ? [] : english)]);
  expect(sizeOf([...all])).toBeLessThan(maxWithPart);
});

test('[house] fill: rich text is under 25,000 bytes, simple patterns are under 3,000', () => {
  expect(sizeOf(partsOf('src/fields/doc/view/doc.tsx'))).toBeLessThan(25_000);
  expect(sizeOf(partsOf('src/core/text/simple-pattern.ts'))).toBeLessThan(3000);
});

test('[house] fill: all code that a form with every element loads, in Hebrew, is under 100,000 bytes', () => {
  // What comes only after a press (a send, a sign-in), with a phone number, or for a pattern that is not simple is not of the form.
  const isOfForm = (source: string) =>
    /\/(form-view|fields|expression)\/|simple-pattern|search-options/.test(source) &&
    ![...kinds, ...ofComputed, phonePlans].includes(source);
  const parts = new Set(
    Object.keys(fill.parts)
      .filter(isOfForm)
      .flatMap((source) => partsOf(source)),
  );
  const fields = ['doc', 'file', 'sign'].map((kind) => `src/fields/${kind}/view/${kind}.tsx`);
  for (const source of [...fields, 'src/form-view/containers/tabs.tsx', 'src/form-view/theme.ts']) {
    expect([source, partsOf(source).every((name) => parts.has(name))]).toEqual([source, true]);
  }
  expect(sizeOf([...start, ...parts, ...words('he', 'base', 'fields')])).toBeLessThan(100_000);
});

const kinds = [
  'src/form-view/question-kinds.ts',
  ...['choice/view/more-choices', 'choice/view/other-select'].map((name) => `src/fields/${name}.tsx`),
  ...['phone', 'ranking', 'scale', 'slider'].map((kind) => `src/fields/${kind}/view/${kind}.tsx`),
  'src/fields/phone/phone-value.ts',
];

test('[house] fill: what questions beyond the types of elements add is under 11,000 bytes, each alone under 6,000', () => {
  const texts = words('he', 'kinds');
  expect(sizeOf([...new Set(partsOf(...kinds)), ...texts])).toBeLessThan(11_000);
  const [adapter, ...controls] = kinds as [string, ...string[]];
  for (const control of controls) {
    expect([control, sizeOf([...new Set(partsOf(adapter, control)), ...texts]) < 6000]).toEqual([control, true]);
  }
});

const ofComputed = ['src/form-view/computed-value.tsx'];

test('[house] fill: computed values add under 5,000 bytes to the engine', () => {
  const all = new Set([...start, ...engine, ...partsOf(...ofComputed)]);
  expect(sizeOf([...all]) - sizeOf([...new Set([...start, ...engine])])).toBeLessThan(5000);
});

const phonePlans = 'src/fields/phone/view/phone-check.tsx';

test('[house] fill: what is known of phone numbers is under 31,000 bytes', () => {
  expect(sizeOf(partsOf(phonePlans))).toBeLessThan(31_000);
});

test('[house] fill: every stylesheet that is built is used', () => {
  const built = readdirSync('dist/web/assets').filter((name) => name.endsWith('.css'));
  const used = Object.values<{ style: string | null }>(manifest).flatMap(({ style }) => style ?? []);
  expect(built.sort()).toEqual([...new Set(used)].sort());
});
