import { type PaletteItem, threeOptions } from '../palette.ts';

export const palette: readonly PaletteItem[] = [
  {
    kind: 'matrix',
    group: 'choices',
    place: 9,
    icon: 'M4 5h16v14H4zM4 10h16M10 5v14M15 5v14M4 14.500h16',
    fallback: 'grid',
    make: (words) => ({
      type: 'fMatrix',
      matrixQuestions: [
        ['q1', words.question(1)],
        ['q2', words.question(2)],
      ],
      options: threeOptions(words),
    }),
  },
];
