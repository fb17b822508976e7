// Every property of elements, once: what it may hold, which types of elements have it, its default, what it does, and where the
// builder shows it. The checks of definitions, the defaults that are omitted, the names that a misspelled one is compared with, the
// OpenAPI document, the tables of docs/form-language.md, the builder's panel and the TypeScript types follow from it.
// The order is that in which problems are reported and properties are documented.
// [forms.elements] [forms.defaults] [forms.elements.unknown-properties]

import type { JsonObject, JsonValue } from '../core/definition/definition-parts.ts';
import { isPlainObject } from '../core/values/value-type.ts';
import { ownNamesByKind } from './all/kind.ts';
import { containerTypes, contentTypes, type ElementType, fieldTypes, kindOfType } from './element-types.ts';
import {
  anyJson,
  autofillPurpose,
  condition,
  count,
  country,
  countUpTo,
  expression,
  flag,
  flagOrText,
  htmlTemplate,
  initialValue,
  linkParameter,
  oneOf,
  options,
  type PropertyType,
  pictures,
  positive,
  questions,
  requiredRule,
  tabs,
  template,
  text,
  texts,
  typeValidator,
  validators,
  zeroOrOne,
} from './property-types.ts';

/** A file and a drawing are there or not. */
const computedTypes = fieldTypes.filter((type) => type !== 'fFile' && type !== 'fSign');

export interface Property {
  readonly type: PropertyType;
  /** The types of elements that have it. */
  readonly on: readonly ElementType[];
  /** What it does, in one or two sentences of Markdown. */
  readonly about: string;
  /** Values that mean the same as none: a definition omits them. The first is documented; an empty list or object is any such. */
  readonly defaults?: readonly JsonValue[];
  /** Other such values: those that depend on the element. */
  readonly isDefault?: (value: JsonValue, elementType: JsonValue | undefined) => boolean;
  /** It is looked at only on such elements; without this on all, also those that do not have it. */
  readonly isChecked?: (element: JsonObject) => boolean;
  /** The plan of a form compiles it, and names what is wrong. */
  readonly isCompiled?: true;
  /** Where the builder's panel draws a control for it that is made of this row. Others have controls of their own. */
  readonly control?: ControlPlace;
  /** Types of elements on which the builder does not offer it, and why. */
  readonly jsonOnly?: { readonly on: readonly ElementType[]; readonly why: string };
}

/** Below the label, with what the type has, or under "More": first how it looks, then the rest. */
export type ControlPlace = 'label' | 'type' | 'look' | 'more';

const allTypes = [...containerTypes, ...fieldTypes, ...contentTypes] as const;
const fieldsAndRepeats = [...fieldTypes, 'cRepeat'] as const;

