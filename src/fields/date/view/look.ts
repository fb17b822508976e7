import { plainControl } from '../../../form-view/control-choice.ts';
import { DateField } from './date.tsx';

export const look = plainControl(DateField, 'for', 'date', { isSaid: true });
