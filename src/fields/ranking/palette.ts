import { type PaletteItem, threeOptions } from '../palette.ts';

export const palette: readonly PaletteItem[] = [
  {
    kind: 'ranking',
    group: 'choices',
    place: 5,
    icon: 'M4 6h3M4 12h3M4 18h3M10 6h10M10 12h7M10 18h4',
    fallback: 'order',
    make: (words) => ({ type: 'fCheckbox', options: threeOptions(words), ranked: true }),
    isOne: ({ ranked }) => ranked === true,
  },
];
