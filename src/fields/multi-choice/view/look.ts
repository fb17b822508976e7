import { type Look, plainControl } from '../../../form-view/control-choice.ts';
import { isSearched, searchedControl } from '../../choice/view/searched.ts';
import { CheckboxField } from './checkbox.tsx';

const checkbox = plainControl(CheckboxField, 'group', 'checkbox');

export const look: Look = (node) => (isSearched(node) ? searchedControl : checkbox);
