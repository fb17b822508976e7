// JSON Schemas of the elements of a form, one for each type; their property `type` tells them apart. What a property may hold
// comes from the checks of core, so that a definition that passes here differs from one that core takes in expressions only.
// docs/form-language.md says what each property does. [forms.elements]
import { propertySchemas } from '../../core/definition/check-element.ts';
import { typeValidatorTypes } from '../../core/plan/value-type-of.ts';
import { validatorTypes } from '../../core/validation/rules.ts';

type Json = Readonly<Record<string, unknown>>;

const text: Json = { type: 'string' };
const element: Json = { $ref: '#/components/schemas/Element' };
const list: Json = { type: 'array', items: element };
const condition: Json = {
  type: ['boolean', 'string'],
  description: 'true, false, or an expression that is evaluated for each entry.',
};
const anyJson: Json = { description: 'Any JSON.' };
const level: Json = {
  type: 'string',
  enum: ['error', 'warning', 'info', 'success'],
  description: 'Only error blocks; the others are shown.',
};
const request = (description: string): Json => ({
  type: 'object',
  description,
  properties: {
    url: { type: 'string', minLength: 1 },
    qs: { type: 'string', description: 'An expression that gives the query parameters.' },
  },
  required: ['url'],
  additionalProperties: true,
});

const message = { message: text, level };
const rule = (types: readonly string[], properties: Record<string, Json>, required: readonly string[]): Json => ({
  type: 'object',
  properties: { type: { type: 'string', enum: types }, ...properties, ...message },
  required: ['type', ...required],
  additionalProperties: true,
});
const limits = validatorTypes.filter((type) => /(?:min|max)(?:Length)?$/i.test(type));
const texts = ['str/pattern', 'expr'];
const alone = validatorTypes.filter((type) => !limits.includes(type) && !texts.includes(type) && type !== 'remote');

/** Validators: what they take depends on their type. */
const validator: Json = {
  anyOf: [
    { type: 'string', enum: alone, description: 'One that takes nothing more.' },
    { $ref: '#/components/schemas/Validator' },
  ],
};
const validatorSchema: Json = {
  description: 'A rule that an answer must keep.',
  oneOf: [
    rule(alone, {}, []),
    rule(limits, { value: { type: ['number', 'string'], description: 'The limit, or an expression that gives it.' } }, [
      'value',
    ]),
    rule(texts, { value: { type: 'string', description: 'The pattern, or the expression that must be true.' } }, [
      'value',
    ]),
    rule(
      ['remote'],
      {
        req: request('The request that is sent; `value` in `qs` is the answer.'),
        res: { type: 'string', description: 'An expression on the response (`res`) that must be true.' },
      },
      ['req'],
    ),
  ],
};

const optionItem: Json = {
  description: 'A value that is its own label, a pair [value, label], or a group.',
  anyOf: [
    { type: ['string', 'number', 'boolean'] },
    { type: 'array', items: { type: ['string', 'number', 'boolean', 'null'] }, minItems: 1 },
    {
      type: 'object',
      properties: { label: text, options: { type: 'array', items: { $ref: '#/components/schemas/OptionItem' } } },
      required: ['options'],
      additionalProperties: true,
    },
  ],
};

/** What core reads by other means than the table of its property checks. */
const others: Readonly<Record<string, Json>> = {
  relevant: { ...condition, description: 'While it is false the element is hidden and what is inside is not stored.' },
  readonly: { ...condition, description: 'While it is true the answer cannot be changed on the page.' },
  reqValidator: {
    description: 'Whether an answer is required.',
    anyOf: [
      { type: 'boolean' },
      { type: 'object', properties: { req: condition, ...message }, additionalProperties: true },
    ],
  },
  typeValidator: {
    description: 'The type of the answer, where it is not that of the element.',
    anyOf: [
      { type: 'string', enum: typeValidatorTypes },
      {
        type: 'object',
        properties: {
          type: { type: 'string', enum: typeValidatorTypes },
          mode: { type: 'string', enum: ['d', 'dt', 't'], description: 'A day, a moment or a time of the day.' },
        },
        required: ['type'],
        additionalProperties: true,
      },
    ],
  },
  validators: { type: 'array', items: validator, description: 'Rules that an answer must keep.' },
  options: {
    description: 'A list, an expression that gives a list, or the address of an options set.',
    anyOf: [
      { type: 'array', items: { $ref: '#/components/schemas/OptionItem' } },
      { type: 'string' },
      request('The autocomplete address of an options set.'),
    ],
  },
  matrixQuestions: {
    type: 'array',
    items: { $ref: '#/components/schemas/OptionItem' },
    description: 'The rows of the matrix.',
  },
  initialValue: { ...anyJson, description: 'What the field holds when the page opens; a text may be a template.' },
  tabs: {
    type: 'array',
    description: 'One for each array of `children`, in the same order.',
    items: {
      type: 'object',
      properties: { name: text, label: text, relevant: condition },
      additionalProperties: true,
    },
  },
  step: { type: 'number', exclusiveMinimum: 0, description: 'Sliders: from one number to the next.' },
  eq: { type: 'string', description: 'The expression of a calculation; only the page runs it.' },
  text: { type: 'string', description: 'What is shown, a template.' },
  html: { type: 'string', description: 'The same as HTML, which is cleaned and shown instead.' },
  buttonAction: anyJson,
};

const all: Readonly<Record<string, Json>> = { ...propertySchemas, ...others };