export const elementProperties = {
  type: { type: text, on: allTypes, about: 'What the element is.' },
  name: { type: text, on: allTypes, about: 'Its name in the data. The root and content may do without one.' },
  children: {
    type: anyJson,
    on: containerTypes,
    about: 'The elements inside. `cRow` and `cTabs` have a list of lists, one for each column or tab.',
    isCompiled: true,
  },
  relevant: {
    type: condition,
    on: allTypes,
    about: 'While it is false the element is hidden and what is inside is not stored.',
    defaults: [true],
    isCompiled: true,
  },
  reqValidator: {
    type: requiredRule,
    on: fieldsAndRepeats,
    about: 'Whether an answer is required.',
    defaults: [false],
    isCompiled: true,
  },
  validators: {
    type: validators,
    on: fieldsAndRepeats,
    about: 'Rules that an answer must keep.',
    defaults: [[]],
    isCompiled: true,
  },
  readonly: {
    type: condition,
    on: fieldsAndRepeats,
    about: 'While it is true the answer cannot be changed on the page.',
    defaults: [false],
  },
  label: {
    type: text,
    on: allTypes,
    about: 'The question or the heading, as people see it.',
    // Tabs without a label show their name; with an empty one they show none.
    isDefault: (value, elementType) => value === '' && elementType !== 'cTabs',
  },
  labelHtml: {
    type: text,
    on: fieldTypes,
    about:
      'HTML that is shown instead of the label, such as a consent with a link to its terms; `label` stays for everything else.',
    defaults: [''],
  },
  help: {
    type: text,
    on: [...fieldTypes, 'cSection', 'cRepeat'],
    about: 'A sentence under the label. On a repeat only PDFs print it.',
    defaults: [''],
    control: 'label',
    jsonOnly: { on: ['cRepeat'], why: 'the page does not show it' },
  },
  placeholder: {
    type: text,
    on: fieldTypes,
    about: 'An example in the empty field.',
    defaults: [''],
    control: 'look',
    jsonOnly: {
      on: ['fDoc', 'fRadio', 'fCheckbox', 'fBool', 'fDate', 'fFile', 'fSign', 'fRate', 'fMatrix'],
      why: 'nothing is typed into it',
    },
  },
  rowName: {
    type: text,
    on: ['cRepeat'],
    about:
      'What one row is: with `guest` the buttons say "Add guest" and "Remove guest 2", and the rows are called "Guest 1", "Guest 2", also in the summary of what is wrong.',
    defaults: [''],
    control: 'type',
  },
  concealed: {
    type: flag,
    on: fieldTypes,
    about:
      '`true`: the field is not shown on the page; its value is kept and sent. People of the account see it; PDFs that fillers get and `{{ allAnswers }}` leave it out. It is no secret: a draft that is resumed and the response of a submit hold the data.',
    defaults: [false],
    control: 'more',
  },
  autocomplete: {
    type: autofillPurpose,
    on: fieldTypes,
    about:
      'What the field asks about the person, so that the browser can fill it in: a purpose of HTML such as `name`, `email`, `tel`, `street-address`, `bday`, or `off`. Without it the page goes by the label and the name, in English and Hebrew.',
    defaults: [''],
    jsonOnly: {
      on: ['fDoc', 'fRadio', 'fCheckbox', 'fBool', 'fFile', 'fSign', 'fRate', 'fColor', 'fMatrix'],
      why: 'browsers fill in lines of text, lists and dates',
    },
  },
  fromLink: {
    type: linkParameter,
    on: fieldTypes,
    about:
      'The name of a parameter of the link that gives the initial value: with `"fromLink": "source"`, `/f/<form>/?source=mail` fills in `mail`.',
    defaults: [''],
    jsonOnly: { on: ['fFile', 'fSign'], why: 'no link holds a file or a drawing' },
  },
  tabsStyle: {
    type: text,
    on: ['cTabs'],
    about: 'Kept for the page, which has one style.',
    defaults: [''],
    jsonOnly: { on: ['cTabs'], why: 'the page has one style' },
  },
  colorPreferredFormat: { type: text, on: ['fColor'], about: 'How the page writes a color.', defaults: ['hex'] },
  secFlat: {
    type: flag,
    on: ['cSection'],
    about: '`false`: the data has an object under the name of the section that holds what is inside.',
    defaults: [true],
    control: 'more',
  },
  secCollapse: {
    type: flag,
    on: ['cSection'],
    about: '`true`: people can close the section.',
    defaults: [false],
    control: 'type',
  },
  selectMulti: {
    type: flag,
    on: ['fSelect'],
    about: '`true`: several options may be chosen.',
    defaults: [false],
    control: 'type',
  },
  boolUncheckedValue: {
    type: flag,
    on: ['fBool'],
    about: '`false`: the page stores false for a box that is not ticked.',
    defaults: [true],
    control: 'more',
  },
  repMaxRows: {
    type: countUpTo(5000),
    on: ['cRepeat'],
    about: 'The most rows.',
    defaults: [10],
    control: 'type',
  },
  rateMax: { type: count, on: ['fRate'], about: 'The last number that the page offers.', defaults: [5] },
  rateStyle: {
    type: oneOf('stars', 'numbers'),
    on: ['fRate'],
    about: '`numbers` instead of stars: a row of numbers from `rateMin` to `rateMax`.',
    defaults: ['stars', ''],
  },
  rateMin: { type: zeroOrOne, on: ['fRate'], about: 'The first number of a row of numbers.', defaults: [1] },
  rateLow: {
    type: text,
    on: ['fRate', 'fInput'],
    about: 'What the beginning of a rating or a slider means, such as "Not at all".',
    defaults: [''],
  },
  rateHigh: {
    type: text,
    on: ['fRate', 'fInput'],
    about: 'What the end of a rating or a slider means, such as "Very much".',
    defaults: [''],
  },
  inputStyle: {
    type: oneOf('text', 'slider'),
    on: ['fInput'],
    about:
      '`slider`, with `typeValidator` `num`: a slider from the number of `num/min` to that of `num/max` (0 to 100 without them).',
    defaults: ['text', ''],
  },
  otherOption: {
    type: flagOrText,
    on: ['fRadio', 'fSelect', 'fCheckbox'],
    about:
      '`true`, or a text that stands for it (`"Somewhere else"`), with options of its own: besides the options one answer may be typed. It is stored as text, at most 1,000 characters, among several choices as one of them. Not where `typeValidator` makes the options numbers or dates.',
    defaults: [false, ''],
  },
  ranked: {
    type: flag,
    on: ['fCheckbox'],
    about:
      '`true`: the options are put in order. The list is that order, each option once; required means all of them.',
    defaults: [false],
  },
  phoneCountry: {
    type: country,
    on: ['fInput', 'fLngTxt'],
    about:
      'With the validator `str/phone`, the country of numbers without a calling code: `IL`. Phone numbers are stored as `+972501234567`; blanks, hyphens, parentheses and `00` for `+` are understood.',
    defaults: [''],
  },
  optionPictures: {
    type: pictures,
    on: ['fRadio', 'fCheckbox'],
    about:
      'Pictures by option values: `{"cat": "/pictures/…"}`. The addresses are those that POST /form/{formId}/pictures gives.',
    defaults: [{}],
  },
  fileMaxSize: { type: count, on: ['fFile'], about: 'The largest file, in bytes.' },
  fileMaxNum: { type: count, on: ['fFile'], about: 'The most files.', control: 'type' },
  fileTypes: {
    type: texts,
    on: ['fFile'],
    about: 'The types that are taken: `["image/*", "application/pdf", ".docx"]`. Without it all are.',
    defaults: [[]],
  },
  step: {
    type: positive,
    on: ['fInput'],
    about: 'Sliders: from one number to the next.',
    defaults: [1],
    isChecked: ({ inputStyle }) => inputStyle === 'slider',
  },
  typeValidator: {
    type: typeValidator,
    on: ['fInput', 'fSelect', 'fRadio', 'fDate'],
    about: 'The type of the answer, where it is not that of the element.',
    isDefault: namesOwnType,
  },
  options: {
    type: options,
    on: ['fSelect', 'fRadio', 'fCheckbox', 'fMatrix'],
    about: 'A list, an expression that gives a list, or the address of an options set.',
    isCompiled: true,
  },
  matrixQuestions: {
    type: questions,
    on: ['fMatrix'],
    about: 'The rows of the matrix.',
    defaults: [[]],
    isCompiled: true,
  },
  tabs: {
    type: tabs,
    on: ['cTabs'],
    about: 'One for each list of `children`, in the same order: `{name, label, relevant}`.',
    isCompiled: true,
  },
  eq: { type: expression, on: ['eEq'], about: 'The expression of a calculation; only the page runs it.' },
  compute: {
    type: expression,
    on: computedTypes,
    about:
      'The expression that the value is worked out by, on the page and again by the server; nobody fills it in, and what is sent for it counts for nothing. See [Computed values](#computed-values).',
    defaults: [''],
    isCompiled: true,
  },
  text: { type: template, on: ['eText', 'eButton'], about: 'What is shown, a template.' },
  html: {
    type: htmlTemplate,
    on: ['eText'],
    about: 'The same as HTML, which is cleaned and shown instead.',
    defaults: [''],
  },
  initialValue: {
    type: initialValue,
    on: fieldTypes,
    about: 'What the field holds when the page opens; a text may be a template.',
    defaults: [null],
    jsonOnly: { on: ['fFile', 'fSign'], why: 'nobody types a file or a drawing' },
  },
  buttonAction: {
    type: anyJson,
    on: ['eButton'],
    about: '`save`: the button saves the form instead of submitting it.',
    defaults: ['submit'],
  },
} as const satisfies Readonly<Record<string, Property>>;

