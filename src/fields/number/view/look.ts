import { type Look, plainControl } from '../../../form-view/control-choice.ts';
import { NumberField, NumberInput } from './number.tsx';

const control = plainControl(NumberField, 'for', 'number', { Still: NumberInput });

export const look: Look = () => control;
