// A template as people edit it: pieces of text, and chips that stand for what is in `{{ }}`. [expressions.templates]
import { ExpressionSyntaxError } from '../../../../core/expression/errors.ts';
import { parseInterpolation } from '../../../../core/expression/parse.ts';
import { escapeHtml, readLiteral } from '../../../../core/text/literal-template.ts';

/** Of a chip: what stands between the braces. */
export type Piece = { readonly text: string } | { readonly chip: string };

/** What cannot be read stays text: whoever checks the form says what is wrong with it. */
export function splitTemplate(source: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (let open = source.indexOf('{{'); open !== -1; ) {
    const end = endOfChip(source, open);
    if (end !== undefined) {
      if (open > from) pieces.push({ text: source.slice(from, open) });
      pieces.push({ chip: source.slice(open + 2, end - 2).trim() });
      from = end;
    }
    open = source.indexOf('{{', end ?? endOfRun(source, open));
  }
  if (from < source.length) pieces.push({ text: source.slice(from) });
  return pieces;
}

/**
 * Braces that nothing closes are meant as they stand, by whoever typed or pasted them: `\{\{` keeps them so. What is closed and
 * cannot be read stays as it is, and is reported.
 */
export function keepLoneBraces(source: string): string {
  let kept = '';
  let from = 0;
  for (let open = source.indexOf('{{'); open !== -1; ) {
    const end = endOfChip(source, open);
    const behind = end ?? endOfRun(source, open);
    const next = source.indexOf('{{', behind);
    if (end === undefined && !source.slice(behind, next === -1 ? undefined : next).includes('}}')) {
      const count = behind - open;
      kept += source.slice(from, open) + '{'.repeat(count % 2) + '\\{\\{'.repeat(count >> 1);
      from = behind;
    }
    open = next;
  }
  return kept + source.slice(from);
}

/** A text of a template as people see it: with the braces that `keepLoneBraces` keeps, and no others, or they would mean something. */
export function shownText(text: string): string {
  const shown = readLiteral(text);
  return shown !== text && keepLoneBraces(shown) === text ? shown : text;
}

function endOfRun(source: string, open: number): number {
  let end = open;
  while (source[end] === '{') end++;
  return end;
}

function endOfChip(source: string, open: number): number | undefined {
  try {
    const { node, end } = parseInterpolation(source, open + 2);
    return node === undefined ? undefined : end;
  } catch (error) {
    if (error instanceof ExpressionSyntaxError) return undefined;
    throw error;
  }
}

export function writeChip(chip: string): string {
  return `{{ ${chip} }}`;
}

/** The language of the marks around chips: none that a text has, so that owners' own marks keep their look. */
export const chipLanguage = 'zxx';

/** HTML to look at: what is between braces is called by its name; in an attribute it would be no more than noise. */
export function shownHtml(source: string, labelOf: (chip: string) => string): string {
  let isInTag = false;
  return splitTemplate(source)
    .map((piece) => {
      if ('chip' in piece) {
        return isInTag ? '' : `<mark lang="${chipLanguage}" dir="auto">${escapeHtml(labelOf(piece.chip))}</mark>`;
      }
      isInTag = piece.text.lastIndexOf('<') > piece.text.lastIndexOf('>') || (isInTag && !piece.text.includes('>'));
      return readLiteral(piece.text);
    })
    .join('');
}

/** For a place inside a web address, where a value must stay one value. [expressions.templates.addresses] */
export function encodedChip(chip: string): string {
  return `${chip.includes('||') || chip.includes('?') ? `(${chip})` : chip} | encode`;
}