const everywhere = ['label', 'relevant'];
const ofFields = [
  'reqValidator',
  'validators',
  'readonly',
  'initialValue',
  'help',
  'placeholder',
  'autocomplete',
].concat(['labelHtml', 'fromLink', 'concealed']);
const choices = [...ofFields, 'options'];

interface ElementFacts {
  readonly schema: string;
  readonly about: string;
  readonly properties: readonly string[];
}

/** Properties that only some types have. One that no type names belongs to every field. */
const elements: Readonly<Record<string, ElementFacts>> = {
  cSection: { schema: 'SectionElement', about: 'A section.', properties: ['secFlat', 'secCollapse', 'help'] },
  cRepeat: {
    schema: 'RepeatElement',
    about: 'A group of fields that is filled in several times.',
    properties: ['repMaxRows', 'rowName', 'reqValidator', 'validators'],
  },
  cRow: { schema: 'RowElement', about: 'Columns beside each other.', properties: [] },
  cTabs: { schema: 'TabsElement', about: 'Tabs.', properties: ['tabs', 'tabsStyle'] },
  fInput: {
    schema: 'InputElement',
    about: 'One line of text.',
    properties: [...ofFields, 'typeValidator', 'inputStyle', 'step', 'rateLow', 'rateHigh', 'phoneCountry'],
  },
  fLngTxt: { schema: 'LongTextElement', about: 'Text of several lines.', properties: ofFields },
  fDoc: { schema: 'RichTextElement', about: 'Text with formatting, as HTML.', properties: ofFields },
  fSelect: {
    schema: 'SelectElement',
    about: 'A choice from a list that opens.',
    properties: [...choices, 'typeValidator', 'selectMulti', 'otherOption'],
  },
  fRadio: {
    schema: 'RadioElement',
    about: 'A choice of one option.',
    properties: [...choices, 'typeValidator', 'otherOption', 'optionPictures'],
  },
  fCheckbox: {
    schema: 'CheckboxElement',
    about: 'A choice of several options.',
    properties: [...choices, 'otherOption', 'ranked', 'optionPictures'],
  },
  fBool: { schema: 'BooleanElement', about: 'Yes or no.', properties: [...ofFields, 'boolUncheckedValue'] },
  fDate: { schema: 'DateElement', about: 'A day, a moment or a time.', properties: [...ofFields, 'typeValidator'] },
  fFile: {
    schema: 'FileElement',
    about: 'Files that are uploaded.',
    properties: [...ofFields, 'fileTypes', 'fileMaxSize', 'fileMaxNum'],
  },
  fSign: { schema: 'SignatureElement', about: 'A signature that is drawn.', properties: ofFields },
  fRate: {
    schema: 'RatingElement',
    about: 'A rating in stars.',
    properties: [...ofFields, 'rateMax', 'rateStyle', 'rateMin', 'rateLow', 'rateHigh'],
  },
  fColor: { schema: 'ColorElement', about: 'A color.', properties: [...ofFields, 'colorPreferredFormat'] },
  fMatrix: {
    schema: 'MatrixElement',
    about: 'Several questions with the same options.',
    properties: [...choices, 'matrixQuestions'],
  },
};

const content = ['text', 'html', 'eq', 'buttonAction'];
const placed = new Set([...Object.values(elements).flatMap(({ properties }) => properties), ...everywhere, ...content]);
const unplaced = Object.keys(all).filter((name) => !placed.has(name));

function describeElement(type: string, { about, properties }: ElementFacts): Json {
  const isField = type.startsWith('f');
  const isColumns = type === 'cRow' || type === 'cTabs';
  const names = [...everywhere, ...properties, ...(isField ? unplaced : [])];
  return {
    type: 'object',
    description: about,
    properties: {
      type: { type: 'string', const: type },
      name: { type: 'string', description: 'Its name in the data. The root may do without one.' },
      ...Object.fromEntries(names.map((name) => [name, all[name]])),
      ...(isField ? {} : { children: isColumns ? { type: 'array', items: list } : list }),
    },
    required: isField ? ['type', 'name'] : ['type'],
    additionalProperties: true,
  };
}

/** Content elements of other types are kept as they are. */
export const contentTypes = ['eText', 'eEq', 'eButton'] as const;
const contentElement: Json = {
  type: 'object',
  description: 'Text, a button or a calculation; it stores nothing.',
  properties: {
    type: { type: 'string', pattern: '^e[A-Z][A-Za-z0-9]*$' },
    name: text,
    ...Object.fromEntries([...everywhere, ...content].map((name) => [name, all[name]])),
  },
  required: ['type'],
  additionalProperties: true,
};

const pathOf = (name: string) => `#/components/schemas/${name}`;
const mapping = {
  ...Object.fromEntries(Object.entries(elements).map(([type, { schema }]) => [type, pathOf(schema)])),
  ...Object.fromEntries(contentTypes.map((type) => [type, pathOf('ContentElement')])),
};

/** By their names in the document. */
export const elementSchemas: Readonly<Record<string, Json>> = {
  ...Object.fromEntries(Object.entries(elements).map(([type, facts]) => [facts.schema, describeElement(type, facts)])),
  ContentElement: contentElement,
  Validator: validatorSchema,
  OptionItem: optionItem,
  Element: {
    description: 'An element of a form: a container (`c...`), a field (`f...`) or content (`e...`).',
    oneOf: [...new Set(Object.values(mapping))].map(($ref) => ({ $ref })),
    discriminator: { propertyName: 'type', mapping },
  },
};
