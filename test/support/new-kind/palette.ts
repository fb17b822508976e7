import type { PaletteItem } from '../palette.ts';

export const palette: readonly PaletteItem[] = [
  { kind: 'test', group: 'text', icon: 'M4 7h16v10H4z', fallback: 'code', make: () => ({ type: 'fTest' }) },
];
