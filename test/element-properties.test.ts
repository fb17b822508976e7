// Is every property of elements said once? Whatever is in the table is on the builder's panel, and a row that is added to it appears
// wherever properties matter, with no other edit.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { moreItems, usualItems } from '../src/admin/builder/properties/panel-layout.ts';
import { rowControls } from '../src/admin/builder/properties/row-controls.ts';
import { checkElementBy } from '../src/core/definition/check-element.ts';
import type { DefinitionProblem } from '../src/core/definition/definition-problems.ts';
import { isElementProperty, meantProperty } from '../src/core/definition/element-properties.ts';
import { omitDefaults } from '../src/core/definition/form-defaults.ts';
import type { FormDefinition } from '../src/core/definition/form-definition.ts';
import { expressions } from '../src/core/expression/engine.ts';
import { elementProperties, isOffered, type Property, type PropertyTable } from '../src/fields/properties.ts';
import { propertyRows, withPropertyRows } from '../src/fields/property-docs.ts';
import { condition, countUpTo, flag, text } from '../src/fields/property-types.ts';
import { elementSchemasOf } from '../src/server/openapi/element-schemas.ts';
import en from '../src/words/en/admin/builder.json' with { type: 'json' };
import he from '../src/words/he/admin/builder.json' with { type: 'json' };

const table: PropertyTable = elementProperties;
const texts: Record<'en' | 'he', Record<string, string>> = { en: en.control, he: he.control };
const items = [...usualItems, ...moreItems];
const places = items.flatMap((item) => ('rows' in item ? [item.rows] : []));
/** The parts of kinds, by what their files say: their code is for a browser. */
const settings = readdirSync('src/fields', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('settings.tsx'))
  .map((path) => readFileSync(join('src/fields', path), 'utf8'));
const ofKinds = settings.flatMap((source) =>
  [...source.matchAll(/properties: \[([^\]]*)\]/g)].flatMap(([, names = '']) => names.match(/\w+/g) ?? []),
);
const drawn = new Set<string>([...items.flatMap((item) => ('part' in item ? item.properties : [])), ...ofKinds]);

test('[builder] properties: each is on the panel of the elements that have it, once, or is for the JSON view with a reason', () => {
  for (const [name, { on, control, jsonOnly }] of Object.entries(table)) {
    for (const type of on) {
      const own = drawn.has(name) ? 1 : 0;
      const ofRow = places.flatMap((place) => rowControls(place, type)).filter((one) => one.name === name).length;
      const isJsonOnly = jsonOnly?.on.includes(type) === true;
      expect([name, type, own === 0 || control === undefined]).toEqual([name, type, true]);
      expect([name, type, isOffered(name, type) ? own + ofRow : 0]).toEqual([name, type, isJsonOnly ? 0 : 1]);
    }
  }
  expect(places.length).toBe(new Set(places).size);
  expect(ofKinds.length).toBeGreaterThan(10);
});

test('[builder] properties: a control that is made of a row has a text in both languages', () => {
  const controls = Object.entries(table).filter(([, { control }]) => control !== undefined);
  expect(controls.length).toBeGreaterThan(8);
  for (const [name] of controls) {
    for (const locale of ['en', 'he'] as const) {
      expect([locale, name, texts[locale][name]?.length ?? 0]).not.toEqual([locale, name, 0]);
      expect([name, `${name}Hint` in texts[locale]]).toEqual([name, `${name}Hint` in texts.en]);
    }
  }
});

const added: Record<string, Property> = {
  colorful: { type: flag, on: ['fRate', 'cRow'], about: 'Stars in colors.', defaults: [false], control: 'more' },
  motto: { type: text, on: ['fRate'], about: 'A line of text.', defaults: [''], control: 'look' },
  columnsWide: { type: countUpTo(12), on: ['fRate'], about: 'How wide it is.', defaults: [6], control: 'type' },
  dimmed: {
    type: condition,
    on: ['fRate'],
    about: 'When it is dimmed.',
    defaults: [false],
    jsonOnly: { on: ['fRate'], why: 'it is only for this test' },
  },
};
const more: PropertyTable = { ...table, ...added };

test('[forms.elements] a property that is added to the table is checked, omitted, known, documented and on the panel', () => {
  const problems: DefinitionProblem[] = [];
  const element = { type: 'fRate', name: 'a', colorful: 1, motto: 2, columnsWide: 13, dimmed: 'model.' };
  checkElementBy(more, expressions)(problems, ['x'], element, false);
  expect(problems.map(({ message }) => message)).toEqual([
    '"x.colorful" must be a boolean',
    '"x.motto" must be a string',
    '"x.columnsWide" must be an integer from 1 to 12',
    expect.stringContaining('"x.dimmed" must be a valid expression: '),
  ]);

  const formOf = (one: object) =>
    ({ formSchema: { rootElem: { type: 'cTabs', name: 'root', children: [[one]] } } }) as unknown as FormDefinition;
  const usual = { type: 'fRate', name: 'a', colorful: false, motto: '', columnsWide: 6, dimmed: ' ' };
  expect(omitDefaults(formOf(usual), more)).toEqual(formOf({ type: 'fRate', name: 'a' }));
  const others = { type: 'fRate', name: 'a', colorful: true, motto: 'x', columnsWide: 7, dimmed: 'model.b' };
  expect(omitDefaults(formOf(others), more)).toEqual(formOf(others));

  expect(Object.keys(added).map((name) => isElementProperty(name, more))).toEqual([true, true, true, true]);
  expect(meantProperty('colourful', more)).toBe('colorful');
  expect(meantProperty('colourful')).toBeUndefined();

  const schemas = elementSchemasOf(more) as Record<string, { properties: Record<string, object> }>;
  const propertiesIn = (name: string) => Object.keys(schemas[name]?.properties ?? {});
  expect(schemas['RatingElement']?.properties).toMatchObject({
    colorful: { type: 'boolean', description: 'Stars in colors.' },
    columnsWide: { type: 'integer', minimum: 1, maximum: 12, description: 'How wide it is.' },
  });
  expect(propertiesIn('RowElement')).toContain('colorful');
  expect(propertiesIn('InputElement')).not.toContain('colorful');

  expect(propertyRows('fRate', more)).toContain(
    '| `columnsWide` | `fRate` | an integer from 1 to 12 | `6` | How wide it is. |',
  );
  expect(propertyRows('fInput', more)).not.toContain('columnsWide');
  const page = '<!-- properties: made by npm run docs -->\n<!-- end of properties -->';
  expect(withPropertyRows(page, more)).toContain('| `motto` |');

  expect(rowControls('more', 'fRate', more)).toContainEqual({
    name: 'colorful',
    kind: 'flag',
    usual: false,
    max: undefined,
  });
  expect(rowControls('look', 'fRate', more)).toEqual([
    { name: 'motto', kind: 'text', usual: undefined, max: undefined },
  ]);
  expect(rowControls('type', 'fRate', more)).toEqual([{ name: 'columnsWide', kind: 'count', usual: 6, max: 12 }]);
  expect(rowControls('more', 'cRow', more).map(({ name }) => name)).toEqual(['colorful']);
});
