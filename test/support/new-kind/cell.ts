import type { KindCell } from '../cell.ts';

/** As lists of parts have it: `AB/12`. */
export const cell: KindCell = () => (text) => text.replace('/', '-');
