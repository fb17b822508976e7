// How wide the columns of a sheet are, in characters: as wide as what the first rows hold, within bounds; titles wrap.
import type { DateMode } from '../../core/definition/definition-parts.ts';
import type { SheetCell } from './sheet-xml.ts';

const [least, most, mostOfTitle] = [8, 60, 28];
/** Room for the filter's button beside a title. */
const margin = 3;
const ofDates: Readonly<Record<DateMode, number>> = { d: 10, dt: 16, t: 5 };

export function columnWidths(
  titles: readonly string[],
  modes: readonly (DateMode | undefined)[],
  rows: readonly (readonly SheetCell[])[],
): number[] {
  return titles.map((title, at) => {
    const mode = modes[at];
    const widths = rows.map((cells) => cellWidth(cells[at] ?? '', mode));
    return Math.min(most, Math.max(least, Math.min(title.length, mostOfTitle), ...widths) + margin);
  });
}

function cellWidth(cell: SheetCell, mode: DateMode | undefined): number {
  if (typeof cell === 'object') return cell.text.length;
  if (typeof cell === 'number' && mode !== undefined) return ofDates[mode];
  if (typeof cell !== 'string') return String(cell).length;
  // The longest line; what is beyond the bound need not be looked at.
  const lines = cell.slice(0, 10 * most).split('\n');
  return Math.max(...lines.map(({ length }) => length));
}
