// fRate: a number. The page offers whole numbers 1 to rateMax; the API does not check the range. [values.rating]

import { numberValue } from './number.ts';
import type { ValueType } from './value-type.ts';

export const rateValue: ValueType = { ...numberValue, kind: 'rate' };
