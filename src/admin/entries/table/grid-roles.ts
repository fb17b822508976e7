// The parts of the table are laid out as boxes of their own, and browsers then forget that they are parts of a table: each says
// what it is.

export const roles = {
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  header: { role: 'columnheader', scope: 'col' },
  cell: { role: 'gridcell' },
  /** A row out of sight: its place only. */
  blank: { 'aria-hidden': true },
} as const;
