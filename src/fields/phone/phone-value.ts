// Text with the validator str/phone: stored as +, calling code and number, whatever blanks and hyphens it was written with, and where
// the field names a country also without its calling code. What cannot be read so is kept for the rule to refuse. [values.phone]

import type { AdaptField } from '../../core/plan/form-plan.ts';
import { readText, textValue } from '../text/value.ts';
import { readPhone } from './calling-codes.ts';

export const adaptPhone: AdaptField = ({ phoneCountry }, field) => ({
  ...field,
  value: {
    ...textValue,
    read(sent) {
      const text = readText(sent);
      return typeof text === 'string' ? (readPhone(text, phoneCountry) ?? text.trim()) : text;
    },
  },
});
