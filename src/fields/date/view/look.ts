import { type Look, lazyControl, plainControl } from '../../../form-view/control-choice.ts';
import { dateModeOf } from '../value.ts';
import { DateField } from './date.tsx';

const date = plainControl(DateField, 'for', 'date', { isSaid: true });
const birthday = lazyControl(() => import('./birthday.tsx'), 'group', 'date birthday');

export const look: Look = ({ element, purpose }) =>
  (element.autocomplete ?? purpose) === 'bday' && dateModeOf(element) === 'd' ? birthday : date;
