import type { PaletteItem } from '../palette.ts';

export const palette: readonly PaletteItem[] = [
  {
    kind: 'rate',
    group: 'choices',
    place: 7,
    icon: 'M12 4l2.400 5 5.600.700-4 3.900 1 5.500-5-2.700-5 2.700 1-5.500-4-3.900 5.600-.700z',
    fallback: 'rating',
    make: () => ({ type: 'fRate' }),
  },
];
