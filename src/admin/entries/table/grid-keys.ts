// Where the arrow keys and their like lead in the table, as in every grid of the ARIA practices.

export interface Place {
  /** -1 is the header. */
  readonly row: number;
  /** 0 is the checkbox. */
  readonly column: number;
}

export interface GridShape {
  readonly rows: number;
  readonly columns: number;
  /** Rows that a Page key goes over. */
  readonly page: number;
  readonly isRtl: boolean;
}

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>;

/** undefined: the key leads nowhere. */
export function placeAfter(place: Place, pressed: Pressed, shape: GridShape): Place | undefined {
  const { row, column } = place;
  const last = { row: shape.rows - 1, column: shape.columns - 1 };
  const isFar = pressed.ctrlKey || pressed.metaKey;
  const onward = shape.isRtl ? -1 : 1;
  const within = (to: Place): Place => ({
    row: Math.max(-1, Math.min(last.row, to.row)),
    column: Math.max(0, Math.min(last.column, to.column)),
  });
  switch (pressed.key) {
    case 'ArrowUp':
      return within({ row: isFar ? 0 : row - 1, column });
    case 'ArrowDown':
      return within({ row: isFar ? last.row : row + 1, column });
    case 'ArrowLeft':
      return within({ row, column: isFar ? -onward * last.column : column - onward });
    case 'ArrowRight':
      return within({ row, column: isFar ? onward * last.column : column + onward });
    case 'Home':
      return within({ row: isFar ? 0 : row, column: 0 });
    case 'End':
      return within({ row: isFar ? last.row : row, column: last.column });
    case 'PageUp':
      return within({ row: Math.max(Math.min(0, row), row - shape.page), column });
    case 'PageDown':
      return within({ row: row + shape.page, column });
    default:
      return undefined;
  }
}
