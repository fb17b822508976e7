import { typeNameOf } from '../../core/plan/value-type-of.ts';
import type { PaletteItem } from '../palette.ts';

export const palette: readonly PaletteItem[] = [
  {
    kind: 'slider',
    group: 'numbers',
    place: 2,
    icon: 'M4 12h8M17 12h3M14.500 9.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5z',
    fallback: 'number',
    make: () => ({ type: 'fInput', typeValidator: 'num', inputStyle: 'slider' }),
    isOne: (element) => typeNameOf(element) === 'num' && element.inputStyle === 'slider',
  },
];
