// Which control draws a field: the one table from value types to components. Those that few forms have are loaded for them
// alone: small ones before the form is drawn, rich ones when they are.

import type { ComponentType, FunctionComponent } from 'preact';
import type { Options } from '../core/plan/options.ts';
import { itemTypeOf } from '../core/plan/value-type-of.ts';
import type { ValueKind } from '../core/values/value-type.ts';
import { BoolField } from '../fields/bool/view/bool.tsx';
import { RadioField } from '../fields/choice/view/radio.tsx';
import { SelectField } from '../fields/choice/view/select.tsx';
import { DateField } from '../fields/date/view/date.tsx';
import { CheckboxField } from '../fields/multi-choice/view/checkbox.tsx';
import { NumberField, NumberInput } from '../fields/number/view/number.tsx';
import { LongTextBox, LongTextField } from '../fields/text/view/long-text.tsx';
import { TextField } from '../fields/text/view/text.tsx';
import type { FieldProps } from './field-props.ts';
import { type LazyPart, lazyPart } from './lazy-part.tsx';
import type { FieldNode } from './view-node.ts';

export interface ControlChoice {
  readonly Control: ComponentType<FieldProps>;
  /** `for`: a label that points to the control; `group`: a title for several controls; `own`: the control brings it. */
  readonly label: 'for' | 'group' | 'own';
  readonly className: string;
  /** The control as it is before somebody uses it, drawn without hooks; none of a rich one. */
  readonly Still?: FunctionComponent<FieldProps>;
  readonly preload?: () => Promise<void>;
  /** A small control is loaded before the form is drawn; a rich one comes later, unless it has something to show. */
  readonly weight?: 'small' | 'rich';
}

export function controlOf({ element, step }: FieldNode): ControlChoice {
  if (step.look) return step.look as ControlChoice;
  if (element.type === 'fLngTxt') return controls.longText;
  const isSearched = step.options?.form === 'set' || (element.type === 'fSelect' && isLong(step.options));
  switch (step.value.kind) {
    case 'choice':
      if (isSearched) return controls.searchSelect;
      if (element.type === 'fRadio') return controls.radio;
      // Without options there is nothing to choose from, but the type may still say what is asked.
      return step.options === undefined ? controls[simpleKind(itemTypeOf(element).kind)] : controls.select;
    case 'multi-choice':
      return isSearched ? controls.searchSelect : controls.checkbox;
    case 'file':
      return hasLimits(element) ? controls.limitedFile : controls.file;
    default:
      return controls[step.value.kind];
  }
}

/** choice: past this many a fixed list is searched by typing rather than scrolled through. */
const searchedFrom = 50;

function isLong(options: Options | undefined): boolean {
  return options?.form === 'list' && options.list.length > searchedFrom;
}

/** Then there is a line more, for which the styles keep room. */
function hasLimits({ fileTypes = [], fileMaxSize, fileMaxNum }: FieldNode['element']): boolean {
  return fileTypes.length > 0 || fileMaxSize !== undefined || fileMaxNum !== undefined;
}

type SimpleKind = Exclude<ValueKind, 'choice' | 'multi-choice'>;

function simpleKind(kind: ValueKind): SimpleKind | 'select' {
  return kind === 'choice' || kind === 'multi-choice' ? 'select' : kind;
}

export const lazyControl = (
  Control: LazyPart<FieldProps>,
  label: ControlChoice['label'],
  className: string,
  weight: 'small' | 'rich',
): ControlChoice => ({
  Control,
  label,
  className,
  preload: Control.preload,
  weight,
});

const plain = (
  Control: FunctionComponent<FieldProps>,
  label: ControlChoice['label'],
  className: string,
  Still = Control,
): ControlChoice => ({ Control, label, className, Still });

const rate = lazyPart(() => import('../fields/rate/view/rate.tsx'));
const color = lazyPart(() => import('../fields/color/view/color.tsx'));
const matrix = lazyPart(() => import('../fields/matrix/view/matrix.tsx'));
const search = lazyPart(() => import('../fields/choice/view/search-select.tsx'));
const file = lazyPart(() => import('../fields/file/view/file.tsx'));
const sign = lazyPart(() => import('../fields/sign/view/sign.tsx'));
const doc = lazyPart(() => import('../fields/doc/view/doc.tsx'));

type ControlName = SimpleKind | 'limitedFile' | 'longText' | 'select' | 'radio' | 'checkbox' | 'searchSelect';

const controls: Readonly<Record<ControlName, ControlChoice>> = {
  text: plain(TextField, 'for', 'text'),
  longText: plain(LongTextField, 'for', 'long-text', LongTextBox),
  number: plain(NumberField, 'for', 'number', NumberInput),
  bool: plain(BoolField, 'own', 'bool'),
  date: plain(DateField, 'for', 'date'),
  select: plain(SelectField, 'for', 'select'),
  radio: plain(RadioField, 'group', 'radio'),
  checkbox: plain(CheckboxField, 'group', 'checkbox'),
  rate: lazyControl(rate, 'group', 'rate', 'small'),
  color: lazyControl(color, 'for', 'color', 'small'),
  matrix: lazyControl(matrix, 'group', 'matrix', 'small'),
  searchSelect: lazyControl(search, 'for', 'search-select', 'rich'),
  file: lazyControl(file, 'group', 'file', 'rich'),
  limitedFile: lazyControl(file, 'group', 'file limited', 'rich'),
  sign: lazyControl(sign, 'group', 'sign', 'rich'),
  doc: lazyControl(doc, 'group', 'doc', 'rich'),
};
