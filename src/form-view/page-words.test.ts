import { expect, test } from 'vitest';
import type { FormDefinition } from '../core/definition/form-definition.ts';
import { allItemTexts } from '../core/locale/all-item-texts.ts';
import { withPageWords } from '../core/locale/page-words.ts';
import { compileForm } from '../core/plan/compile-form.ts';
import { compileTools } from '../core/plan/compile-tools.ts';
import { validateEntry } from '../core/validation/validate-entry.ts';
import { dateValue } from '../fields/date/value.ts';
import { refusalOf } from '../fields/file/view/file-facts.ts';
import { nameField } from './name-field.ts';
import { loadViewTexts } from './texts.ts';
import { childrenOf, viewTree } from './view-node.ts';

const dated = (name: string, mode: string, value: string, message?: string) => ({
  type: 'fDate',
  name,
  typeValidator: { type: 'date', mode },
  validators: [{ type: 'date/min', value, ...(message && { message }) }],
});
const form = (locale: 'en' | 'he') =>
  ({
    locale,
    formSchema: {
      rootElem: {
        type: 'cSection',
        name: 'root',
        children: [
          { type: 'fInput', name: 'number', typeValidator: 'num' },
          { type: 'fRadio', name: 'pick', options: ['a', 'b'] },
          { type: 'fInput', name: 'site', validators: ['str/url'] },
          { type: 'fInput', name: 'own', validators: [{ type: 'str/url', message: 'Our own words.' }] },
          { type: 'fInput', name: 'mail', validators: ['str/email'], reqValidator: true },
          dated('day', 'd', '2024-03-05'),
          dated('time', 't', '1970-01-01T08:05:00Z'),
          dated('written', 'd', '2024-03-05', 'In spring.'),
          dated('half', 'd', '2024-03-05'),
          dated('halfTime', 't', '2024-03-05'),
          { type: 'fInput', name: 'text', validators: [{ type: 'date/min', value: '2024-03-05' }] },
        ],
      },
    },
  }) as const;
const data = {
  number: 'many',
  pick: 'c',
  site: 'example.org',
  own: 'example.org',
  day: '2024-03-04',
  time: '1970-01-01T08:00:00Z',
  written: '2024-03-04',
  half: '?',
  halfTime: '?',
  text: '2024-03-04',
};
const context = { cleanHtml: (html: string) => html };

test.each([
  [
    'en',
    [
      'Enter a number, such as 1234.5.',
      'Choose one of the options.',
      'Enter a web address that starts with https://, such as https://example.org.',
      'Our own words.',
      'Write an answer.',
      'Must be 5 March 2024 or later.',
      'Must be 08:05 or later.',
      'In spring.',
      'Complete the date.',
      'Complete the time.',
      'Must be 2024-03-05 or later.',
    ],
  ],
  [
    'he',
    [
      'יש להזין מספר, למשל 1234.5.',
      'יש לבחור אחת מהאפשרויות.',
      'יש להזין כתובת שמתחילה ב־https://\u200e, למשל https://example.org.',
      'Our own words.',
      'יש לכתוב תשובה.',
      'התאריך חייב להיות 5 במרץ 2024 או מאוחר יותר.',
      'התאריך חייב להיות 8:05 או מאוחר יותר.',
      'In spring.',
      'יש להשלים את התאריך.',
      'יש להשלים את השעה.',
      'התאריך חייב להיות 2024-03-05 או מאוחר יותר.',
    ],
  ],
] as const)('[fill-links.words] what people read on the page: %s', async (locale, messages) => {
  const plan = withPageWords(
    compileForm(form(locale) as never, { itemTexts: allItemTexts }),
    await loadViewTexts(locale),
  );
  const check = validateEntry(plan, data, { rules: 'all', context });
  expect(check.messages.map(({ message }) => message)).toEqual(messages);
});

const kinds: [element: object, en: string, he: string][] = [
  [{ type: 'fInput' }, 'Write an answer.', 'יש לכתוב תשובה.'],
  [{ type: 'fLngTxt' }, 'Write an answer.', 'יש לכתוב תשובה.'],
  [{ type: 'fInput', typeValidator: 'num' }, 'Enter a number, such as 1234.5.', 'יש להזין מספר, למשל 1234.5.'],
  [{ type: 'fDate' }, 'Complete the date.', 'יש להשלים את התאריך.'],
  [{ type: 'fDate', typeValidator: { type: 'date', mode: 't' } }, 'Complete the time.', 'יש להשלים את השעה.'],
  [{ type: 'fRadio', options: ['a'] }, 'Choose one of the options.', 'יש לבחור אחת מהאפשרויות.'],
  [{ type: 'fSelect', options: ['a'] }, 'Choose one of the options.', 'יש לבחור אחת מהאפשרויות.'],
  [{ type: 'fSelect', options: ['a'], selectMulti: true }, 'Choose one of the options.', 'יש לבחור אחת מהאפשרויות.'],
  [{ type: 'fCheckbox', options: ['a'] }, 'Choose one of the options.', 'יש לבחור אחת מהאפשרויות.'],
  [{ type: 'fBool' }, 'Tick this box to go on.', 'יש לסמן את התיבה כדי להמשיך.'],
  [{ type: 'fFile' }, 'Upload a file.', 'יש להעלות קובץ.'],
  [{ type: 'fSign' }, 'Sign here.', 'יש לחתום כאן.'],
  [{ type: 'fRate' }, 'Choose one of the options.', 'יש לבחור אחת מהאפשרויות.'],
];

