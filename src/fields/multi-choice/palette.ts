import { type PaletteItem, threeOptions } from '../palette.ts';

export const palette: readonly PaletteItem[] = [
  {
    kind: 'checkbox',
    group: 'choices',
    family: 'chosen',
    place: 3,
    icon: 'M4 5h5v5H4zM4 14h5v5H4zM5 7.500l1.200 1.200L9 6M12 7.500h8M12 16.500h8',
    fallback: 'choices',
    make: (words) => ({ type: 'fCheckbox', options: threeOptions(words) }),
  },
];
