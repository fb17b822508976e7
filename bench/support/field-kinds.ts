// The fields of the forms that the fill page is measured with: of every plain kind, as many of each as forms have.

export const kinds = [
  ...[
    'text',
    'text',
    'text',
    'text',
    'text',
    'text',
    'email',
    'text',
    'number',
    'number',
    'number',
    'select',
    'select',
  ],
  ...['radio', 'radio', 'checkbox', 'date', 'date', 'bool', 'longText'],
] as const;

const options = Array.from({ length: 10 }, (_, at) => [`o${at}`, `Option ${at}`]);

export const elementOf = {
  text: { type: 'fInput' },
  email: { type: 'fInput', validators: ['str/email'] },
  number: { type: 'fInput', typeValidator: 'num', validators: [{ type: 'num/min', value: 0 }] },
  select: { type: 'fSelect', options },
  radio: { type: 'fRadio', options: options.slice(0, 3) },
  checkbox: { type: 'fCheckbox', options: options.slice(0, 4) },
  date: { type: 'fDate' },
  bool: { type: 'fBool' },
  longText: { type: 'fLngTxt' },
};

export const valueFor: Readonly<Record<(typeof kinds)[number], unknown>> = {
  ...{ text: 'Some words', email: 'ada@example.com', number: 1200, select: 'o3', radio: 'o1', checkbox: ['o0', 'o2'] },
  ...{ date: '2024-05-17T00:00:00.000Z', bool: true, longText: 'Some more words\nin two lines' },
};
