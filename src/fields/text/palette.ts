import type { PaletteItem } from '../palette.ts';
import { holdsText } from './rules-of-text.ts';
import { hasRule } from './value.ts';

export const palette: readonly PaletteItem[] = [
  {
    kind: 'text',
    group: 'text',
    family: 'typed',
    place: 1,
    icon: 'M4 7h16v10H4zM7.5 10v4',
    fallback: 'text',
    make: () => ({ type: 'fInput' }),
  },
  {
    kind: 'longText',
    group: 'text',
    family: 'typed',
    place: 2,
    icon: 'M4 5h16v14H4zM7 9h10M7 12h10M7 15h6',
    fallback: 'longText',
    make: () => ({ type: 'fLngTxt' }),
  },
  {
    kind: 'email',
    group: 'text',
    place: 3,
    icon: 'M4 6h16v12H4zM4 7l8 6 8-6',
    fallback: 'email',
    make: () => ({ type: 'fInput', validators: ['str/email'] }),
    isOne: (element) => holdsText(element) && hasRule(element, 'str/email'),
  },
  {
    kind: 'link',
    group: 'text',
    place: 5,
    icon: 'M10 14l4-4M11 7l2-2a3.500 3.500 0 0 1 5 5l-2 2M13 17l-2 2a3.500 3.500 0 0 1-5-5l2-2',
    fallback: 'link',
    make: () => ({ type: 'fInput', validators: ['str/url'] }),
    isOne: (element) => holdsText(element) && hasRule(element, 'str/url'),
  },
];
