import { type Look, plainControl } from '../../../form-view/control-choice.ts';
import { BoolField } from './bool.tsx';

const control = plainControl(BoolField, 'own', 'bool', { rem: 2.75 });

export const look: Look = () => control;
