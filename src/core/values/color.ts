// fColor: color text stored as sent: hex by default, any other color text is accepted. [values.color]

import { textValue } from './text.ts';
import type { ValueType } from './value-type.ts';

export const colorValue: ValueType = { ...textValue, kind: 'color' };
