import { plainControl } from '../../../form-view/control-choice.ts';
import { BoolField } from './bool.tsx';

export const look = plainControl(BoolField, 'own', 'bool');
