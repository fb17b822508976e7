import { type PaletteItem, threeOptions } from '../palette.ts';

export const palette: readonly PaletteItem[] = [
  {
    kind: 'radio',
    group: 'choices',
    family: 'chosen',
    place: 1,
    icon: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 9.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5z',
    fallback: 'choice',
    make: (words) => ({ type: 'fRadio', options: threeOptions(words) }),
  },
  {
    kind: 'select',
    group: 'choices',
    family: 'chosen',
    place: 2,
    icon: 'M4 7h16v10H4zM14 11l2 2 2-2',
    fallback: 'choice',
    make: (words) => ({ type: 'fSelect', options: threeOptions(words) }),
  },
  {
    kind: 'pictures',
    group: 'choices',
    place: 4,
    icon: 'M4 5h16v14H4zM4 16l5-5 4 4 2-2 5 4M15 9h.010',
    fallback: 'choice',
    make: (words) => ({ type: 'fRadio', options: threeOptions(words), optionPictures: {} }),
    isOne: ({ optionPictures }) => optionPictures !== undefined,
  },
];
