import type { PaletteItem } from '../palette.ts';

export const palette: readonly PaletteItem[] = [
  {
    kind: 'scale',
    group: 'choices',
    place: 8,
    icon: 'M3 9h4v6H3zM10 9h4v6h-4zM17 9h4v6h-4z',
    fallback: 'scale',
    make: ({ low, high }) => ({
      ...({ type: 'fRate', rateStyle: 'numbers', rateMin: 0, rateMax: 10 } as const),
      ...{ rateLow: low, rateHigh: high },
    }),
    isOne: ({ rateStyle }) => rateStyle === 'numbers',
  },
];
