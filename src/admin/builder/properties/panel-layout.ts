// What is on the properties panel, in its order: parts with controls of their own for the properties that they name (panel-parts.tsx),
// and places for the controls that are made of a row of the table (row-controls.ts). Which elements have a part, the table says.
// [builder]
import type { ControlPlace, PropertyName } from '../../../fields/properties.ts';

export type PartName =
  | 'rootKind'
  | 'label'
  | 'content'
  | 'options'
  | 'question'
  | 'required'
  | 'relevant'
  | 'kind'
  | 'type'
  | 'fileLimits'
  | 'pages'
  | 'lists'
  | 'name'
  | 'readonly'
  | 'initialValue'
  | 'validators'
  | 'autocomplete'
  | 'fromLink'
  | 'colorFormat';

export interface PanelPart {
  readonly part: PartName;
  readonly properties: readonly PropertyName[];
}

export type PanelItem = PanelPart | { readonly rows: ControlPlace };

export const usualItems: readonly PanelItem[] = [
  { part: 'rootKind', properties: ['type'] },
  { part: 'label', properties: ['label', 'labelHtml'] },
  { rows: 'label' },
  { part: 'content', properties: ['eq', 'text', 'html', 'buttonAction'] },
  { part: 'options', properties: ['options', 'matrixQuestions'] },
  {
    part: 'question',
    properties: [
      ...([
        'otherOption',
        'ranked',
        'optionPictures',
        'rateMax',
        'rateStyle',
        'rateMin',
        'rateLow',
        'rateHigh',
      ] as const),
      ...(['inputStyle', 'step', 'phoneCountry'] as const),
    ],
  },
  { part: 'required', properties: ['reqValidator'] },
  { part: 'relevant', properties: ['relevant'] },
  { part: 'kind', properties: ['type'] },
  { part: 'type', properties: ['typeValidator'] },
  { part: 'fileLimits', properties: ['fileTypes', 'fileMaxSize'] },
  { rows: 'type' },
  { part: 'pages', properties: ['tabs'] },
  { part: 'lists', properties: ['children'] },
];

/** Under "More". */
export const moreItems: readonly PanelItem[] = [
  { part: 'name', properties: ['name'] },
  { part: 'readonly', properties: ['readonly'] },
  { part: 'initialValue', properties: ['initialValue'] },
  { part: 'validators', properties: ['validators'] },
  { rows: 'look' },
  { part: 'autocomplete', properties: ['autocomplete'] },
  { part: 'fromLink', properties: ['fromLink'] },
  { rows: 'more' },
  { part: 'colorFormat', properties: ['colorPreferredFormat'] },
];
