// JSON Schemas of the elements of a form, one for each type; their property `type` tells them apart. What a property may hold and
// what it does comes from the table of properties, so that a definition that passes here differs from one that core takes in
// expressions only. [forms.elements]
import { describeType } from '../../fields/describe-type.ts';
import { contentTypes, type ElementType, fieldTypes } from '../../fields/element-types.ts';
import { elementProperties, type PropertyTable, propertiesOn } from '../../fields/properties.ts';
import { messageParts, requestSchema, validatorGroups } from '../../fields/property-types.ts';

type Json = Readonly<Record<string, unknown>>;

const text: Json = { type: 'string' };
const list: Json = { type: 'array', items: { $ref: '#/components/schemas/Element' } };

const rule = (types: readonly string[], properties: Record<string, Json>, required: readonly string[]): Json => ({
  type: 'object',
  properties: { type: { type: 'string', enum: types }, ...properties, ...messageParts },
  required: ['type', ...required],
  additionalProperties: true,
});

/** Validators: what they take depends on their type. */
const validatorSchema: Json = {
  description: 'A rule that an answer must keep.',
  oneOf: [
    rule(validatorGroups.alone, {}, []),
    rule(
      validatorGroups.limits,
      { value: { type: ['number', 'string'], description: 'The limit, or an expression that gives it.' } },
      ['value'],
    ),
    rule(
      validatorGroups.sources,
      { value: { type: 'string', description: 'The pattern, or the expression that must be true.' } },
      ['value'],
    ),
    rule(
      ['remote'],
      {
        req: requestSchema('The request that is sent; `value` in `qs` is the answer.'),
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

const fields = fieldTypes.map((type) => [type, describeType(type)] as const);

/** The name of the schema of each type, and what it is. */
const elements: Readonly<Record<string, readonly [schema: string, about: string]>> = {
  cSection: ['SectionElement', 'A section.'],
  cRepeat: ['RepeatElement', 'A group of fields that is filled in several times.'],
  cRow: ['RowElement', 'Columns beside each other.'],
  cTabs: ['TabsElement', 'Tabs.'],
  ...Object.fromEntries(fields.map(([type, { schema, about }]) => [type, [schema, about] as const])),
};

/** Those that say what an element is have schemas of their own, below. */
const structure = ['type', 'name', 'children'];

function schemasOf(names: readonly string[], table: PropertyTable): Record<string, Json> {
  const entries = Object.entries(table).filter(([name]) => names.includes(name) && !structure.includes(name));
  return Object.fromEntries(entries.map(([name, { type, about }]) => [name, { ...type.schema, description: about }]));
}

function describeElement(type: ElementType, about: string, table: PropertyTable): Json {
  const isField = type.startsWith('f');
  const isColumns = type === 'cRow' || type === 'cTabs';
  return {
    type: 'object',
    description: about,
    properties: {
      type: { type: 'string', const: type },
      name: { type: 'string', description: 'Its name in the data. The root may do without one.' },
      ...schemasOf(propertiesOn(type, table), table),
      ...(isField ? {} : { children: isColumns ? { type: 'array', items: list } : list }),
    },
    required: isField ? ['type', 'name'] : ['type'],
    additionalProperties: true,
  };
}

/** Content elements of other types are kept as they are. */
const contentElement = (table: PropertyTable): Json => ({
  type: 'object',
  description: 'Text, a button or a calculation; it stores nothing.',
  properties: {
    type: { type: 'string', pattern: '^e[A-Z][A-Za-z0-9]*$' },
    name: text,
    ...schemasOf(
      contentTypes.flatMap((type) => propertiesOn(type, table)),
      table,
    ),
  },
  required: ['type'],
  additionalProperties: true,
});

const pathOf = (name: string) => `#/components/schemas/${name}`;
const mapping = {
  ...Object.fromEntries(Object.entries(elements).map(([type, [schema]]) => [type, pathOf(schema)])),
  ...Object.fromEntries(contentTypes.map((type) => [type, pathOf('ContentElement')])),
};

/** By their names in the document. */
export function elementSchemasOf(table: PropertyTable): Readonly<Record<string, Json>> {
  return {
    ...Object.fromEntries(
      Object.entries(elements).map(([type, [schema, about]]) => [
        schema,
        describeElement(type as ElementType, about, table),
      ]),
    ),
    ContentElement: contentElement(table),
    Validator: validatorSchema,
    OptionItem: optionItem,
    Element: {
      description: 'An element of a form: a container (`c...`), a field (`f...`) or content (`e...`).',
      oneOf: [...new Set(Object.values(mapping))].map(($ref) => ({ $ref })),
      discriminator: { propertyName: 'type', mapping },
    },
  };
}

export const elementSchemas = elementSchemasOf(elementProperties);
