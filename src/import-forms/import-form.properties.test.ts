// Whatever is in JSON, a text or bytes, what comes out is a form that the service accepts, or a refusal in words. XLSForms:
// xlsform/xlsform.properties.test.ts.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectAccepted, name, operator, word, xpath } from '../../test/support/any-import.ts';
import { importKinds } from './import-form.ts';

const survey2Words = fc.oneof(
  name.map((one) => `{${one}}`),
  fc.constantFrom(
    '=',
    '<>',
    '>',
    'contains',
    'anyof',
    'notempty',
    'empty',
    'and',
    'or',
    '!',
    '(',
    ')',
    "'a'",
    '1',
    '[',
    ']',
    ',',
    'iif(',
    'today()',
    'sumInArray(',
    '{panel.a}',
    '{row.a}',
    '{item}',
    'true',
  ),
);
const condition = fc.array(survey2Words, { maxLength: 10 }).map((parts) => parts.join(' '));
const anything = fc.oneof(
  word,
  condition,
  xpath,
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Elements inside elements, not too many. */
function inside<T>(depth: number, make: (depth: number) => fc.Arbitrary<T>): fc.Arbitrary<T[]> {
  return depth === 0 ? fc.constant([]) : fc.array(make(depth - 1), { maxLength: 2 });
}

/** Objects with known keys, each sometimes of a sensible kind and sometimes anything. */
function record(keys: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<Record<string, unknown>> {
  const mixed = Object.fromEntries(
    Object.entries(keys).map(([key, good]) => [
      key,
      fc.oneof({ weight: 4, arbitrary: good }, { weight: 1, arbitrary: anything }),
    ]),
  );
  return fc.record(mixed, { requiredKeys: [] });
}

const surveyTypes =
  'text comment radiogroup dropdown checkbox tagbox boolean rating ranking imagepicker matrix matrixdropdown matrixdynamic multipletext panel paneldynamic expression html image signaturepad file slider nonsense'.split(
    ' ',
  );
const items = fc.array(
  fc.oneof(word, fc.integer(), record({ value: word, text: word, visibleIf: condition, imageLink: word })),
  { maxLength: 4 },
);
const surveyElementAt = (depth: number): fc.Arbitrary<Record<string, unknown>> =>
  record({
    type: fc.constantFrom(...surveyTypes),
    name,
    title: fc.oneof(word, fc.record({ default: word, he: word })),
    description: word,
    isRequired: fc.boolean(),
    visibleIf: condition,
    requiredIf: condition,
    enableIf: condition,
    choices: items,
    rows: items,
    columns: fc.array(
      fc.oneof(word, record({ name, cellType: fc.constantFrom(...surveyTypes), choices: items, visibleIf: condition })),
      { maxLength: 3 },
    ),
    items: fc.array(record({ name, title: word, inputType: word }), { maxLength: 2 }),
    elements: inside(depth, surveyElementAt),
    templateElements: inside(depth, surveyElementAt),
    expression: condition,
    html: word,
    inputType: fc.constantFrom('number', 'date', 'email', 'range', 'tel', 'month', 'datetime-local', 'time', 'color'),
    min: anything,
    max: anything,
    step: anything,
    maxLength: anything,
    rateMin: anything,
    rateMax: anything,
    rateStep: anything,
    rateValues: items,
    maxPanelCount: anything,
    minPanelCount: anything,
    maxSize: anything,
    defaultValue: anything,
    choicesVisibleIf: condition,
    choicesFromQuestion: name,
    choicesFromQuestionMode: fc.constantFrom('selected', 'unselected'),
    hasOther: fc.boolean(),
    otherText: word,
    validators: fc.array(
      record({
        type: fc.constantFrom('numeric', 'text', 'regex', 'email', 'expression', 'answercount'),
        regex: word,
        expression: condition,
        minValue: anything,
        maxLength: anything,
        text: word,
      }),
      { maxLength: 2 },
    ),
  });
const surveyElement = surveyElementAt(2);
const surveyJson = record({
  title: word,
  description: word,
  locale: word,
  pages: fc.array(
    record({ name, title: word, visibleIf: condition, elements: fc.array(surveyElement, { maxLength: 5 }) }),
    { maxLength: 3 },
  ),
  elements: fc.array(surveyElement, { maxLength: 4 }),
  calculatedValues: fc.array(record({ name, expression: condition }), { maxLength: 3 }),
  completedHtml: word,
  completedHtmlOnCondition: fc.array(record({ expression: condition, html: word }), { maxLength: 2 }),
  navigateToUrl: fc.constantFrom('https://example.org', 'javascript:x', 'https://{{a}}'),
  completeText: fc.string({ maxLength: 200 }),
  triggers: fc.array(record({ type: word, expression: word }), { maxLength: 2 }),
});

const formioTypes =
  'textfield textarea number password checkbox selectboxes select radio button email url phoneNumber tags address datetime day time currency survey signature hidden container datagrid editgrid htmlelement content columns fieldset panel table tabs well file form nonsense'.split(
    ' ',
  );
const logic = fc.oneof(
  fc.record({ '==': fc.tuple(fc.record({ var: name.map((one) => `data.${one}`) }), word) }),
  fc.record({
    and: fc.array(fc.record({ '>': fc.tuple(fc.record({ var: fc.constant('row.a') }), fc.integer()) }), {
      maxLength: 3,
    }),
  }),
  fc.jsonValue({ maxDepth: 3 }),
);
const script = fc.oneof(
  fc
    .tuple(fc.constantFrom('show', 'valid', 'value'), name, operator, word)
    .map(([target, one, sign, other]) => `${target} = data.${one} ${sign} '${other}';`),
  word,
);
const componentAt = (depth: number): fc.Arbitrary<Record<string, unknown>> =>
  record({
    type: fc.constantFrom(...formioTypes),
    key: name,
    label: word,
    title: word,
    values: fc.array(record({ value: word, label: word }), { maxLength: 3 }),
    questions: fc.array(record({ value: word, label: word }), { maxLength: 3 }),
    data: record({
      values: fc.array(record({ value: word, label: word }), { maxLength: 3 }),
      json: anything,
      url: word,
    }),
    dataSrc: fc.constantFrom('values', 'json', 'url', 'custom'),
    multiple: fc.boolean(),
    defaultValue: anything,
    conditional: record({
      show: anything,
      when: name,
      eq: anything,
      json: logic,
      conjunction: fc.constantFrom('all', 'any'),
      conditions: fc.array(
        record({
          component: name,
          operator: fc.constantFrom('isEqual', 'includes', 'lessThan', 'isEmpty', 'x'),
          value: anything,
        }),
        { maxLength: 2 },
      ),
    }),
    customConditional: script,
    calculateValue: fc.oneof(script, logic),
    disabled: fc.boolean(),
    hidden: fc.boolean(),
    validate: record({
      required: fc.boolean(),
      pattern: word,
      custom: script,
      json: logic,
      min: anything,
      max: anything,
      minLength: anything,
      maxLength: anything,
      customMessage: word,
    }),
    components: inside(depth, componentAt),
    columns: fc.array(record({ components: inside(depth, componentAt) }), { maxLength: 3 }),
    rows: fc.array(fc.array(record({ components: inside(depth, componentAt) }), { maxLength: 2 }), {
      maxLength: 2,
    }),
    html: word,
    content: word,
    filePattern: word,
    fileMaxSize: word,
    logic: fc.array(record({ name: word }), { maxLength: 2 }),
    enableTime: anything,
  });
const component = componentAt(2);
const formioJson = record({
  title: word,
  display: fc.constantFrom('form', 'wizard', 'pdf'),
  components: fc.array(component, { maxLength: 5 }),
});

const options = fc.array(
  record({
    value: word,
    isOther: fc.boolean(),
    goToAction: fc.constantFrom('NEXT_SECTION', 'RESTART_FORM', 'SUBMIT_FORM'),
    goToSectionId: fc.constantFrom('s1', 's2', 's3'),
    image: anything,
  }),
  { maxLength: 4 },
);
const question = record({
  required: fc.boolean(),
  choiceQuestion: record({ type: fc.constantFrom('RADIO', 'CHECKBOX', 'DROP_DOWN'), options, shuffle: fc.boolean() }),
  scaleQuestion: record({ low: anything, high: anything, lowLabel: word, highLabel: word }),
  ratingQuestion: record({ ratingScaleLevel: anything, iconType: word }),
  textQuestion: record({ paragraph: fc.boolean() }),
  dateQuestion: record({ includeYear: fc.boolean(), includeTime: fc.boolean() }),
  fileUploadQuestion: record({
    types: fc.array(fc.constantFrom('PDF', 'ANY')),
    maxFiles: anything,
    maxFileSize: anything,
  }),
  rowQuestion: record({ title: word }),
  grading: anything,
});
const googleItem = record({
  itemId: fc.constantFrom('s1', 's2', 's3'),
  title: word,
  description: word,
  questionItem: record({ question, image: anything }),
  questionGroupItem: record({
    questions: fc.array(question, { maxLength: 3 }),
    grid: record({
      columns: record({ type: fc.constantFrom('RADIO', 'CHECKBOX'), options }),
      shuffleQuestions: fc.boolean(),
    }),
  }),
  pageBreakItem: fc.constant({}),
  textItem: fc.constant({}),
  videoItem: anything,
});
const googleJson = record({
  formId: word,
  info: record({ title: word, description: word }),
  items: fc.array(googleItem, { maxLength: 8 }),
  settings: anything,
});

test.each([
  ['surveyjs', surveyJson],
  ['formio', formioJson],
  ['google', googleJson],
] as const)(
  '[forms.import] [limits.import] any JSON of %s becomes a form that the service accepts',
  async (_, arbitrary) => {
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(arbitrary, async (value) => {
        accepted += Number(await expectAccepted({ text: JSON.stringify(value) }));
      }),
      { numRuns: 200 },
    );
    expect(accepted).toBeGreaterThan(60);
  },
);

test('[forms.import] any text and any bytes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.string(), fc.json()),
      fc.uint8Array(),
      fc.constantFrom(undefined, ...importKinds),
      async (text, bytes, kind) => {
        await expectAccepted({ text, kind });
        await expectAccepted({ bytes: new Uint8Array(bytes), kind });
      },
    ),
    { numRuns: 200 },
  );
});
