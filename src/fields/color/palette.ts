import type { PaletteItem } from '../palette.ts';

export const palette: readonly PaletteItem[] = [
  {
    kind: 'color',
    group: 'rich',
    place: 2,
    icon: 'M12 4c4 4.500 6 7.500 6 10a6 6 0 0 1-12 0c0-2.500 2-5.500 6-10z',
    fallback: 'color',
    make: () => ({ type: 'fColor' }),
  },
];
