// Random forms that the service takes, of every type of element, and the same with something broken in them.
//
// Every rule in them can be kept by itself and with its neighbours, since a sample is asked of each form. Left out for that
// reason: required files (a sample has none), remote validators (only their server knows), limits that exclude each other,
// and patterns that look at what is around or repeat what was matched.

import fc from 'fast-check';
import type { Element, FormDefinition, JsonObject, JsonValue } from '../../src/core/definition/form-definition.ts';

type Part = Record<string, unknown>;

const count = (min: number, max: number) => fc.integer({ min, max });
/** Limits may be written as numbers or as texts. */
const limit = (value: number) => fc.constantFrom<JsonValue>(value, String(value), ` ${value} `);
const rule = (type: string, value: number) => limit(value).map((written) => ({ type, value: written }));
const noRules = fc.constant([]);

const between = (start: string, least: number, most: number) =>
  fc
    .tuple(count(least, most), count(0, 20), fc.constantFrom('both', 'min', 'max'))
    .chain(([min, more, which]) =>
      fc
        .tuple(
          rule(`${start}/min${start === 'num' ? '' : 'Length'}`, min),
          rule(`${start}/max${start === 'num' ? '' : 'Length'}`, min + more),
        )
        .map(([low, high]) => (which === 'min' ? [low] : which === 'max' ? [high] : [low, high])),
    );

const patterns = [
  '^\\d{9}$',
  '^05\\d-?\\d{7}$',
  '^[A-Z]{2}[0-9]+$',
  '^(red|green)$',
  'x+y',
  '^[^@ ]{3,8}$',
  '^\\p{Hebrew}+$',
];
const textRules = fc.oneof(
  noRules,
  between('str', 1, 120),
  fc.constant(['str/email']),
  fc.constant(['str/url']),
  fc.constant(['str/phone']),
  between('str', 20, 200).map((rules) => ['str/email', ...rules]),
  between('str', 20, 200).map((rules) => [...rules, { type: 'str/url' }]),
  fc.constantFrom(...patterns).map((value) => [{ type: 'str/pattern', value }]),
  fc.constant([{ type: 'expr', value: 'value.length > 3' }]),
);
const numberRules = fc.oneof(
  noRules,
  between('num', -50, 2000),
  between('num', -50, 2000).map((rules) => [...rules, 'num/integer']),
  fc.constant([
    { type: 'num/min', value: 0.1 },
    { type: 'num/max', value: '0.2' },
  ]),
  fc.constant([{ type: 'num/min', value: '2 + 40' }]),
  fc.constant([{ type: 'expr', value: 'value % 2 == 0' }]),
);
const days = ['1900-01-01', '1999-12-31', '2024-02-29', '2031-07-01', '2099-12-31'];
const dateRules = fc.oneof(
  noRules,
  fc.constantFrom(...days).map((value) => [{ type: 'date/min', value }]),
  fc.constantFrom(...days).map((value) => [{ type: 'date/max', value }]),
  fc.constantFrom(...days).map((value) => [
    { type: 'date/min', value },
    { type: 'date/max', value: '2100-01-01' },
  ]),
);
const options = fc.constantFrom<unknown>(
  ['a', ['b', 'Bee'], 'c', 'd'],
  [1, [2, 'Two'], 3, 4.5],
  [{ label: 'Group', options: ['x', ['y', 'Y']] }, 'z', true],
  "['e', ['f', 'F'], 'g']",
  { url: '/options/sets/x' },
  undefined,
);
const type = (...values: unknown[]) => fc.constantFrom(undefined, ...values);

const fields: readonly fc.Arbitrary<Part>[] = [
  fc.record({ type: fc.constantFrom('fInput', 'fLngTxt'), validators: textRules }),
  fc.record({
    type: fc.constant('fInput'),
    typeValidator: fc.constantFrom('num', { type: 'num' }),
    validators: numberRules,
    inputStyle: type('slider'),
  }),
  fc.record({ type: fc.constant('fInput'), typeValidator: fc.constantFrom('bool', 'color', 'sign', 'text') }),
  fc.record({
    type: fc.constant('fDate'),
    typeValidator: type({ type: 'date', mode: 'dt' }, { type: 'date', mode: 'd' }, { type: 'date' }),
    validators: dateRules,
  }),
  fc.record({ type: fc.constant('fDate'), typeValidator: fc.constant({ type: 'date', mode: 't' }) }),
  fc.record({ type: fc.constant('fDoc'), validators: fc.constantFrom([], [{ type: 'str/maxLength', value: 9 }]) }),
  fc.record({
    type: fc.constant('fBool'),
    validators: fc.constantFrom([], [{ type: 'expr', value: 'value == false' }]),
  }),
  fc.record({ type: fc.constant('fRate'), rateMax: fc.constantFrom(undefined, 1, 3, 10) }),
  fc.record({ type: fc.constant('fRate'), rateMax: fc.constant(10), rateStyle: type('numbers'), rateMin: type(0, 1) }),
  fc.record({ type: fc.constantFrom('fColor', 'fSign') }),
  fc.record({ type: fc.constantFrom('fSelect', 'fRadio'), options, otherOption: type(true, false, 'Else') }),
  fc.record({
    type: fc.constant('fCheckbox'),
    options: options.filter((list) => list !== undefined),
    ranked: type(true),
    otherOption: type(true),
  }),
  fc.record({
    type: fc.constantFrom('fSelect', 'fRadio'),
    typeValidator: fc.constant('num'),
    options: fc.constantFrom(['1', 'no', 2], undefined),
  }),
  fc.record({
    type: fc.constant('fCheckbox'),
    options: options.filter((list) => list !== undefined),
    validators: fc.oneof(
      noRules,
      count(1, 3)
        .chain((min) => rule('arr/minLength', min))
        .map((one) => [one]),
    ),
  }),
  fc.record({
    type: fc.constant('fSelect'),
    selectMulti: fc.constant(true),
    options,
    validators: fc.constantFrom([], [{ type: 'arr/maxLength', value: 1 }]),
  }),
  fc.record({ type: fc.constant('fMatrix'), options, matrixQuestions: fc.constantFrom(['p', ['q', 'Q']], [1, 2]) }),
];
const file = fc.record({ type: fc.constant('fFile'), fileMaxNum: fc.constantFrom(undefined, 2) });
const field = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.tuple(fc.oneof(...fields), required()).map(([part, reqValidator]) => ({ ...part, reqValidator })),
  },
  { weight: 1, arbitrary: file },
);
const content = fc.record({
  type: fc.constantFrom('eText', 'eEq'),
  text: fc.constantFrom('Hello {{ model.a }}', undefined),
});