/** A date is a day unless its mode says otherwise. `array` stays: programs read it there. */
function namesOwnType(value: JsonValue, elementType: JsonValue | undefined): boolean {
  const kind = typeof elementType === 'string' ? kindOfType(elementType) : undefined;
  const names = (ownNamesByKind as Readonly<Record<string, readonly JsonValue[]>>)[kind ?? ''];
  if (!isPlainObject(value)) return names?.includes(value) ?? false;
  const { type, ...others } = value;
  const isPlain = Object.entries(others).every(([name, one]) => name === 'mode' && one === 'd');
  return isPlain && type !== undefined && (names?.includes(type) ?? false);
}

export type PropertyTable = Readonly<Record<string, Property>>;
export type PropertyName = keyof typeof elementProperties;

/** In the order of the table. */
export const propertyNames = Object.keys(elementProperties) as PropertyName[];

/** Of elements of a type. */
export function propertiesOn(type: ElementType, table: PropertyTable = elementProperties): string[] {
  return Object.keys(table).filter((name) => table[name]?.on.includes(type));
}

/** Whether the builder has a control for it on elements of a type. */
export function isOffered(name: string, type: ElementType, table: PropertyTable = elementProperties): boolean {
  const { on = [], jsonOnly } = table[name] ?? {};
  return on.includes(type) && jsonOnly?.on.includes(type) !== true;
}

/** Whether an element says as much without the property. */
export function isDefaultValue(row: Property, value: JsonValue, elementType: JsonValue | undefined): boolean {
  if (row.defaults?.some((one) => isSameOrEmpty(one, value))) return true;
  const isBlankCondition = row.type.source === 'condition' && typeof value === 'string' && value.trim() === '';
  return isBlankCondition || (row.isDefault?.(value, elementType) ?? false);
}

function isSameOrEmpty(usual: JsonValue, value: JsonValue): boolean {
  if (Array.isArray(usual)) return Array.isArray(value) && value.length === 0;
  if (isPlainObject(usual)) return isPlainObject(value) && Object.keys(value).length === 0;
  return usual === value;
}
