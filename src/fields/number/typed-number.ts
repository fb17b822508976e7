// Numbers as people type them: 1,234.50 and 1.234,50, 1 234,5 and 1'234.5, 1,5. What could be read in two ways, such as 1,234,
// is read as the form's language writes numbers; English and Hebrew both write 1,234.5. [fill-links.typed-numbers]

import { readNumber } from './value.ts';

/** undefined for a text that is not a number. */
export function readTypedNumber(text: string): number | undefined {
  const typed = text.replace(directionMarks, '').replace(/^\s*[−–]/, '-');
  const [, sign = '', whole = '', , decimals = ''] = grouped.exec(typed) ?? [];
  const plain = readNumber(typed);
  const number = typeof plain === 'number' ? plain : readNumber(`${sign}${whole.replace(/\D/g, '')}.${decimals}`);
  // Of more digits than a number holds another number would be stored than was typed.
  return typeof number === 'number' && isExact(number, typed) ? number : undefined;
}

/** Whether the number says all that was written: fifteen digits always fit. */
function isExact(number: number, written: string): boolean {
  const digits = written.replace(/\D/g, '').replace(/^0+|0+$/g, '');
  return digits.length <= 15 || Number.isSafeInteger(number);
}

const directionMarks = /[\u061c\u200e\u200f]/g;
/** Groups end in three digits and begin with no zero, and the sign between them is not that of the decimals. */
const grouped = /^\s*([+-]?)([1-9]\d{0,2}([,.\s'’])(?:\d{2,3}\3)*\d{3}(?!\3|\d)|\d+)(?:[.,](\d*))?\s*$/;
