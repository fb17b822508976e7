// Nothing is left out in silence: cells, properties and names that have nowhere to go, of each kind of file.
import { expect, test } from 'vitest';
import { type Cells, makeWorkbook } from '../../test/support/make-workbook.ts';
import { outlineForm } from '../../test/support/outline-form.ts';
import { importForm, type Note } from './import-form.ts';

const said = (notes: readonly Note[]) => notes.map(({ where, what }) => `${where}: ${what}`);
const importJson = (value: unknown) => importForm({ text: JSON.stringify(value) });

test('[forms.import.notes] XLSForm: cells that mean nothing to their row, columns, lists and options of no use', async () => {
  const survey: Cells = [
    ['type', 'name', 'label', 'label', 'hint', 'required', 'appearance', 'parameters', 'constraint', 'comment'],
    ['begin group', 'g', 'Group', '', 'Help', 'yes', 'w3 field-list'],
    ['note', 'n', 'A note', '', '', 'no', 'h1'],
    ['range', 'r', 'R', 'again', '', '', 'rating', 'start=0 end=5 ticks=2', 'true'],
    ['end group', 'g', 'ignored'],
    ['begin repeat', 'a.b', 'Rows', '', 'Lost help'],
    ['tel', 'phone', 'Phone', '', '', '', 'numbers'],
    ['add text prompt', 'old', 'Old'],
    ['end repeat'],
    ['select_one used', 'c', 'C'],
    ['', '', '', '', '', '', '', '', '', 'only a comment'],
  ];
  const choices: Cells = [
    ['list_name', 'name', 'label', 'colour'],
    ['used', 'a', 'A', 'red'],
    ['used', '', 'nameless'],
    ['', 'b', 'listless'],
    ['other', 'c', 'C'],
  ];
  const { form, notes } = await importForm({ bytes: makeWorkbook({ survey, choices }) });
  expect(outlineForm(form)).toEqual([
    'cSection g label="Group" help="Help"',
    '  eText n text="A note"',
    '  fInput r label="R" typeValidator="num" inputStyle="slider" validators=["num/integer",{"type":"num/min","value":0},{"type":"num/max","value":5}]',
    'cRepeat a_b label="Rows" repMaxRows=100',
    '  fInput phone label="Phone" autocomplete="tel"',
    '  fInput old label="Old"',
    'fRadio c label="C" options=[["a","A"]]',
  ]);
  expect(said(notes)).toEqual([
    'survey 1: The column “label” was left out.',
    'survey 2 (g): The appearance “w3” has no counterpart (one question).',
    'survey 2 (g): “required” was left out (one place).',
    'survey 3 (n): “appearance” was left out (one place).',
    'survey 4 (r): The parameter “ticks” was left out (one question).',
    'survey 6 (a.b): Its name is now “a_b”.',
    'survey 6 (a.b): At most 100 rows; the file had no limit.',
    'survey 6 (a.b): The hint of a repeat or calculation was left out.',
    'survey 7 (phone): The appearance “numbers” has no counterpart (one question).',
    'survey 11: Left out: a row without a type.',
    'survey 11: The column “comment” was left out.',
    'choices 2: The column “colour” was left out.',
    'choices 3: An option without a value was left out.',
    'choices 4: An option without a list was left out.',
    'choices 5: A list of options that no question uses was left out.',
  ]);
});

test('[forms.import.expressions] XLSForm: a name that two questions have means neither', async () => {
  const { form, notes } = await importForm({
    bytes: makeWorkbook({
      survey: [
        ['type', 'name', 'label', 'relevant'],
        ['begin group', 'one', 'One'],
        ['text', 'id', 'Id'],
        ['end group'],
        ['begin group', 'two', 'Two'],
        ['text', 'id', 'Other'],
        ['end group'],
        ['text', 'last', 'Last', "../two/id = 'x'"],
      ],
    }),
  });
  expect(outlineForm(form).at(-1)).toBe('fInput last label="Last"');
  expect(said(notes)).toEqual([
    'survey 6 (id): Its name is now “id2”.',
    "survey 8 (last): Always shown. The condition “../two/id = 'x'” cannot be said here: several questions are called “id”.",
  ]);
});

