// What is on the properties panel, in its order: parts with controls of their own for the properties that they name (panel-parts.tsx),
// places for those of a kind (kind-settings.ts) and for the controls that are made of a row of the table (row-controls.ts). Which
// elements have a part, the table says. [builder]
import type { ControlPlace, PropertyName } from '../../../fields/properties.ts';

/** Where the settings of a kind are. */
export type SettingsPlace = 'options' | 'question' | 'type' | 'more';

export type PartName =
  | 'rootKind'
  | 'label'
  | 'content'
  | 'options'
  | 'required'
  | 'relevant'
  | 'kind'
  | 'type'
  | 'pages'
  | 'lists'
  | 'name'
  | 'readonly'
  | 'initialValue'
  | 'compute'
  | 'validators'
  | 'autocomplete'
  | 'fromLink';

export interface PanelPart {
  readonly part: PartName;
  readonly properties: readonly PropertyName[];
}

export type PanelItem = PanelPart | { readonly rows: ControlPlace } | { readonly kinds: SettingsPlace };

export const usualItems: readonly PanelItem[] = [
  { part: 'rootKind', properties: ['type'] },
  { part: 'label', properties: ['label', 'labelHtml'] },
  { rows: 'label' },
  { part: 'content', properties: ['eq', 'text', 'html', 'buttonAction'] },
  { kinds: 'options' },
  { part: 'options', properties: ['options'] },
  { kinds: 'question' },
  { part: 'required', properties: ['reqValidator'] },
  { part: 'relevant', properties: ['relevant'] },
  { part: 'kind', properties: ['type'] },
  { part: 'type', properties: ['typeValidator'] },
  { kinds: 'type' },
  { rows: 'type' },
  { part: 'pages', properties: ['tabs'] },
  { part: 'lists', properties: ['children'] },
];

/** Under "More". */
export const moreItems: readonly PanelItem[] = [
  { part: 'name', properties: ['name'] },
  { part: 'readonly', properties: ['readonly'] },
  { part: 'initialValue', properties: ['initialValue'] },
  { part: 'compute', properties: ['compute'] },
  { part: 'validators', properties: ['validators'] },
  { rows: 'look' },
  { part: 'autocomplete', properties: ['autocomplete'] },
  { part: 'fromLink', properties: ['fromLink'] },
  { rows: 'more' },
  { kinds: 'more' },
];
