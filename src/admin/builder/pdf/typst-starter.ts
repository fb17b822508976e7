// A layout to begin with: title, number and all answers that are texts, in a table. docs/pdf-layouts.md.

import type { Locale } from '../../../core/locale/locale.ts';
import { translator } from '../../texts.ts';

export function typstStarter(locale: Locale): string {
  const t = translator('builder/typstStarter', locale);
  return `#let it = json("/entry.json")
#set page(paper: "a4", margin: 25mm, numbering: "1 / 1")
#set text(size: 11pt)

= #it.form.title

#if it.entry.idx != none [${t('number')} #it.entry.idx]

#let rows = it.labels.pairs().filter(((path, label)) => type(it.texts.at(path, default: none)) == str)
#table(
  columns: (1fr, 2fr),
  table.header([*${t('question')}*], [*${t('answer')}*]),
  ..rows.map(((path, label)) => ([#label], [#it.texts.at(path)])).flatten(),
)
`;
}

/** Where the compiler found an error, out of its message. */
export function errorLine(message: string): number | undefined {
  const line = /\bline (\d+), column \d+/.exec(message)?.[1];
  return line === undefined ? undefined : Number(line);
}

/** From and to of a line, for selecting it. */
export function lineRange(source: string, line: number): [start: number, end: number] {
  const lines = source.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
  return [Math.min(start, source.length), Math.min(start + (lines[line - 1]?.length ?? 0), source.length)];
}
