import { itemTypeOf } from '../../../core/plan/value-type-of.ts';
import { type Look, plainControl } from '../../../form-view/control-choice.ts';
import { RadioField } from './radio.tsx';
import { isSearched, searchedControl } from './searched.ts';
import { SelectField } from './select.tsx';

const select = plainControl(SelectField, 'for', 'select');
const radio = plainControl(RadioField, 'group', 'radio', { rem: 1.875, remOfOption: 2.75 });

export const look: Look = (node, looks) => {
  const { element, step } = node;
  if (isSearched(node)) return searchedControl;
  if (element.type === 'fRadio') return radio;
  const { kind } = itemTypeOf(element);
  // Without options there is nothing to choose from, but the type may still say what is asked.
  return step.options || kind === step.value.kind ? select : looks[kind](node, looks);
};