/** As the builder writes it: everything that is there, but nothing that anybody has chosen. */
const usual = {
  ...{ input: true, tableView: true, prefix: '', suffix: '', customClass: '', multiple: false, defaultValue: null },
  ...{
    protected: false,
    unique: false,
    persistent: true,
    hidden: false,
    clearOnHide: true,
    refreshOn: '',
    redrawOn: '',
  },
  ...{ modalEdit: false, labelPosition: 'top', description: '', errorLabel: '', tooltip: '', hideLabel: false },
  ...{ tabindex: '', disabled: false, autofocus: false, dbIndex: false, customDefaultValue: '', calculateValue: '' },
  ...{ calculateServer: false, widget: { type: 'input' }, attributes: {}, validateOn: 'change', addons: [] },
  ...{ conditional: { show: null, when: null, eq: '' }, overlay: { style: '', left: '', top: '' }, properties: {} },
  validate: {
    required: false,
    custom: '',
    customPrivate: false,
    pattern: '',
    minLength: '',
    maxLength: '',
    unique: false,
  },
  ...{ allowMultipleMasks: false, showCharCount: false, inputType: 'text', inputMask: '', spellcheck: true, id: 'e1x' },
};

test('[forms.import.notes] Form.io: what is as always says nothing, looks are one note, anything else is named', async () => {
  const plain = await importJson({
    ...{ _id: '5f', title: 'T', path: 't', type: 'form', machineName: 't', access: [], tags: [], settings: {} },
    components: [{ ...usual, type: 'textfield', key: 'a', label: 'A' }],
  });
  expect(plain.notes).toEqual([]);
  const { form, notes } = await importJson({
    settings: { pdf: { id: 'x' } },
    components: [
      { ...usual, type: 'textfield', key: 'a', label: 'A', customClass: 'red', persistent: false, case: 'uppercase' },
      { ...usual, type: 'textfield', key: 'b', label: 'B', case: 'uppercase', autocomplete: 'email' },
      {
        ...{ type: 'datetime', key: 'c', label: 'C', enableTime: false, constructor: 'x' },
        datePicker: { minDate: '2024-01-31T00:00:00', maxDate: 'moment()', disableWeekends: true, showWeeks: true },
      },
      { type: 'number', key: 'd', label: 'D', validate: { step: 0.5, minDecimals: 2 }, decimalLimit: 2 },
      { type: 'day', key: 'e', label: 'E', fields: { day: { hide: true, required: false }, year: { required: true } } },
      {
        ...{ type: 'columns', key: 'f', conditional: { show: true, when: 'a', eq: 'x' } },
        columns: [{ width: 12, components: [{ type: 'textfield', key: 'g', label: 'G' }] }],
      },
      {
        type: 'container',
        key: 'h',
        hidden: true,
        disabled: true,
        components: [{ type: 'checkbox', key: 'i', label: 'I' }],
      },
      { type: 'radio', key: 'j', label: 'J', values: [{ value: 'x', label: 'X', shortcut: 'Q' }] },
      { type: 'button', key: 'k', label: 'Submit', conditional: { show: true, when: 'a', eq: 'x' } },
    ],
  });
  expect(outlineForm(form)).toEqual([
    'fInput a label="A"',
    'fInput b label="B" autocomplete="email"',
    'fDate c label="C" validators=[{"type":"date/min","value":"2024-01-31"}]',
    'fInput d label="D" typeValidator="num"',
    'fDate e label="E" reqValidator=true',
    'cSection f relevant="model.a == \'x\'"',
    '  fInput g label="G"',
    'cSection h secFlat=false relevant=false',
    '  fBool i label="I"',
    'fRadio j label="J" options=[["x","X"]]',
  ]);
  expect(said(notes).sort()).toEqual([
    ': The setting “settings” was left out.',
    'a: The layout of one element was left out: widths, columns, where titles stand.',
    'a: “textfield.case” was left out (2 places).',
    'a: “textfield.persistent” was left out (one place).',
    'c: A check of the type “maxDate moment()” was left out.',
    'c: “datetime.constructor” was left out (one place).',
    'c: “datetime.datePicker.disableWeekends” was left out (one place).',
    'd: A check of the type “step 0.5” was left out.',
    'd: “number.decimalLimit” was left out (one place).',
    'd: “number.validate.minDecimals” was left out (one place).',
    'e: “day.fields.day.hide” was left out (one place).',
    'h: “container.disabled” was left out (one place).',
    'j: “shortcut” of an option was left out.',
    'k: “button.conditional” was left out (one place).',
  ]);
});

