// What each type of an XLSForm question is here: the element it becomes, and what its answer holds for expressions.
import type { Holds } from '../pieces.ts';

export interface QuestionType {
  readonly element: Readonly<Record<string, unknown>>;
  readonly holds: Holds;
  /** Kept as text, or in another way that a note tells of. */
  readonly isOther?: true;
}

/** undefined for a type that is none of these: groups, choices, notes, calculations and facts of the device are read elsewhere. */
export function questionType(type: string, appearance: ReadonlySet<string>): QuestionType | undefined {
  if (type === 'text' && (appearance.has('multiline') || appearance.has('textarea'))) return longText;
  if (isImage(type) && appearance.has('signature')) return { element: { type: 'fSign' }, holds: 'text' };
  return types.get(type);
}

/** The answers that a device gives without a question. */
export const deviceFacts = new Set(
  (
    'start end today deviceid phonenumber username email simserial subscriberid audit start-geopoint ' +
    'background-geopoint background-audio xml-external csv-external hidden_deviceid get_today imei'
  )
    .split(' ')
    .concat(['phone number', 'start time', 'end time', 'device id', 'sim serial', 'subscriber id', 'uri:deviceid']),
);

const text: QuestionType = { element: { type: 'fInput' }, holds: 'text' };
const longText: QuestionType = { element: { type: 'fLngTxt' }, holds: 'text' };
const asText: QuestionType = { ...text, isOther: true };
const file = (...fileTypes: string[]): QuestionType => ({
  element: { type: 'fFile', fileMaxNum: 1, ...(fileTypes.length > 0 && { fileTypes }) },
  holds: 'list',
});
const date = (mode?: 'dt' | 't'): Readonly<Record<string, unknown>> => ({
  type: 'fDate',
  ...(mode !== undefined && { typeValidator: { type: 'date', mode } }),
});

const types: ReadonlyMap<string, QuestionType> = new Map(
  Object.entries<QuestionType>({
    text,
    string: text,
    integer: { element: { type: 'fInput', typeValidator: 'num', validators: ['num/integer'] }, holds: 'number' },
    int: { element: { type: 'fInput', typeValidator: 'num', validators: ['num/integer'] }, holds: 'number' },
    decimal: { element: { type: 'fInput', typeValidator: 'num' }, holds: 'number' },
    date: { element: date(), holds: 'date' },
    datetime: { element: date('dt'), holds: 'dateTime' },
    'date time': { element: date('dt'), holds: 'dateTime' },
    time: { element: date('t'), holds: 'time' },
    image: file('image/*'),
    photo: file('image/*'),
    audio: file('audio/*'),
    video: file('video/*'),
    file: file(),
    geopoint: asText,
    gps: asText,
    location: asText,
    geotrace: asText,
    geoshape: asText,
    barcode: asText,
    tel: { element: { type: 'fInput', autocomplete: 'tel' }, holds: 'text' },
    acknowledge: { element: { type: 'fBool' }, holds: 'bool' },
    trigger: { element: { type: 'fBool' }, holds: 'bool' },
    hidden: { element: { type: 'fInput', concealed: true }, holds: 'text' },
  }),
);

function isImage(type: string): boolean {
  return type === 'image' || type === 'photo';
}

export interface ChoiceType {
  readonly kind: 'one' | 'many' | 'rank';
  /** Of a list in the workbook, a file, or `${question}` in a repeat. */
  readonly list: string;
  readonly isFile: boolean;
  /** Of the sheet external_choices. */
  readonly isExternal: boolean;
  readonly hasOther: boolean;
}

const choiceWords: readonly (readonly [string, ChoiceType['kind'], boolean])[] = [
  ['select_one_from_file', 'one', true],
  ['select_multiple_from_file', 'many', true],
  ['select one from file', 'one', true],
  ['select multiple from file', 'many', true],
  ['select_one_external', 'one', false],
  ['select one external', 'one', false],
  ['select all that apply from', 'many', false],
  ['select all that apply', 'many', false],
  ['select_multiple', 'many', false],
  ['select multiple', 'many', false],
  ['select one from', 'one', false],
  ['select_one', 'one', false],
  ['select one', 'one', false],
  ['select1', 'one', false],
  ['select', 'many', false],
  ['rank', 'rank', false],
];

/** `select_one yes_no or_other`; undefined for any other type. */
export function choiceType(written: string): ChoiceType | undefined {
  const type = written.trim().replace(/\s+/g, ' ');
  const lower = type.toLowerCase();
  const found = choiceWords.find(([words]) => lower === words || lower.startsWith(`${words} `));
  if (found === undefined) return undefined;
  const [words, kind, isFile] = found;
  const rest = type.slice(words.length).trim();
  const list = rest.replace(/ (?:or_other|or specify other|or other)$/i, '');
  return {
    kind,
    list,
    isFile: isFile || /\.(?:csv|xml|geojson)$/i.test(list),
    isExternal: words.endsWith('external'),
    hasOther: list !== rest,
  };
}
