// Choices that take an answer of one's own, or show pictures.

import type { Preset } from '../preset.ts';
import { isRanking } from '../ranking/preset.ts';
import { hasOwnOptions, takesOther, withOther } from './other-answer.ts';

export const preset: Preset = {
  isOne: (element, field) =>
    hasOwnOptions(field) &&
    !isRanking(element) &&
    (takesOther(element) ||
      (element.optionPictures !== undefined && (element.type === 'fRadio' || element.type === 'fCheckbox'))),
  adapt: (element, field) => (takesOther(element) ? withOther(field) : field),
};