function required(): fc.Arbitrary<unknown> {
  return fc.constantFrom(undefined, true, false, { req: 'true' }, { req: 'model.nothing == 5' });
}

const { element } = fc.letrec<{ element: Part; children: Part[]; container: Part }>((tie) => ({
  element: fc.oneof({ depthSize: 'small', withCrossShrink: true }, field, content, tie('container')),
  children: fc.array(tie('element'), { maxLength: 4 }) as fc.Arbitrary<Part[]>,
  container: container(tie('children') as fc.Arbitrary<Part[]>),
}));

function container(children: fc.Arbitrary<Part[]>): fc.Arbitrary<Part> {
  const flag = fc.constantFrom(undefined, true, false);
  return fc.oneof(
    fc.record({ type: fc.constant('cSection'), secFlat: flag, secCollapse: flag, children }),
    fc.record({
      type: fc.constant('cRepeat'),
      repMaxRows: fc.constantFrom(undefined, 1, 4),
      reqValidator: required(),
      children,
    }),
    fc.record({
      type: fc.constant('cRepeat'),
      validators: count(1, 4)
        .chain((min) => rule('arr/minLength', min))
        .map((one) => [one]),
      children,
    }),
    fc.record({ type: fc.constant('cRow'), children: fc.array(children, { maxLength: 3 }) }),
    fc.record({
      type: fc.constant('cTabs'),
      tabs: fc.array(fc.constantFrom<Part>({}, { name: 'one' }, { name: 'two', label: 'Second' }), { maxLength: 3 }),
      children: fc.array(children, { maxLength: 3 }),
    }),
  );
}

/** Any field, content and container, all of it shown; every name can be used once in each object of the data. */
export const validForm: fc.Arbitrary<FormDefinition> = fc
  .tuple(
    container(fc.array(element, { maxLength: 6 }) as fc.Arbitrary<Part[]>),
    fc.constantFrom(undefined, 'root', 'all of it'),
    fc.infiniteStream(fc.constantFrom('a', 'b', 'first name', "it's", 'constructor', 'x.y', 'שם', 'email', '1')),
    fc.constantFrom<FormDefinition['locale']>(undefined, 'en', 'he'),
  )
  .map(([root, rootName, names, locale]) => {
    const nextName = () => names.next().value as string;
    const rootElem = named(root, rootName, new Set(), nextName);
    return toJson({ formSchema: { rootElem }, locale }) as unknown as FormDefinition;
  });

function named(part: Part, ownName: string | undefined, taken: Set<string>, nextName: () => string): Element {
  const opens = part['type'] === 'cRepeat' || part['secFlat'] === false;
  if (ownName !== undefined) taken.add(ownName);
  const inside = opens ? new Set<string>() : taken;
  const children = part['children'] as (Part | Part[])[] | undefined;
  const nameOne = (child: Part) => named(child, freeName(nextName(), inside), inside, nextName);
  const withNames = children?.map((child) => (Array.isArray(child) ? child.map(nameOne) : nameOne(child)));
  return { ...part, name: ownName, children: withNames } as unknown as Element;
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  return taken.has(name) ? freeName(`${name}2`, taken) : name;
}

function toJson(value: unknown): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}

const junk = fc.constantFrom<unknown>(null, 5, '', 'x', true, [], {}, [[]], [null], { type: 'fInput' }, undefined);

/** Some of what is in a form is replaced by something else, or gone. */
export const brokenForm: fc.Arbitrary<FormDefinition> = fc
  .tuple(validForm, fc.array(fc.tuple(fc.nat(), junk), { minLength: 1, maxLength: 6 }))
  .map(([form, changes]) => {
    const broken = toJson(form) as unknown as Part;
    for (const [which, value] of changes) {
      const places = [...placesIn(broken)];
      const [holder, key] = places[which % places.length] ?? [broken, 'formSchema'];
      holder[key] = structuredClone(value);
    }
    return toJson(broken) as unknown as FormDefinition;
  });

function* placesIn(value: unknown): Generator<[holder: Part, key: string]> {
  if (typeof value !== 'object' || value === null) return;
  for (const key of Object.keys(value)) {
    yield [value as Part, key];
    yield* placesIn((value as Part)[key]);
  }
}
