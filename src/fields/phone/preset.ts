// Phone numbers, which are stored with their calling code. [values.phone]

import type { Preset } from '../preset.ts';
import { isPhoneField } from './is-phone-field.ts';
import { adaptPhone } from './phone-value.ts';

export const preset: Preset = { isOne: isPhoneField, adapt: adaptPhone };
