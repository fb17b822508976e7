// Which control draws a field: the one table from value types to components. Rich ones are loaded when first needed.
import type { ComponentType } from 'preact';
import { itemTypeOf } from '../core/value-type-of.ts';
import type { ValueKind } from '../core/values/value-type.ts';
import type { FieldProps } from './field-props.ts';
import { BoolField } from './fields/bool.tsx';
import { CheckboxField } from './fields/checkbox.tsx';
import { ColorField } from './fields/color.tsx';
import { DateField } from './fields/date.tsx';
import { LongTextField } from './fields/long-text.tsx';
import { MatrixField } from './fields/matrix.tsx';
import { NumberField } from './fields/number.tsx';
import { RadioField } from './fields/radio.tsx';
import { RateField } from './fields/rate.tsx';
import { SelectField } from './fields/select.tsx';
import { TextField } from './fields/text.tsx';
import { lazyField } from './lazy-field.tsx';
import type { FieldNode } from './view-node.ts';

export interface ControlChoice {
  readonly Control: ComponentType<FieldProps>;
  /** `for`: a label that points to the control; `group`: a title for several controls; `own`: the control brings it. */
  readonly label: 'for' | 'group' | 'own';
  readonly className: string;
}

export function controlOf({ element, step }: FieldNode): ControlChoice {
  if (element.type === 'fLngTxt') return controls.longText;
  const isSet = step.options?.form === 'set';
  switch (step.value.kind) {
    case 'choice':
      if (isSet) return controls.searchSelect;
      if (element.type === 'fRadio') return controls.radio;
      // Without options there is nothing to choose from, but the type may still say what is asked.
      return step.options === undefined ? controls[simpleKind(itemTypeOf(element).kind)] : controls.select;
    case 'multi-choice':
      return isSet ? controls.searchSelect : controls.checkbox;
    default:
      return controls[step.value.kind];
  }
}

type SimpleKind = Exclude<ValueKind, 'choice' | 'multi-choice'>;

function simpleKind(kind: ValueKind): SimpleKind | 'select' {
  return kind === 'choice' || kind === 'multi-choice' ? 'select' : kind;
}

const controls = {
  text: { Control: TextField, label: 'for', className: 'text' },
  longText: { Control: LongTextField, label: 'for', className: 'long-text' },
  number: { Control: NumberField, label: 'for', className: 'number' },
  bool: { Control: BoolField, label: 'own', className: 'bool' },
  date: { Control: DateField, label: 'for', className: 'date' },
  select: { Control: SelectField, label: 'for', className: 'select' },
  radio: { Control: RadioField, label: 'group', className: 'radio' },
  checkbox: { Control: CheckboxField, label: 'group', className: 'checkbox' },
  rate: { Control: RateField, label: 'group', className: 'rate' },
  color: { Control: ColorField, label: 'for', className: 'color' },
  matrix: { Control: MatrixField, label: 'group', className: 'matrix' },
  searchSelect: {
    Control: lazyField(() => import('./fields/long-text.tsx').then((part) => part.LongTextField)),
    label: 'for',
    className: 'search-select',
  },
  file: {
    Control: lazyField(() => import('./fields/long-text.tsx').then((part) => part.LongTextField)),
    label: 'group',
    className: 'file',
  },
  sign: {
    Control: lazyField(() => import('./fields/long-text.tsx').then((part) => part.LongTextField)),
    label: 'group',
    className: 'sign',
  },
  doc: {
    Control: lazyField(() => import('./fields/long-text.tsx').then((part) => part.LongTextField)),
    label: 'group',
    className: 'doc',
  },
} satisfies Record<SimpleKind | string, ControlChoice> as Record<SimpleKind, ControlChoice> &
  Record<'longText' | 'select' | 'radio' | 'checkbox' | 'searchSelect', ControlChoice>;
