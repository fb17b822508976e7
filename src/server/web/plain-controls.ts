// The controls that an ordinary HTML form has, and which of them asks for a kind of field. [fill-links.plain]
import type { Element } from '../../core/definition/form-definition.ts';
import type { Option } from '../../core/plan/option-list.ts';

export type PlainControl =
  | 'hidden'
  | 'text'
  | 'longText'
  | 'number'
  | 'day'
  | 'time'
  | 'box'
  | 'select'
  | 'radios'
  | 'boxes';

/** What a kind of field is to a page without script; a kind that says nothing needs the script. */
export interface KindPlain {
  /** undefined where this field needs the script. */
  readonly control: (element: Element, options: readonly Option[] | undefined) => PlainControl | undefined;
  /** Options that are not of a list. */
  readonly options?: (element: Element, most: number) => readonly Option[] | undefined;
  /** A field that is concealed sends what a link filled in. */
  readonly mayBeHidden?: true;
}
