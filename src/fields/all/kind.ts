// Made by npm run fields, of src/fields/<kind>/kind.json.

export type ValueKind =
  | 'text'
  | 'number'
  | 'doc'
  | 'choice'
  | 'multi-choice'
  | 'bool'
  | 'date'
  | 'file'
  | 'sign'
  | 'rate'
  | 'color'
  | 'matrix';

/** The kind whose folder claims a type of elements. */
export const kindByType = {
  'fInput': 'text',
  'fLngTxt': 'text',
  'fDoc': 'doc',
  'fSelect': 'choice',
  'fRadio': 'choice',
  'fCheckbox': 'multi-choice',
  'fBool': 'bool',
  'fDate': 'date',
  'fFile': 'file',
  'fSign': 'sign',
  'fRate': 'rate',
  'fColor': 'color',
  'fMatrix': 'matrix',
} as const;

/** What a typeValidator calls kinds. */
export const kindByName = {
  'num': 'number',
  'bool': 'bool',
  'date': 'date',
  'sign': 'sign',
  'color': 'color',
} as const;

/** A typeValidator that names one of these says nothing of the elements that their type does not. */
export const ownNamesByKind = {
  'text': ['text', 'str'],
  'choice': ['text', 'str'],
  'bool': ['bool'],
  'date': ['date'],
  'sign': ['sign'],
  'rate': ['num'],
  'color': ['color'],
} as const;

/** `typed`: a typeValidator is about the options; `questions`: one is chosen for each of several questions. */
export const optionsByKind = {
  'choice': 'typed',
  'multi-choice': 'plain',
  'matrix': 'questions',
} as const;

/** What the page asks for where an answer is missing; a choice where it is not said. */
export const neededByKind = {
  'text': 'needText',
  'number': 'number',
  'doc': 'needText',
  'bool': 'needTick',
  'file': 'needFile',
  'sign': 'needSign',
} as const;

/** When the page loads the code of a control that not every form has. */
export const pageByKind = {
  'doc': 'rich',
  'file': 'rich',
  'sign': 'rich',
  'rate': 'part',
  'color': 'part',
  'matrix': 'part',
} as const;
