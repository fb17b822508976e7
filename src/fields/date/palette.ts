import type { PaletteItem } from '../palette.ts';
import { dateModeOf } from './value.ts';

export const palette: readonly PaletteItem[] = [
  {
    kind: 'date',
    group: 'numbers',
    place: 3,
    icon: 'M5 6h14v14H5zM5 10h14M9 4v3M15 4v3',
    fallback: 'date',
    make: () => ({ type: 'fDate' }),
  },
  {
    kind: 'dateTime',
    group: 'numbers',
    place: 4,
    icon: 'M5 6h14v5M5 6v14h6M5 10h14M9 4v3M15 4v3M17 13.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7zM17 15.500v1.800l1 .7',
    fallback: 'moment',
    make: () => ({ type: 'fDate', typeValidator: { type: 'date', mode: 'dt' } }),
    isOne: (element) => dateModeOf(element) === 'dt',
  },
  {
    kind: 'time',
    group: 'numbers',
    place: 5,
    icon: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4l3 2',
    fallback: 'time',
    make: () => ({ type: 'fDate', typeValidator: { type: 'date', mode: 't' } }),
    isOne: (element) => dateModeOf(element) === 't',
  },
];
