import type { PaletteItem } from '../palette.ts';
import { holdsText } from '../text/rules-of-text.ts';
import { hasRule } from '../text/value.ts';

export const palette: readonly PaletteItem[] = [
  {
    kind: 'phone',
    group: 'text',
    place: 4,
    icon: 'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM11 18h2',
    fallback: 'phone',
    make: ({ phoneCountry }) => ({
      type: 'fInput',
      validators: ['str/phone'],
      ...(phoneCountry !== undefined && { phoneCountry }),
    }),
    isOne: (element) => holdsText(element) && hasRule(element, 'str/phone'),
  },
];
