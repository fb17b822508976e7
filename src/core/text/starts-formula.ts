// Whether a spreadsheet would run a text as a formula: = + - @ (also in full width), a tab or a carriage return at its start.
// HAZARDS "People"; spaces and line breaks before the sign do not protect.

const formulaStart = /^(?:[\t\r]|\s*[=+\-@＝＋－＠])/;

export function startsFormula(text: string): boolean {
  const first = text.charCodeAt(0);
  // Nearly every cell begins with a letter or a digit of a script before the general punctuation.
  if (first > 0x40 && first < 0x80) return false;
  if (first >= 0x30 && first < 0x3a) return false;
  if (first > 0xa0 && first < 0x1680) return false;
  return formulaStart.test(text);
}
