// Choices that take an answer of one's own, or show pictures.

import type { Preset } from '../preset.ts';
import { isRanking } from '../ranking/preset.ts';
import { hasOwnOptions, takesOther, withOther } from './other-answer.ts';

export const preset: Preset = {
  isOne: (element, field) =>
    !isRanking(element, field) &&
    (takesOther(element, field) ||
      ((element.type === 'fRadio' || element.type === 'fCheckbox') &&
        element.optionPictures !== undefined &&
        hasOwnOptions(field))),
  adapt: (element, field) => (takesOther(element, field) ? withOther(field) : field),
};
