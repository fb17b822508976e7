// fRate: a number. The page offers whole numbers 1 to rateMax; the API does not check the range. [values.rating]

import type { ValueType } from '../../core/values/value-type.ts';
import type { KindValue } from '../kind.ts';
import { numberValue } from '../number/value.ts';

export const value: KindValue = () => rateValue;

export const rateValue: ValueType = { ...numberValue, kind: 'rate' };