test('[forms.import.notes] [limits.import] as many properties as anybody likes are one list that ends', async () => {
  const strange = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`p${at}`, { deep: [[[[[at]]]]] }]));
  const { notes } = await importJson({
    components: [{ type: 'textfield', key: 'a', label: 'A', ...strange }],
    ...strange,
  });
  expect(notes.length).toBe(2_001);
  expect(notes.at(-1)!.what).toMatch(/^98,?\d{3} more notes/);
});

test('[forms.import.notes] SurveyJS: what a question could not take over, and what is off that is usually on', async () => {
  const { notes } = await importJson({
    showCompletedPage: false,
    showTitle: true,
    completedHtml: '<h3>Bye</h3>',
    pages: [
      {
        name: 'p',
        maxTimeToFinish: 5,
        elements: [
          { type: 'text', inputType: 'date', name: 'a', min: '=today()', max: '2024-01-01' },
          { type: 'text', inputType: 'number', name: 'b', step: 0.5 },
          { type: 'boolean', name: 'c', labelTrue: 'Aye', valueFalse: 'n' },
          { type: 'comment', name: 'd', rows: 9 },
          {
            type: 'paneldynamic',
            name: 'e',
            maxPanelCount: 3,
            panelCount: 2,
            requiredIf: '{a} notempty',
            templateElements: [],
          },
          { type: 'panel', name: 'f', isRequired: true, elements: [{ type: 'text', name: 'g' }] },
        ],
      },
    ],
  });
  expect(said(notes).sort()).toEqual([
    ': The setting “showCompletedPage” was left out.',
    'a: “text.min” was left out (one place).',
    'b: “text.step” was left out (one place).',
    'c: “boolean.labelTrue” was left out (one place).',
    'c: “boolean.valueFalse” was left out (one place).',
    'completedHtml: “HTML” was left out (one place).',
    'd: The layout of one element was left out: widths, columns, where titles stand.',
    'e: “paneldynamic.panelCount” was left out (one place).',
    'e: “paneldynamic.requiredIf” was left out (one place).',
    'f: “panel.isRequired” was left out (one place).',
    'p: “page.maxTimeToFinish” was left out (one place).',
  ]);
});

test('[forms.import.notes] Google Forms: what the API did not have yet, and what else a form is tied to', async () => {
  const { notes } = await importJson({
    ...{ formId: 'x', revisionId: '1', responderUri: 'https://forms.example', linkedSheetId: 's' },
    info: { title: 'T', documentTitle: 'D' },
    items: [
      {
        ...{ itemId: '1', title: 'A', newThing: 1 },
        questionItem: { question: { questionId: 'q', textQuestion: { validation: 'email' }, mood: 'good' } },
      },
      {
        ...{ itemId: '2', title: 'B' },
        questionGroupItem: {
          grid: { columns: { type: 'RADIO', shuffle: true, options: [{ value: 'x' }] } },
          questions: [{ questionId: 'r', rowQuestion: { title: 'Row' } }],
        },
      },
      {
        ...{ itemId: '3', title: 'C' },
        questionItem: { question: { questionId: 's', fileUploadQuestion: { folderId: 'f', types: ['ANY'] } } },
      },
    ],
  });
  expect(said(notes)).toEqual([
    ': The setting “linkedSheetId” was left out.',
    '1 (A): “item.newThing” was left out (one place).',
    '1 (A): “question.mood” was left out (one place).',
    '1 (A): “textQuestion.validation” was left out (one place).',
    '2 (B): Options stay in their order (one question).',
    '3 (C): “fileUploadQuestion.folderId” was left out (one place).',
  ]);
});
