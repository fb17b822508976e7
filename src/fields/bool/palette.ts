import type { PaletteItem } from '../palette.ts';

export const palette: readonly PaletteItem[] = [
  {
    kind: 'bool',
    group: 'choices',
    place: 6,
    icon: 'M5 5h14v14H5zM8.500 12l2.500 2.500 4.500-5',
    fallback: 'yes',
    make: () => ({ type: 'fBool' }),
  },
];
