import type { PaletteItem } from '../palette.ts';

export const palette: readonly PaletteItem[] = [
  {
    kind: 'sign',
    group: 'files',
    place: 2,
    icon: 'M4 19h16M5 15c3-8 5-10 6-8s-3 7-1 7 3-3 4-3 0 3 2 3 2-1 3-2',
    fallback: 'signature',
    make: () => ({ type: 'fSign' }),
  },
];
