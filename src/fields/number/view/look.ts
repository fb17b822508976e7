import { plainControl } from '../../../form-view/control-choice.ts';
import { NumberField, NumberInput } from './number.tsx';

export const look = plainControl(NumberField, 'for', 'number', { Still: NumberInput });
