// Where a text that should be JSON has its mistake.

export type SyntaxPlace = { readonly line: number; readonly column: number } | { readonly why: string };

/** Browsers name the place in different words; where one does not, its own words must do. */
export function syntaxPlace(message: string, text: string): SyntaxPlace {
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? [];
  if (line !== undefined && column !== undefined) return { line: Number(line), column: Number(column) };
  const [, at] = /position (\d+)/.exec(message) ?? [];
  const position = at === undefined ? (endOf(message, text) ?? quotedPlace(message, text)) : Number(at);
  if (position === undefined) return { why: message };
  const before = text.slice(0, position).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function endOf(message: string, text: string): number | undefined {
  return /unexpected end|unexpected eof/i.test(message) ? text.length : undefined;
}

/** Chromium quotes ten characters before and after the mistake, with dots where it left something out. */
function quotedPlace(message: string, text: string): number | undefined {
  const [, before, quoted, after] = /, (\.\.\.)?"([\s\S]*)"(\.\.\.)? is not valid JSON$/.exec(message) ?? [];
  if (quoted === undefined || (before === undefined && after === undefined)) return undefined;
  const start = text.indexOf(quoted);
  if (start < 0 || text.indexOf(quoted, start + 1) >= 0) return undefined;
  return start + (before === undefined ? quoted.length - quotedBeside : quotedBeside);
}

const quotedBeside = 10;
