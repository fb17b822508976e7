// An answer inside a text: `{{ model.name }}`, written as people read it.
import { callFn, filtered, literal, type Piece, printPiece } from './pieces.ts';

export function answerText(value: Piece): string {
  return `{{ ${printPiece(shown(value))} }}`;
}

function shown(value: Piece): Piece {
  switch (value.holds) {
    case 'date':
      return filtered(value, 'date', [literal('d.M.yyyy')], 'text');
    case 'dateTime':
      return filtered(value, 'date', [literal('d.M.yyyy HH:mm')], 'text');
    case 'time':
      return filtered(value, 'date', [literal('HH:mm')], 'text');
    case 'list':
    case 'rows':
      return callFn('join', [value, literal(', ')], 'text');
    default:
      return value;
  }
}
