import { expect, test } from 'vitest';
import { checkForm } from '../core/definition/check-form.ts';
import { omitDefaults } from '../core/definition/form-defaults.ts';
import type { Element, FormDefinition } from '../core/definition/form-definition.ts';
import { containerTypes, contentTypes, type ElementType, fieldTypes } from './element-types.ts';
import { elementProperties, isOffered, type PropertyTable, propertyNames } from './properties.ts';

const table: PropertyTable = elementProperties;
const formOf = (element: object) =>
  ({ formSchema: { rootElem: { type: 'cSection', name: 'root', children: [element as Element] } } }) as FormDefinition;
const place = 'formSchema.rootElem.children[0]';

/** A value of the wrong kind for each property, and what is said of it; `-` for a property that takes anything. */
const wrong: Record<string, [value: unknown, message: string] | '-'> = {
  type: [5, `"${place}.type" must be one of [cSection, cRepeat, cRow, cTabs, `],
  name: [5, `"${place}.name" must be a string`],
  children: '-',
  relevant: [5, `"${place}.relevant" must be one of [boolean, string]`],
  reqValidator: [5, `"${place}.reqValidator" must be one of [boolean, object]`],
  validators: [5, `"${place}.validators" must be an array`],
  readonly: [5, `"${place}.readonly" must be one of [boolean, string]`],
  label: [5, `"${place}.label" must be a string`],
  labelHtml: [5, `"${place}.labelHtml" must be a string`],
  help: [5, `"${place}.help" must be a string`],
  placeholder: [5, `"${place}.placeholder" must be a string`],
  rowName: [5, `"${place}.rowName" must be a string`],
  concealed: [5, `"${place}.concealed" must be a boolean`],
  autocomplete: [
    'x',
    `"${place}.autocomplete" must be an autofill purpose of HTML, such as name, email or street-address, or off`,
  ],
  fromLink: [
    'data',
    `"${place}.fromLink" must be the name of a query parameter: letters, digits, _, - and ., and not data or b`,
  ],
  tabsStyle: [5, `"${place}.tabsStyle" must be a string`],
  colorPreferredFormat: [5, `"${place}.colorPreferredFormat" must be a string`],
  secFlat: [5, `"${place}.secFlat" must be a boolean`],
  secCollapse: [5, `"${place}.secCollapse" must be a boolean`],
  selectMulti: [5, `"${place}.selectMulti" must be a boolean`],
  boolUncheckedValue: [5, `"${place}.boolUncheckedValue" must be a boolean`],
  repMaxRows: [5001, `"${place}.repMaxRows" must be an integer from 1 to 5000`],
  rateMax: [0, `"${place}.rateMax" must be a positive integer`],
  rateStyle: ['x', `"${place}.rateStyle" must be one of [stars, numbers]`],
  rateMin: [2, `"${place}.rateMin" must be 0 or 1`],
  rateLow: [5, `"${place}.rateLow" must be a string`],
  rateHigh: [5, `"${place}.rateHigh" must be a string`],
  inputStyle: ['x', `"${place}.inputStyle" must be one of [text, slider]`],
  otherOption: [5, `"${place}.otherOption" must be one of [boolean, string]`],
  ranked: [5, `"${place}.ranked" must be a boolean`],
  phoneCountry: ['XX', `"${place}.phoneCountry" must be the code of a country, such as IL`],
  optionPictures: [
    { a: 'x' },
    `"${place}.optionPictures" must be an object of addresses of pictures by option values, at most 1000`,
  ],
  fileMaxSize: [0.5, `"${place}.fileMaxSize" must be a positive integer`],
  fileMaxNum: [2 ** 53, `"${place}.fileMaxNum" must be a positive integer`],
  fileTypes: [[1], `"${place}.fileTypes" must be an array of strings`],
  step: [0, `"${place}.step" must be a positive number`],
  typeValidator: ['x', `"${place}.typeValidator" must be one of [text, str, num, date, bool, color, sign, array]`],
  options: [5, `"${place}.options" must be one of [array, string, object]`],
  matrixQuestions: [5, `"${place}.matrixQuestions" must be an array`],
  tabs: '-',
  compute: [5, `"${place}.compute" must be a string`],
  eq: [5, `"${place}.eq" must be a string`],
  text: ['{{ ( }}', `"${place}.text" must be a valid template: `],
  html: [5, `"${place}.html" must be a string`],
  initialValue: ['{{ ( }}', `"${place}.initialValue" must be a valid template: `],
  buttonAction: '-',
};

test('[forms.elements] each property has a case', () => {
  expect(Object.keys(wrong).sort()).toEqual([...propertyNames].sort());
});

test.each(Object.entries(wrong).filter(([, one]) => one !== '-'))(
  '[forms.write] a wrong value of %s is named on every element that has it',
  (name, one) => {
    const [value, message] = one as [unknown, string];
    for (const type of table[name]!.on) {
      const inside = type === 'cSection' || type === 'cRepeat' ? { children: [] } : {};
      const element = { type, name: 'a', inputStyle: 'slider', ...inside, [name]: value };
      const messages = checkForm(formOf(element)).map((problem) => problem.message);
      expect([type, messages.filter((text) => text.startsWith(message)).length]).toEqual([type, 1]);
    }
  },
);

test('[forms.write] wrong values of all properties at once are named, whatever the element has inside', () => {
  const names = propertyNames.filter((name) => !['type', 'name', 'children', 'tabs'].includes(name));
  for (const type of [...containerTypes, ...fieldTypes, ...contentTypes]) {
    for (const children of [[], {}, [[]], null, 'x']) {
      for (const value of [5, [1], {}, null, 'x', [{}]]) {
        const element = { ...Object.fromEntries(names.map((name) => [name, value])), type, name: 'a', children };
        expect([type, children, value, checkForm(formOf(element)).length > 0]).toEqual([type, children, value, true]);
      }
    }
  }
});

test('[forms.defaults] the documented default of each property is accepted, and omitted on every element that has it', () => {
  for (const [name, { on, defaults = [] }] of Object.entries(table)) {
    for (const type of on) {
      for (const value of defaults) {
        const element = { type, name: 'a', [name]: value };
        const [kept] = (omitDefaults(formOf(element)).formSchema?.rootElem?.children ?? []) as object[];
        expect([name, type, Object.keys(kept!)]).toEqual([name, type, ['type', 'name']]);
      }
      const usual = defaults[0];
      if (usual === undefined || usual === '' || usual === null) continue;
      const { isGood } = table[name]!.type;
      expect([name, usual, isGood?.(usual) ?? true]).toEqual([name, usual, true]);
    }
  }
});

test('[builder] what the builder does not offer is named with a reason, and only where the element has it', () => {
  for (const [name, { on, jsonOnly, control }] of Object.entries(table)) {
    if (jsonOnly === undefined) continue;
    expect([name, jsonOnly.why.length > 10]).toEqual([name, true]);
    expect([name, jsonOnly.on.filter((type) => !on.includes(type))]).toEqual([name, []]);
    // A control that is never drawn is a mistake.
    const offered = on.filter((type: ElementType) => isOffered(name, type));
    expect([name, control !== undefined && offered.length === 0]).toEqual([name, false]);
  }
});
