import { type Look, plainControl } from '../../../form-view/control-choice.ts';
import { LongTextBox, LongTextField } from './long-text.tsx';
import { TextField } from './text.tsx';

const line = plainControl(TextField, 'for', 'text');
const long = plainControl(LongTextField, 'for', 'long-text', { Still: LongTextBox, rem: 7.875 });

export const look: Look = ({ element }) => (element.type === 'fLngTxt' ? long : line);
