import { itemTypeOf } from '../../../core/plan/value-type-of.ts';
import { type ControlChoice, type Look, plainControl } from '../../../form-view/control-choice.ts';
import { looks } from '../../all/view/look.ts';
import { RadioField } from './radio.tsx';
import { isSearched, searchedControl } from './searched.ts';
import { SelectField } from './select.tsx';

const select = plainControl(SelectField, 'for', 'select', { isSaid: true });
const radio = plainControl(RadioField, 'group', 'radio');

export const look: Look = (node) => {
  const { element, step } = node;
  if (isSearched(node)) return searchedControl;
  if (element.type === 'fRadio') return radio;
  const { kind } = itemTypeOf(element);
  // Without options there is nothing to choose from, but the type may still say what is asked.
  return step.options || kind === step.value.kind ? select : (looks[kind] as ControlChoice);
};
