// fColor: color text stored as sent: hex by default, any other color text is accepted. [values.color]

import type { ValueType } from '../../core/values/value-type.ts';
import type { KindValue } from '../kind.ts';
import { textValue } from '../text/value.ts';

export const value: KindValue = () => colorValue;

export const colorValue: ValueType = { ...textValue, kind: 'color' };
