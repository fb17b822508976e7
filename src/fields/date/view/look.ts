import { type Look, plainControl } from '../../../form-view/control-choice.ts';
import { DateField } from './date.tsx';

const control = plainControl(DateField, 'for', 'date');

export const look: Look = () => control;