test.each(kinds)('[fill-links.words] what is missing is asked for by its kind: %j', async (element, en, he) => {
  for (const [locale, message] of [['en', en] as const, ['he', he] as const]) {
    const children = [{ ...element, name: 'one', reqValidator: true }];
    const definition = { locale, formSchema: { rootElem: { type: 'cSection', name: 'root', children } } };
    const plan = withPageWords(
      compileForm(definition as never, { itemTexts: allItemTexts }),
      await loadViewTexts(locale),
    );
    expect(validateEntry(plan, {}, { rules: 'all', context }).messages.map((one) => one.message)).toEqual([message]);
  }
});

test('[fill-links.words] [fill-links.half-typed] a number of too many digits and a short year are asked for again in words of their own', async () => {
  const children = [
    { type: 'fInput', name: 'number', typeValidator: 'num' },
    { type: 'fDate', name: 'day' },
    { type: 'fDate', name: 'moment', typeValidator: { type: 'date', mode: 'dt' } },
  ];
  const definition = { formSchema: { rootElem: { type: 'cSection', name: 'root', children } } };
  const plan = withPageWords(compileForm(definition as never, { itemTexts: allItemTexts }), await loadViewTexts('en'));
  const typed = { number: '12345678901234567890?', day: '0085-06-05?', moment: '0085-06-05T10:20?' };
  expect(validateEntry(plan, typed, { rules: 'all', context }).messages.map((one) => one.message)).toEqual([
    'This number has more digits than can be stored exactly.',
    'Enter the year with four digits.',
    'Enter the year with four digits.',
  ]);
});

test('[fill-links.words] what the API says is put into the same words, unless it is somebody else who says it', async () => {
  const { itemTexts } = withPageWords(compileForm({}, { itemTexts: allItemTexts }), await loadViewTexts('en'));
  expect(itemTexts.ofApi?.('not in options')).toBe('Choose one of the options.');
  expect(itemTexts.ofApi?.('Must be a valid email address.')).toBe('Must be a valid email address.');
  expect(itemTexts.ofApi?.('Not here.')).toBe('Not here.');
  expect(itemTexts.ofApi?.('Invalid data type.')).toBe('This answer cannot be read. Please enter it again.');
  expect(itemTexts.ofApi?.('Invalid data type.', dateValue('t'))).toBe('Complete the time.');
});

test.each([
  ['en', 'Each file must be 1.5 MB or less.'],
  ['he', 'כל קובץ חייב להיות 1.5 MB או פחות.'],
] as const)('[fill-links.words] sizes are in the unit that the field names: %s', (locale, message) => {
  const file = new File(['x'.repeat(1_500_001)], 'a.txt');
  const field = { element: { type: 'fFile', name: 'file', fileMaxSize: 1_500_000 }, locale };
  expect(refusalOf(file, field as never, 1)?.replace(/[\u200e\u200f\u00a0]+/g, ' ')).toBe(message);
});

test('[fill-links.summary] a field is named with the sections, tabs and rows it is in', async () => {
  const field = { type: 'fInput', name: 'name', label: 'Name' };
  const inRows = (name: string, ...children: object[]) => ({ type: 'cRepeat', name, label: `The ${name}`, children });
  const named = { ...inRows('children', field), rowName: 'child' };
  const rootElem = {
    type: 'cSection',
    name: 'root',
    label: 'Title of the page',
    children: [
      { ...field, label: undefined },
      { type: 'cSection', name: 'contact', label: 'Contact', secFlat: false, children: [field] },
      { type: 'cSection', name: 'unnamed', secFlat: false, children: [field] },
      { type: 'cRow', name: 'row', children: [[], [inRows('guests', field, inRows('pets', field))]] },
      named,
      {
        type: 'cTabs',
        name: 'tabs',
        tabs: [{ name: 'a' }, { name: 'b', label: 'Travel' }],
        children: [[], [{ ...field, name: 'by' }]],
      },
    ],
  };
  const definition = { formSchema: { rootElem } } as never;
  const plan = compileForm(definition, { itemTexts: allItemTexts });
  const state = { tree: viewTree(definition, plan, {}), texts: await loadViewTexts('en') };
  for (const [path, name] of [
    ["model['name']", 'name'],
    ["model['contact']['name']", 'Contact, Name'],
    ["model['unnamed']['name']", 'Name'],
    ["model['guests']", 'The guests'],
    ["model['guests'][1]['name']", 'The guests, Row 2, Name'],
    ["model['guests'][11]['pets'][0]['name']", 'The guests, Row 12, The pets, Row 1, Name'],
    ["model['children'][2]['name']", 'The children, Child 3, Name'],
    ["model['by']", 'Travel, Name'],
    ["model['gone']", "model['gone']"],
  ] as const) {
    expect(nameField(state, path).join(', ')).toBe(name);
  }
});

test('[forms.defaults] an empty html of a text is none: the page shows the text, as where it is left out', () => {
  const nodesOf = (element: object) => {
    const form = {
      formSchema: {
        rootElem: { type: 'cSection', name: 'root', children: [{ type: 'eText', name: 't', ...element }] },
      },
    } as unknown as FormDefinition;
    const tree = viewTree(form, compileForm(form, compileTools), compileTools);
    return tree === undefined
      ? []
      : childrenOf(tree).map((node) => 'html' in node && [node.html, node.template?.source]);
  };
  expect(nodesOf({ text: 'x', html: '' })).toEqual(nodesOf({ text: 'x' }));
});
