// A cell of a CSV file as spreadsheets with another list separator see it. Where that is a semicolon or a tab, quotes in the
// middle of a line mean nothing: `A,"x;=1+1",B` is split at the semicolon, and a line break inside the quotes begins a row.
// So no sign of a formula may follow a separator; an apostrophe before it makes the rest text, as at the start of a cell.
// [export.formulas]

/** Linear in the text's length, whatever it holds. */
export function defuseCell(text: string): string {
  let safe = '';
  let copied = 0;
  /** Where the cell would begin that a separator makes here; -1 past its first character. */
  let start = -1;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!;
    if (separators.has(character)) start = at + 1;
    // Blanks do not protect, and doubled quotes are not text to a reader that takes them for an empty quotation.
    else if (start < 0 || character === '"' || character.trim() === '') continue;
    else {
      if (isFormulaSign(text, at, lineBreaks.has(text[start - 1]!))) {
        safe += `${text.slice(copied, start)}'`;
        copied = start;
      }
      start = -1;
    }
  }
  return copied === 0 ? text : safe + text.slice(copied);
}

/** Whether the quote after the cell would be the first character of another one. */
export function endsAtSeparator(text: string): boolean {
  let end = text.length;
  while (text[end - 1] === '"') end -= 1;
  return end > 0 && separators.has(text[end - 1]!);
}

const separators = new Set(';\t\r\n');
const lineBreaks = new Set('\r\n');
const formulaSigns = new Set('=@+-＝＠＋－');
const listSigns = new Set('+-＋－');

/**
 * Lines of ordinary text often begin with a dash or a plus. After a line break those count only where the line could call
 * something; sums alone do no harm. A last line goes on in the next cell: the quote between them ends every formula, unless an
 * operator or another quote comes before it.
 */
function isFormulaSign(text: string, at: number, isNewLine: boolean): boolean {
  const sign = text[at]!;
  if (!formulaSigns.has(sign)) return false;
  if (!isNewLine || !listSigns.has(sign)) return true;
  const line = lineFrom(text, at);
  const isLast = at + line.length === text.length;
  return callSigns.test(line) || (isLast && (line.includes('"') || operators.has(line.trimEnd().at(-1)!)));
}

const callSigns = /[(|!]/;
const operators = new Set('&+-*/^=<>,:＋－');

function lineFrom(text: string, at: number): string {
  let end = at;
  while (end < text.length && !lineBreaks.has(text[end]!)) end += 1;
  return text.slice(at, end);
}
