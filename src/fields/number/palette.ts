import { typeNameOf } from '../../core/plan/value-type-of.ts';
import type { PaletteItem } from '../palette.ts';

export const palette: readonly PaletteItem[] = [
  {
    kind: 'number',
    group: 'numbers',
    place: 1,
    icon: 'M9 5L7 19M17 5l-2 14M5 9.500h14M4.500 14.500h14',
    fallback: 'number',
    make: () => ({ type: 'fInput', typeValidator: 'num' }),
    isOne: (element) => typeNameOf(element) === 'num',
  },
];
