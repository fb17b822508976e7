import type { PaletteItem } from '../palette.ts';

export const palette: readonly PaletteItem[] = [
  {
    kind: 'file',
    group: 'files',
    place: 1,
    icon: 'M16 8l-6 6a2 2 0 0 0 3 3l6.500-6.500a4 4 0 0 0-6-6L7 11a6 6 0 0 0 8.500 8.500',
    fallback: 'files',
    make: () => ({ type: 'fFile' }),
  },
];
