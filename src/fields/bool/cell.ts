import type { KindCell } from '../cell.ts';

export const cell: KindCell = () => (text) => truths.get(text.trim().toLowerCase()) ?? text;

const truths = new Map<string, boolean>([
  ...['true', 'yes', 'y', 'on', '1', 'כן'].map((word) => [word, true] as const),
  ...['false', 'no', 'n', 'off', '0', 'לא'].map((word) => [word, false] as const),
]);
