import type { PaletteItem } from '../palette.ts';

export const palette: readonly PaletteItem[] = [
  {
    kind: 'doc',
    group: 'rich',
    family: 'typed',
    place: 1,
    icon: 'M8 5h5a3.500 3.500 0 0 1 0 7H8zM8 12h6a3.500 3.500 0 0 1 0 7H8z',
    fallback: 'document',
    make: () => ({ type: 'fDoc' }),
  },
];
